import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { EQUAL_PAID_AFTER_ALL } from '../../../src/ledger/batches/equal-payments.ts';
import { describeDatabases } from '../../support/database.ts';

describeDatabases('payments that were paid after all', (database) => {
  it('are found by an index of their own: they are looked for before each start', async () => {
    const ledger = await database.open();
    const plan = await ledger.tx(async (db) => {
      // The tables are empty: the planner would read all of them.
      await db.query('set local enable_seqscan = off');
      const { rows } = await db.query<Record<string, string>>(
        `explain ${EQUAL_PAID_AFTER_ALL.replaceAll('$1', `'${randomUUID()}'`)}`,
      );
      return rows.map((row) => Object.values(row)[0]).join('\n');
    });
    expect(plan).toContain('payment_paid_after_all');
  });
});
