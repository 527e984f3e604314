import { beforeAll, beforeEach, expect, it } from 'vitest';
import type { Ledger } from '../../../src/ledger/ledger.ts';
import { promoteStaged } from '../../../src/ledger/payments/promote-staged.ts';
import { describeDatabases } from '../../support/database.ts';

const ROWS = 200;

describeDatabases('the staged rows of a run are promoted,', (database) => {
  let ledger: Ledger;
  const runs: bigint[] = [];

  const staged = async () =>
    (await ledger.db.query('select 1 from payrun.payment_in where run_id = $1', [runs[0]])).rowCount;
  const paid = async () =>
    (
      await ledger.db.query<{ row: number }>(`select row from payrun.payment where run_id = $1 order by row`, [runs[0]])
    ).rows.map(({ row }) => row);
  const bring = (rowsAtOnce: number) =>
    ledger.tx((db) => promoteStaged(db, { run: runs[0]!, rows: ROWS, stop: null }, rowsAtOnce));

  beforeAll(async () => {
    ledger = await database.open();
    await ledger.db.query(
      `insert into payrun.merchant (id, environment, country, access_fp) values ('acme', 'sandbox', 'US', 'x')`,
    );
  });
  beforeEach(async () => {
    await ledger.db.query('delete from payrun.payment_in');
    for (const n of [0, 1]) {
      const { rows } = await ledger.db.query<{ id: bigint }>(
        `insert into payrun.run (job, merchant_id, maker) values ('pay-sheet', 'acme', 'mia') returning id`,
      );
      runs[n] = rows[0]!.id;
    }
    // Of two runs in turn, as two sheets that come in at once.
    await ledger.db.query(
      `insert into payrun.payment_in (id, run_id, merchant_id, row, state, reference, source_currency, fixed, currency, minor, row_sealed)
       select gen_random_uuid(), run, 'acme', row, 'new', run || '-' || row, 'EUR', 'source', 'EUR', 100, decode(repeat('03', 500), 'hex')
       from generate_series(1, $2::int) as row, unnest($1::bigint[]) as run`,
      [runs, ROWS],
    );
  });

  it.each([7, 100, 1_000])('%s rows at once: each row once, and none of another run', async (rowsAtOnce) => {
    await bring(rowsAtOnce);
    expect(await paid()).toEqual(Array.from({ length: ROWS }, (_, i) => i + 1));
    expect(await staged()).toBe(0);
  });

  it('including those that a hold rule changed, which are then stored last', async () => {
    await ledger.tx(async (db) => {
      await db.query(`update payrun.payment_in set state = 'held' where run_id = $1 and row % 3 = 0`, [runs[0]]);
      await promoteStaged(db, { run: runs[0]!, rows: ROWS, stop: null }, 60);
    });
    expect(await paid()).toHaveLength(ROWS);
  });

  it('none of them if one was lost', async () => {
    await ledger.db.query('delete from payrun.payment_in where run_id = $1 and row = 77', [runs[0]]);
    await expect(bring(50)).rejects.toMatchObject({ code: 'rows_lost', retry: 'safe' });
    expect(await paid()).toEqual([]);
    expect(await staged()).toBe(ROWS - 1);
  });
});
