import { resetTotp } from '../../../engine/users/users.ts';
import { EXIT } from '../../../errors.ts';
import { actingUser } from '../../acting-user.ts';
import type { Command } from '../../command.ts';
import { withLedger } from '../../with-ledger.ts';
import { userDeps } from './users-input.ts';

/**
 * Turns off two-factor authentication for a user who lost the device and the recovery codes, and ends their sessions.
 * The password alone is enough until they set it up again.
 */
export const usersResetTotp: Command = ({ args: [name = ''], options, terminal }) =>
  withLedger(async (ledger, config) => {
    const by = await actingUser({ ledger, config }, 'users', { options, terminal });
    await resetTotp(userDeps(ledger), by, name);
    terminal.print(
      `User ${name} needs no codes until they set up two-factor authentication again, and is logged out everywhere.`,
    );
    terminal.document({ user: name, done: 'codes removed' });
    return EXIT.done;
  });
