import { expect, it } from 'vitest';
import { countForPlanner } from '../../../src/ledger/db/planner-statistics.ts';
import { describeDatabases } from '../../support/database.ts';

describeDatabases('the statistics of payments', (database) => {
  it('are updated once many payments changed, not for each small run', async () => {
    const { db } = await database.open();
    const isCounted = async (changed: number) => {
      await countForPlanner(db, changed);
      const counted = await db.query(
        `select 1 from pg_class where oid = 'payrun.payment_row'::regclass and reltuples >= 0`,
      );
      return counted.rows.length === 1;
    };
    expect(await isCounted(999)).toBe(false);
    expect(await isCounted(1_000)).toBe(true);
  });
});
