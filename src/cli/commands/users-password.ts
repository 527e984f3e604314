import { setPassword } from '../../engine/users.ts';
import { EXIT, PayrunError } from '../../errors.ts';
import { findUser } from '../../ledger/user.ts';
import type { Command } from '../command.ts';
import { withLedger } from '../with-ledger.ts';
import { commandLine, readNewPassword, userDeps } from './users-input.ts';

/** Sets another password. They are logged out everywhere. */
export const usersPassword: Command = ({ args: [name = ''], options, terminal }) =>
  withLedger(async (ledger) => {
    const user = await findUser(ledger.db, name);
    if (!user) throw new PayrunError('user_unknown', { name });
    await setPassword(userDeps(ledger), commandLine(), user.name, await readNewPassword(options, terminal, user.name));
    terminal.print(`User ${user.name} has another password, and is logged out everywhere.`);
    terminal.document({ user: user.name, done: 'password changed' });
    return EXIT.done;
  });
