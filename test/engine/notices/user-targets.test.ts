import { beforeAll, expect, it } from 'vitest';
import type { NoticeKind } from '../../../src/engine/notices/notice.ts';
import { type NoticeAbout, userTargets } from '../../../src/engine/notices/user-targets.ts';
import type { Ledger } from '../../../src/ledger/open-ledger.ts';
import { insertUser, setUserDisabled, setUserNotices, type UserRole } from '../../../src/ledger/user.ts';
import { describeDatabases } from '../../support/database.ts';

describeDatabases('users who are told', (database) => {
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
      if (kinds !== 'no address') await setUserNotices(ledger.db, name, { email: `${name}@example.com`, kinds });
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

  it.each<[kind: NoticeKind, about: Partial<NoticeAbout>, told: readonly string[]]>([
    ['needs_approval', {}, ['anna', 'mia']],
    // Never to whoever made it, however the name is written, or has approved it already.
    ['needs_approval', { makers: ['ＭＩＡ'] }, ['anna']],
    ['needs_approval', { makers: ['mia'], approved: ['anna'] }, []],
    ['needs_approval', { merchants: ['north'] }, ['mia', 'nora']],
    ['needs_funds', {}, ['anna', 'mia', 'otto']],
    ['rows_held', {}, ['anna', 'mia']],
    ['needs_person', { merchants: ['acme', 'north'] }, ['anna', 'mia', 'nora']],
    // What became of a run is told to its maker, and to who has asked for it.
    ['finished', { makers: ['otto'] }, ['chosen', 'otto']],
    ['rows_failed', { makers: ['vera'] }, ['vera']],
    ['sheet_refused', { merchants: [] }, ['anna', 'mia', 'nora', 'otto']],
  ])('of %s %j', async (kind, about, told) => {
    const found = await userTargets(ledger.db, kind, { merchants: ['acme'], makers: [], ...about });
    expect(found.map(({ target }) => target.replace('@example.com', '')).sort()).toEqual(told);
  });
});
