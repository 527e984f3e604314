import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { migrate, readMigrations } from '../../../src/ledger/migrations/migrate.ts';
import { compareAgain } from '../../../src/ledger/releases/compare-again.ts';
import { describeDatabases } from '../../support/database.ts';

const BEFORE = readMigrations().findIndex(({ version }) => version === 98);

describeDatabases(
  'a ledger of a version that counted no comparisons',
  (database) => {
    it('orders its runs by when they were read, and no note repeats the status of its run', async () => {
      const { db, tx, vault } = await database.open();
      await db.query('drop schema payrun cascade');
      await migrate(db, tx, readMigrations().slice(0, BEFORE));
      await db.query(
        `insert into payrun.merchant (id, environment, country, access_fp) values ('acme', 'sandbox', 'US', 'x')`,
      );
      await db.query(
        `insert into payrun.run (job, merchant_id, maker, note, created_at, intake_at) values
         ('pay-sheet', 'acme', 'mia', 'Awaiting approval.', now(), now() - interval '1 hour'),
         ('pay-sheet', 'acme', 'mia', 'The run comes to 12.00 EUR, above the limit of 10.00 EUR.', now(), now() - interval '3 hours'),
         ('pay-sheet', 'acme', 'mia', null, now(), now() - interval '2 hours')`,
      );
      const ids = [randomUUID(), randomUUID(), randomUUID()];
      for (const [at, state] of ['ready', 'held', 'ready'].entries())
        await db.query(
          `insert into payrun.payment (id, run_id, merchant_id, row, state, reference, reason, fixed, currency, source_currency, minor, recipient_fp, row_sealed)
           values ($1, $2, 'acme', 2, $3, $4, 'Bank details changed.', 'source', 'EUR', 'EUR', 5, 'ann', '')`,
          [ids[at], at + 1, state, `R-${at}`],
        );
      await migrate(db, tx);
      const { rows } = await db.query('select compared_no, note from payrun.run order by id');
      expect(rows).toEqual([
        { compared_no: 3n, note: null },
        { compared_no: 1n, note: 'The run comes to 12.00 EUR, above the limit of 10.00 EUR.' },
        { compared_no: 2n, note: null },
      ]);
      // Read before both: each of them was made since.
      expect(await tx((one) => compareAgain(one, vault, [ids[1]!], 7))).toHaveLength(1);
      expect(await tx((one) => compareAgain(one, vault, [ids[1]!], 7))).toEqual([]);
    });
  },
  { empty: true },
);
