import { setEnabled } from '../../../engine/users/users.ts';
import { EXIT } from '../../../errors.ts';
import { actingUser } from '../../acting-user.ts';
import type { Command } from '../../command.ts';
import { withLedger } from '../../with-ledger.ts';
import { userDeps } from './users-input.ts';

/** Ends the user's sessions at once. They cannot log in again. */
export const usersDisable: Command = setting(false);

/** The user can log in again. */
export const usersEnable: Command = setting(true);

function setting(enabled: boolean): Command {
  return ({ args: [name = ''], options, terminal }) =>
    withLedger(async (ledger, config) => {
      const by = await actingUser({ ledger, config }, 'users', { options, terminal });
      const done = await setEnabled(userDeps(ledger), by, name, enabled);
      const state = enabled ? 'enabled' : 'disabled';
      terminal.print(done === 'changed' ? `User ${name} is ${state}.` : `User ${name} was ${state} already.`);
      terminal.document({ user: name, disabled: !enabled, done });
      return EXIT.done;
    });
}
