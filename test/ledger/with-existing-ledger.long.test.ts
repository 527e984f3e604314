import { describe, expect, it } from 'vitest';
import { openLedger } from '../../src/ledger/open-ledger.ts';
import { withExistingLedger } from '../../src/ledger/with-existing-ledger.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { createLog } from '../../src/platform/log.ts';
import { testFolder } from '../support/test-folder.ts';

describe('a command that only reads an embedded ledger', () => {
  const home = testFolder();
  const versions = () =>
    withExistingLedger({ home }, 'payrun.migration', async (db) =>
      db === null
        ? null
        : (await db.query<{ n: number }>('select count(*)::int as n from payrun.migration')).rows[0]!.n,
    );

  it('finds none, and creates none', async () => {
    expect(await versions()).toBeNull();
    expect(await versions()).toBeNull();
  });

  it('does not migrate an older one', async () => {
    const ledger = await openLedger({ home, log: createLog('silent'), clock: systemClock });
    await ledger.db.query('drop schema payrun cascade');
    await ledger.db.query(
      "create schema payrun; create table payrun.migration (version int, name text, hash bytea); insert into payrun.migration values (1, 'old', '')",
    );
    await ledger.close();
    expect(await withExistingLedger({ home }, 'payrun.sheet_format', async (db) => db)).toBeNull();
    expect(await versions()).toBe(1);
  });
});
