import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { migrate, readMigrations } from '../../../src/ledger/migrations/migrate.ts';
import { describeDatabases } from '../../support/database.ts';

describeDatabases(
  'payments from before their country was stored',
  (database) => {
    it('get it if the account of their recipient is still the one that was paid', async () => {
      const { db, tx } = await database.open();
      await db.query('drop schema payrun cascade');
      await migrate(db, tx, readMigrations().slice(0, 28));
      await db.query(
        `insert into payrun.merchant (id, environment, country, access_fp) values ('acme', 'sandbox', 'US', 'x')`,
      );
      await db.query(`insert into payrun.run (job, merchant_id, maker) values ('pay-sheet', 'acme', 'mia')`);
      const batch = randomUUID();
      await db.query(
        `insert into payrun.batch (id, run_id, merchant_id, currency, tag, maker, payments, source_minor)
         values ($1, 1, 'acme', 'EUR', 'tag', 'mia', 1, 1)`,
        [batch],
      );
      const PAYMENTS: readonly (readonly [
        country: string | null,
        countryOf: string | null,
        paid: string | null,
        state: string,
        kept: string | null,
      ])[] = [
        ['DE', 'A-1', 'A-1', 'processed', 'DE'],
        ['FR', 'A-2', 'A-2', 'batched', 'FR'],
        ['JP', 'A-new', 'A-3', 'processed', null],
        ['JP', 'A-4', null, 'returned', null],
        [null, null, 'A-5', 'processed', null],
        ['nowhere', 'A-6', 'A-6', 'processed', null],
        // Its batch keeps it.
        ['DE', 'A-7', null, 'ready', null],
      ];
      for (const [n, [country, countryOf, paid, state]] of PAYMENTS.entries()) {
        const recipient = randomUUID();
        await db.query(
          `insert into payrun.recipient (id, merchant_id, key_fp, account_country, account_country_of)
           values ($1, 'acme', sha256($4), $2, $3)`,
          [recipient, country, countryOf, Buffer.from(recipient)],
        );
        await db.query(
          `insert into payrun.payment (id, run_id, merchant_id, row, state, reference, source_currency, fixed, currency, minor, recipient_id,
             batch_id, row_sealed, paid_account_remote_id)
           values ($1, 1, 'acme', $2, $3, $4, 'EUR', 'source', 'EUR', 1, $5, $6, '', $7)`,
          [randomUUID(), n, state, `ref-${n}`, recipient, state === 'ready' ? null : batch, paid],
        );
      }
      await migrate(db, tx);
      const { rows } = await db.query<{ country: string | null }>(
        'select paid_account_country as country from payrun.payment order by row',
      );
      expect(rows.map(({ country }) => country)).toEqual(PAYMENTS.map(([, , , , kept]) => kept));
    });
  },
  { empty: true },
);
