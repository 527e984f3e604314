import { addUser, userName } from '../../engine/users.ts';
import { EXIT, PayrunError } from '../../errors.ts';
import { findUser } from '../../ledger/user.ts';
import { type Command, textOf } from '../command.ts';
import { withLedger } from '../with-ledger.ts';
import {
  commandLine,
  limitsOf,
  merchantsOf,
  readNewPassword,
  rightsInWords,
  roleOf,
  shownUser,
  userDeps,
} from './users-input.ts';

/** Adds somebody who logs in to the pages. The password is asked for, or read from standard input. */
export const usersAdd: Command = async ({ args, options, terminal }) => {
  const name = userName(args[0]!);
  const role = roleOf(textOf(options, 'role'));
  const merchants = merchantsOf(options) ?? null;
  const limits = limitsOf(options) ?? null;
  if (options.provider && options.passwordStdin)
    throw new PayrunError('usage', { detail: 'Choose one of --provider and --password-stdin.' });
  return withLedger(async (ledger) => {
    if (await findUser(ledger.db, name)) throw new PayrunError('user_exists', { name });
    const password = options.provider ? null : await readNewPassword(options, terminal, name);
    const user = await addUser(userDeps(ledger), commandLine(), { name, role, merchants, limits, password });
    terminal.print(`User ${user.name} added: ${rightsInWords(user)}.`);
    terminal.document(shownUser(user));
    return EXIT.done;
  });
};
