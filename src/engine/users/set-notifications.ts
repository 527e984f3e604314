import { isSamePerson } from '../../ledger/users/name-key.ts';
import { setUserNotifications, type UserNotifications, type UserRow } from '../../ledger/users/user.ts';
import type { Actor } from '../../permissions/actor.ts';
import { authorize } from '../../permissions/authorize.ts';
import { usageError } from '../../references/usage-error.ts';
import { NOTIFICATION_KINDS } from '../../settings/setting-forms.ts';
import { checkedEmail } from './checked-email.ts';
import { changedBy, recordUserEvent, requireAdmin, requireUser, type UserDeps } from './users.ts';

/**
 * Sets the notifications of a user: users set their own, admins set everyone's. Throws `user_unknown`, `usage`,
 * `admin_first`, and what `authorize` throws.
 */
export async function setNotifications(
  deps: UserDeps,
  by: Actor,
  name: string,
  notifications: UserNotifications,
): Promise<UserRow> {
  const { email, kinds } = notifications;
  checkedEmail(email);
  const unknown = (kinds ?? []).find((kind) => !(NOTIFICATION_KINDS as readonly string[]).includes(kind));
  if (unknown !== undefined) throw usageError('kind_unknown', { kind: unknown, kinds: NOTIFICATION_KINDS.join(', ') });
  return deps.ledger.tx(async (db) => {
    await authorize(db, by, notificationsPermission(by.name, name));
    if (by.owner || !isSamePerson(by.name, name)) await requireAdmin(db);
    const user = await requireUser(db, name);
    await setUserNotifications(db, user.name, notifications);
    const data = { user: user.name, told: email !== null, kinds };
    await recordUserEvent(db, deps, changedBy(by), 'user_notices_changed', data);
    return { ...user, email, notification_kinds: kinds };
  });
}

/** The submitted settings of a form. An empty address is null; kinds are null for all. */
export function notificationsOf(form: Readonly<Record<string, string | undefined>>): UserNotifications {
  const email = (form.email ?? '').trim();
  const kinds = NOTIFICATION_KINDS.filter((kind) => form[`kind-${kind}`] === 'yes');
  return { email: email === '' ? null : email, kinds: form.told === 'chosen' ? kinds : null };
}

/** The permission to change a user's notifications: one's own or another user's. */
const notificationsPermission = (by: string, name: string) => (isSamePerson(by, name) ? 'own_notifications' : 'users');
