import { userDocument } from '../engine/users/user-document.ts';
import type { UserRow } from '../ledger/users/user.ts';
import { hasRole } from '../permissions/access.ts';
import { roleWord } from '../permissions/role-word.ts';
import { capitalized } from '../platform/capitalize.ts';
import { notificationWords } from '../references/notification-words.ts';
import { as, type Value } from '../references/value.ts';
import { defineList, type ListPlace } from './list.ts';

/** A user, and until when they are locked out after wrong attempts; null if they are not. */
export interface ListedUser extends UserRow {
  readonly lockedUntil: Date | null;
}

export const merchantsText = (merchants: UserRow['merchants']): string => merchants?.join(', ') ?? 'all';

export const limitsText = (limits: UserRow['limits']): string =>
  limits === null
    ? 'no limit'
    : Object.entries(limits)
        .map(([currency, amount]) => `${currency}=${amount}`)
        .join(', ');

function notificationsText({ email, notification_kinds: kinds }: UserRow): string {
  if (email === null) return 'None';
  const what = kinds === null ? 'everything they can act on' : kinds.map(notificationWords).join(', ') || 'nothing';
  return `${email}: ${what}`;
}

function userStatus({ disabled_at, lockedUntil, password_to_change }: ListedUser): Value {
  if (disabled_at) return as.status('bad', 'Disabled', 'disabled');
  if (lockedUntil) return as.words`${as.status('wait', 'Locked', 'locked')} until ${as.time(lockedUntil)}`;
  return password_to_change ? 'Must choose a password' : 'Active';
}

/** These users with their lockouts. `now` in ms UTC. */
export async function listedUsers(
  { ledger, clock }: ListPlace,
  found: readonly UserRow[],
): Promise<readonly ListedUser[]> {
  const { selectLockouts } = await import('../ledger/views/user-lockouts.ts');
  const names = found.map(({ name }) => name);
  const locked = await selectLockouts(ledger.db, ledger.vault, names, new Date(clock.now()));
  return found.map((user) => ({ ...user, lockedUntil: locked.get(user.name) ?? null }));
}

/** The users of the pages, and what each may. */
export const userList = defineList({
  name: 'users',
  title: 'Users',
  role: 'admin',
  installation: true,
  filters: {},
  columns: [
    { name: 'user', title: 'Name', names: true, value: ({ name }: ListedUser) => as.link('user', name, name) },
    { name: 'role', title: 'Role', value: ({ role }) => roleWord(role) },
    { name: 'merchants', title: 'Merchants', value: ({ merchants }) => capitalizedAll(merchants) },
    {
      name: 'limits',
      title: 'Approves up to',
      value: ({ role, limits }) =>
        hasRole(role, 'approver') ? capitalized(limitsText(limits)) || 'Nothing' : 'Nothing',
    },
    {
      name: 'login',
      title: 'Logs in with',
      value: ({ password, totp_confirmed_at }) =>
        password === null ? 'Identity provider' : totp_confirmed_at ? 'Password and code' : 'Password',
    },
    { name: 'notifications', title: 'Notifications', minor: true, value: notificationsText },
    { name: 'lastLogin', title: 'Last login', value: ({ seen_at }) => as.time(seen_at) ?? 'Never' },
    {
      name: 'added',
      title: 'Added',
      minor: true,
      doors: ['page', 'csv'],
      value: ({ created_at }) => as.time(created_at),
    },
    { name: 'status', title: 'Status', value: userStatus },
  ],
  read: async (place, scope) => {
    const { listUsers } = await import('../ledger/users/user.ts');
    const found = scope === null ? await listUsers(place.ledger.db) : [];
    return { rows: await listedUsers(place, found), next: null };
  },
  empty: {
    what: 'There are no users yet.',
    page: 'Add one below.',
    command: 'Add the first one with `payrun users add NAME --role admin`.',
  },
  perPage: 1_000,
  command: {
    name: 'users list',
    group: 'Administration',
    summary: 'the users, with their roles and merchants',
    examples: [['payrun users list', 'roles, merchants, limits, last logins']],
    most: 1_000,
  },
  document: userDocument,
});

const capitalizedAll = (merchants: UserRow['merchants']): string =>
  merchants === null ? 'All' : merchantsText(merchants);
