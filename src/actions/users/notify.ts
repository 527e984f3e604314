import { namesIn, type UserAction } from '../action.ts';

/** Sets the address and kinds of a user's notifications. Options that are absent change nothing. */
export const notify: UserAction = {
  name: 'notify',
  of: 'user',
  own: 'own_notifications',
  button: 'Change notifications',
  done: 'Notifications changed.',
  command: {
    arguments: '[name]',
    summary: 'sets where a user gets notifications, and which; without a name, your own',
    options: [
      { flags: '--email <address>', summary: 'where notifications go, or `none`' },
      { flags: '--kinds <kinds>', summary: 'comma-separated kinds, or `all` for every kind that they can act on' },
    ],
    examples: [
      ['payrun users notify --email me@example.com', 'your own; you do not need to be an admin'],
      ['payrun users notify anna --email anna@example.com', 'Anna is then notified about runs that she can approve'],
    ],
  },
  async apply(place, { user: name }, typed, { by }) {
    const { notificationsOf, setNotifications } = await import('../../engine/users/set-notifications.ts');
    const { requireUser, userDeps } = await import('../../engine/users/users.ts');
    const { userDocument } = await import('../../engine/users/user-document.ts');
    const before = await requireUser(place.ledger.db, name ?? by.name);
    const { email, kinds } = typed;
    const wanted =
      typed.told === undefined
        ? {
            email: email === undefined ? before.email : email === 'none' ? null : email,
            kinds: kinds === undefined ? before.notification_kinds : kinds === 'all' ? null : namesIn(kinds),
          }
        : notificationsOf(typed);
    const user = await setNotifications(userDeps(place), by, before.name, wanted);
    const { notification_kinds: chosen } = user;
    const what = chosen === null ? 'what they can act on' : chosen.join(', ') || 'nothing';
    const line =
      user.email === null
        ? `User ${user.name} gets no notifications.`
        : `User ${user.name} gets notifications at ${user.email}: ${what}.`;
    return {
      answer: { document: { ...userDocument(user), email: user.email, kinds: chosen }, lines: [line] },
    };
  },
};
