import { readRole } from '../../../engine/users/read-rights.ts';
import { addUser, checkNewName, userName } from '../../../engine/users/users.ts';
import { EXIT } from '../../../errors.ts';
import { userDocument } from '../../../lists/users.ts';
import { usageError } from '../../../references/usage-error.ts';
import { actingUser } from '../../acting-user.ts';
import { type Command, textOf } from '../../command.ts';
import { withLedger } from '../../with-ledger.ts';
import { givenPassword, limitsOf, merchantsOf, passwordLines, rightsInWords, userDeps } from './users-input.ts';

/** Adds a user of the pages. The password is typed, read from standard input, or generated. */
export const usersAdd: Command = async ({ args, options, terminal }) => {
  const name = userName(args[0]!);
  const role = readRole(textOf(options, 'role'));
  const merchants = merchantsOf(options) ?? null;
  const limits = limitsOf(options) ?? null;
  const osUser = textOf(options, 'osUser') ?? null;
  const email = textOf(options, 'email') ?? null;
  const other = ['passwordStdin', 'generate', 'temporary'].some((option) => options[option]);
  if (options.provider && other) throw usageError('password_of_provider');
  return withLedger(async (ledger, config) => {
    const by = await actingUser({ ledger, config }, 'users', { options, terminal });
    await checkNewName(ledger.db, name);
    const given = options.provider ? null : await givenPassword(options, terminal, name);
    const { password = null, toChange = false, made = false } = given ?? {};
    const user = await addUser(userDeps(ledger), by, {
      name,
      role,
      merchants,
      limits,
      password,
      toChange,
      osUser,
      email,
    });
    terminal.print(`User ${user.name} added: ${rightsInWords(user)}.`);
    if (user.email !== null) terminal.print(`Notifications go to ${user.email}.`);
    for (const line of given ? passwordLines(given) : []) terminal.print(line);
    terminal.document({ ...userDocument(user), email: user.email, ...(made ? { password } : {}) });
    return EXIT.done;
  });
};
