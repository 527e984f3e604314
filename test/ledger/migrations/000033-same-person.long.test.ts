import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { migrate, readMigrations } from '../../../src/ledger/migrations/migrate.ts';
import { nameKey } from '../../../src/ledger/users/name-key.ts';
import { describeDatabases } from '../../support/database.ts';

describeDatabases(
  'batches that were approved before names were compared by spelling',
  (database) => {
    it('stay valid, and from now on the same person is refused in any spelling', async () => {
      const { db, tx } = await database.open();
      await db.query('drop schema payrun cascade');
      await migrate(db, tx, readMigrations().slice(0, 32));
      await db.query(
        `insert into payrun.merchant (id, environment, country, access_fp) values ('acme', 'sandbox', 'US', 'x')`,
      );
      await db.query(`insert into payrun.run (job, merchant_id, maker) values ('pay-sheet', 'acme', 'mia')`);
      const add = async (approved: string | null, first: string | null = null) => {
        const id = randomUUID();
        await db.query(
          `insert into payrun.batch (id, run_id, merchant_id, currency, tag, maker, payments, source_minor, approved_by, approved_hash,
             first_by, first_hash) values ($1, 1, 'acme', 'EUR', $4, 'mia', 1, 1, $2, case when $2::text is null then null else '\\x01'::bytea end,
             $3, case when $3::text is null then null else '\\x01'::bytea end)`,
          [id, approved, first, id],
        );
        return id;
      };
      const before = [
        await add('MIA'),
        await add('ｍｉａ'),
        await add('cleo', 'ＭＩＡ'),
        await add('cleo', 'ｃｌｅｏ'),
      ];
      const fine = await add('cleo', 'anna');
      await migrate(db, tx);
      for (const id of [...before, fine])
        await db.query('update payrun.batch set note = $2 where id = $1', [id, 'goes on']);

      for (const name of ['mia', 'MIA', ' mia ', 'ＭＩＡ']) {
        expect(nameKey(name)).toBe('mia');
        await expect(add(name), name).rejects.toMatchObject({ constraint: 'maker_is_not_approver' });
        await expect(add('cleo', name), name).rejects.toMatchObject({ constraint: 'maker_is_not_first_approver' });
      }
      await expect(add('Jörg', 'JO\u0308RG')).rejects.toMatchObject({ constraint: 'approvers_differ' });
      await expect(db.query(`update payrun.batch set approved_by = 'Mia' where id = $1`, [fine])).rejects.toMatchObject(
        { constraint: 'maker_is_not_approver' },
      );
      await add('miah', 'jörg');
      await add(null);
    });
  },
  { empty: true },
);
