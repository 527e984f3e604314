import { setPassword } from '../../../engine/users/users.ts';
import { EXIT, PayrunError } from '../../../errors.ts';
import { findUser } from '../../../ledger/users/user.ts';
import { actingUser } from '../../acting-user.ts';
import type { Command } from '../../command.ts';
import { withLedger } from '../../with-ledger.ts';
import { givenPassword, passwordLines, userDeps } from './users-input.ts';

/** Sets another password, and ends the user's sessions. */
export const usersPassword: Command = ({ args: [name = ''], options, terminal }) =>
  withLedger(async (ledger, config) => {
    const by = await actingUser({ ledger, config }, 'users', { options, terminal });
    const user = await findUser(ledger.db, name);
    if (!user) throw new PayrunError('user_unknown', { name });
    const given = await givenPassword(options, terminal, user.name);
    const { password, toChange, made } = given;
    await setPassword(userDeps(ledger), by, user.name, password, { toChange });
    terminal.print(`User ${user.name} has another password, and is logged out everywhere.`);
    for (const line of passwordLines(given)) terminal.print(line);
    const document = { user: user.name, done: 'password changed', passwordToChange: toChange };
    terminal.document({ ...document, ...(made ? { password } : {}) });
    return EXIT.done;
  });
