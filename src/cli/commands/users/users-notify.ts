import { notificationsPermission, setNotifications } from '../../../engine/users/set-notifications.ts';
import { requireUser } from '../../../engine/users/users.ts';
import { EXIT } from '../../../errors.ts';
import { userDocument } from '../../../lists/users.ts';
import { actingUser } from '../../acting-user.ts';
import { type Command, textOf } from '../../command.ts';
import { withLedger } from '../../with-ledger.ts';
import { listOf, userDeps } from './users-input.ts';

/**
 * Sets the address and kinds of a user's notifications, by default of the acting user. Options that are absent change
 * nothing.
 */
export const usersNotify: Command = ({ args: [name], options, terminal }) =>
  withLedger(async (ledger, config) => {
    const permissionBy = (by: string) => notificationsPermission(by, name ?? by);
    const by = await actingUser({ ledger, config }, permissionBy, { options, terminal });
    const before = await requireUser(ledger.db, name ?? by.name);
    const email = textOf(options, 'email');
    const kinds = textOf(options, 'kinds');
    const user = await setNotifications(userDeps(ledger), by, before.name, {
      email: email === undefined ? before.email : email === 'none' ? null : email,
      kinds: kinds === undefined ? before.notification_kinds : kinds === 'all' ? null : listOf(kinds),
    });
    const { notification_kinds: chosen } = user;
    const what = chosen === null ? 'what they can act on' : chosen.join(', ') || 'nothing';
    terminal.print(
      user.email === null
        ? `User ${user.name} gets no notifications.`
        : `User ${user.name} gets notifications at ${user.email}: ${what}.`,
    );
    terminal.document({ ...userDocument(user), email: user.email, kinds: chosen });
    return EXIT.done;
  });
