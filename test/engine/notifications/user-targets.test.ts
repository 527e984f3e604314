import { beforeAll, expect, it } from 'vitest';
import type { NotificationKind } from '../../../src/engine/notifications/notification-content.ts';
import { allTargets } from '../../../src/engine/notifications/targets.ts';
import { type NotificationAbout, userTargets } from '../../../src/engine/notifications/user-targets.ts';
import type { Ledger } from '../../../src/ledger/ledger.ts';
import {
  insertUser,
  listUsers,
  setUserDisabled,
  setUserNotifications,
  type UserRole,
} from '../../../src/ledger/users/user.ts';
import { describeDatabases } from '../../support/database.ts';

describeDatabases('the users who are notified', (database) => {
  let ledger: Ledger;
  beforeAll(async () => {
    ledger = await database.open();
    const add = async (
      name: string,
      role: UserRole,
      merchants: readonly string[] | null,
      kinds: readonly string[] | null | 'no address' = null,
    ) => {
      await insertUser(ledger.db, { name, role, merchants, limits: null, password: null }, new Date());
      if (kinds !== 'no address') await setUserNotifications(ledger.db, name, { email: `${name}@example.com`, kinds });
    };
    await add('mia', 'approver', null);
    await add('anna', 'approver', ['acme']);
    await add('nora', 'approver', ['north']);
    await add('otto', 'maker', null);
    await add('vera', 'viewer', null);
    await add('silent', 'approver', null, 'no address');
    await add('chosen', 'viewer', null, ['finished', 'needs_approval']);
    await add('none', 'admin', null, []);
    await add('gone', 'admin', null);
    await setUserDisabled(ledger.db, 'gone', new Date());
  });

  it.each<[kind: NotificationKind, about: Partial<NotificationAbout>, told: readonly string[]]>([
    ['needs_approval', {}, ['anna', 'mia']],
    // Never to whoever made it, however the name is written, or has approved it already.
    ['needs_approval', { makers: ['ＭＩＡ'] }, ['anna']],
    ['needs_approval', { makers: ['mia'], barred: ['anna'] }, []],
    ['needs_approval', { merchants: ['north'] }, ['mia', 'nora']],
    ['needs_funds', {}, ['anna', 'mia', 'otto']],
    ['rows_held', {}, ['anna', 'mia']],
    // Of a sheet of several merchants everybody reads of those that they see.
    ['needs_person', { merchants: ['acme', 'north'] }, ['mia']],
    ['needs_person', { merchants: ['acme'], among: ['acme', 'north'] }, ['anna']],
    ['needs_person', { merchants: ['north'], among: ['acme', 'north'] }, ['nora']],
    // What became of a run is told to its maker, and to who has asked for it.
    ['finished', { makers: ['otto'] }, ['chosen', 'otto']],
    ['rows_failed', { makers: ['vera'] }, ['vera']],
    // No one known has dropped the file: whoever makes runs can correct its rows.
    ['rows_failed', { makers: ['inbox'] }, ['anna', 'mia', 'otto']],
    ['finished', { makers: ['inbox'] }, ['chosen']],
    // A moved pay date concerns its maker and who approved it, but not who moved it.
    ['pay_date_moved', { makers: ['otto'], concerned: ['MIA', 'nora', 'none'], by: null }, ['mia', 'otto']],
    ['pay_date_moved', { makers: ['otto'], concerned: ['mia'], by: 'Otto' }, ['mia']],
    ['pay_date_moved', { makers: ['inbox'] }, ['anna', 'mia', 'otto']],
    ['sheet_refused', { merchants: [] }, ['anna', 'mia', 'nora', 'otto']],
  ])('of %s %j', async (kind, about, reported) => {
    const users = await listUsers(ledger.db);
    const found = userTargets(users, kind, { merchants: ['acme'], makers: [], ...about });
    expect(found.map((address) => address.replace('@example.com', '')).sort()).toEqual(reported);
  });

  it('an approval goes to no address of its maker, even if the settings list it, but to one that an approver shares', async () => {
    const users = await listUsers(ledger.db);
    const to = { default: ['finance@example.com', 'Mia@example.com'] };
    const config = { notifications: { to }, smtpUrl: 'smtp://127.0.0.1' } as never;
    const addresses = (all: typeof users, kind: NotificationKind) =>
      allTargets(config, all, kind, { merchants: ['acme'], makers: ['mia'] }).map(({ target }) => target);
    expect(addresses(users, 'needs_approval')).toEqual(['finance@example.com', 'anna@example.com']);
    expect(addresses(users, 'rows_held')).toEqual(['finance@example.com', 'anna@example.com', 'mia@example.com']);
    const sharing = users.map((user) => (user.name === 'anna' ? { ...user, email: 'mia@example.com' } : user));
    expect(addresses(sharing, 'needs_approval')).toEqual(['finance@example.com', 'mia@example.com']);
  });
});
