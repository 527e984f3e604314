import { setEnabled } from '../../engine/users/users.ts';
import { EXIT } from '../../errors.ts';
import type { Command } from '../command.ts';
import { withLedger } from '../with-ledger.ts';
import { commandLine, userDeps } from './users-input.ts';

/** They cannot log in any more, and what they are logged in with is over at once. */
export const usersDisable: Command = setting(false);

/** They can log in again. */
export const usersEnable: Command = setting(true);

function setting(enabled: boolean): Command {
  return ({ args: [name = ''], terminal }) =>
    withLedger(async (ledger) => {
      const done = await setEnabled(userDeps(ledger), commandLine(), name, enabled);
      const state = enabled ? 'enabled' : 'disabled';
      terminal.print(done === 'changed' ? `User ${name} is ${state}.` : `User ${name} was ${state} already.`);
      terminal.document({ user: name, disabled: !enabled, done });
      return EXIT.done;
    });
}
