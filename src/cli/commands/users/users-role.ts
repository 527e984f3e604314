import { readRole } from '../../../engine/users/read-rights.ts';
import { setRights } from '../../../engine/users/users.ts';
import { EXIT } from '../../../errors.ts';
import { userDocument } from '../../../lists/users.ts';
import { actingUser } from '../../acting-user.ts';
import type { Command } from '../../command.ts';
import { withLedger } from '../../with-ledger.ts';
import { limitsOf, merchantsOf, rightsInWords, userDeps } from './users-input.ts';

/** Changes a user's rights, and ends their sessions. Options that are absent change nothing. */
export const usersRole: Command = ({ args: [name = '', role], options, terminal }) =>
  withLedger(async (ledger, config) => {
    const by = await actingUser({ ledger, config }, 'users', { options, terminal });
    const merchants = merchantsOf(options);
    const limits = limitsOf(options);
    const user = await setRights(userDeps(ledger), by, name, {
      role: readRole(role),
      ...(merchants === undefined ? {} : { merchants }),
      ...(limits === undefined ? {} : { limits }),
    });
    terminal.print(`User ${user.name} is ${rightsInWords(user)}.`);
    terminal.document(userDocument(user));
    return EXIT.done;
  });
