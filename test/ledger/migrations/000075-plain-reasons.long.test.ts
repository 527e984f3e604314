import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { migrate, readMigrations } from '../../../src/ledger/migrations/migrate.ts';
import { describeDatabases } from '../../support/database.ts';

const BEFORE = readMigrations().findIndex(({ version }) => version === 75);

describeDatabases(
  'a ledger of a version whose sentences have commands in them',
  (database) => {
    it('keeps the sentences, without the commands', async () => {
      const { db, tx } = await database.open();
      await db.query('drop schema payrun cascade');
      await migrate(db, tx, readMigrations().slice(0, BEFORE));
      await db.query(
        `insert into payrun.merchant (id, environment, country, access_fp) values ('acme', 'sandbox', 'US', 'x')`,
      );
      await db.query(
        `insert into payrun.run (job, merchant_id, maker, note) values
         ('pay-sheet', 'acme', 'mia', '3 of 9 rows of the sheet are wrong, more than --on-invalid 5% allows. Nothing of it is paid.')`,
      );
      const reasons = [
        'Bank details changed. Someone else than the maker must release it: payrun release A 1 --as NAME.',
        'Row 3 pays this recipient the same amount. If both are meant: payrun release B-2 --as NAME.',
        'Most of this sheet was paid before. If all of it is to be paid again: payrun release C --as NAME.',
        'Account closed.',
      ];
      const problems = [
        {
          code: 'amount_ambiguous',
          message: 'The amount can be 1 or 2. Write it with two, or say --decimal point or --decimal comma.',
        },
      ];
      for (const [row, reason] of reasons.entries())
        await db.query(
          `insert into payrun.payment (id, run_id, merchant_id, row, state, reason, problems, row_sealed) values ($1, 1, 'acme', $2, 'invalid', $3, $4, '')`,
          [randomUUID(), row + 2, reason, JSON.stringify(problems)],
        );
      await migrate(db, tx);
      const { rows } = await db.query<{ reason: string; message: string }>(
        `select reason, problems->0->>'message' as message from payrun.payment order by row`,
      );
      expect(rows.map(({ reason }) => reason)).toEqual([
        'Bank details changed. Someone else than the maker must release it.',
        'Row 3 pays this recipient the same amount. If both are meant, an approver releases it.',
        'Most of this sheet was paid before. If all of it is to be paid again, an approver releases it.',
        'Account closed.',
      ]);
      expect(rows[0]!.message).toBe('The amount can be 1 or 2. Write it with two.');
      const { rows: runs } = await db.query('select note from payrun.run');
      expect(runs).toEqual([
        { note: '3 of 9 rows of the sheet are wrong, more than the 5% that are allowed. Nothing of it is paid.' },
      ]);
    });
  },
  { empty: true },
);
