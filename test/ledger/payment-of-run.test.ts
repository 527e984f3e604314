import { beforeAll, beforeEach, expect, it } from 'vitest';
import type { Db } from '../../src/ledger/db/db.ts';
import type { Ledger } from '../../src/ledger/ledger.ts';
import { describeDatabases } from '../support/database.ts';

describeDatabases('a payment belongs to a run and to the merchant of that run:', (database) => {
  let ledger: Ledger;
  let run: bigint;

  const newRun = async () =>
    (
      await ledger.db.query<{ id: bigint }>(
        `insert into payrun.run (job, merchant_id, maker) values ('pay-sheet', 'acme', 'mia') returning id`,
      )
    ).rows[0]!.id;
  const add = (db: Db, run: bigint, merchants: readonly string[]) =>
    db.query(
      `insert into payrun.payment (id, run_id, merchant_id, row, state, row_sealed)
       select gen_random_uuid(), $1, merchant, 100 + n, 'invalid', '' from unnest($2::text[]) with ordinality as of (merchant, n)`,
      [run, merchants],
    );
  const payments = async () =>
    (await ledger.db.query('select 1 from payrun.payment where run_id = $1', [run])).rowCount;

  beforeAll(async () => {
    ledger = await database.open();
    for (const merchant of ['acme', 'other'])
      await ledger.db.query(
        `insert into payrun.merchant (id, environment, country, access_fp) values ($1, 'sandbox', 'US', 'x')`,
        [merchant],
      );
  });
  beforeEach(async () => {
    run = await newRun();
  });

  it('one of an existing run is stored', async () => {
    await add(ledger.db, run, ['acme', 'acme']);
    expect(await payments()).toBe(2);
  });

  it.each([
    ['of another merchant', ['other']],
    ['of nobody who is known', ['nobody']],
    ['of another merchant, among others that are right', ['acme', 'other', 'acme']],
  ])('one %s is refused, with its whole statement', async (_which, merchants) => {
    await expect(add(ledger.db, run, merchants)).rejects.toMatchObject({
      code: '23503',
      constraint: 'payment_run_of_merchant',
    });
    expect(await payments()).toBe(0);
  });

  it('one of no run is refused', async () => {
    await expect(add(ledger.db, run + 1_000n, ['acme'])).rejects.toMatchObject({ code: '23503' });
  });

  const MOVES: readonly [what: string, sql: string][] = [
    ['a payment goes to no run', 'update payrun.payment set run_id = run_id + 1000 where run_id = $1'],
    ['a payment goes to another merchant', `update payrun.payment set merchant_id = 'other' where run_id = $1`],
    ['a run goes to another merchant', `update payrun.run set merchant_id = 'other' where id = $1`],
    ['a run goes', 'delete from payrun.run where id = $1'],
  ];
  it.each(MOVES)('%s: refused while the run has a payment', async (_what, sql) => {
    await add(ledger.db, run, ['acme']);
    await expect(ledger.db.query(sql, [run])).rejects.toMatchObject({ code: '23503' });
    expect(await payments()).toBe(1);
  });

  it('a truncate of runs is refused while there is a payment', async () => {
    await add(ledger.db, run, ['acme']);
    await expect(ledger.db.query('truncate payrun.run cascade')).rejects.toThrow(/run that has payments stays/);
    expect(await payments()).toBe(1);
  });

  it('a payment can move to another run of its merchant, and an empty run can be deleted', async () => {
    await add(ledger.db, run, ['acme']);
    const to = await newRun();
    await ledger.db.query('update payrun.payment set run_id = $2 where run_id = $1', [run, to]);
    await ledger.db.query('delete from payrun.run where id = $1', [run]);
    expect((await ledger.db.query('select 1 from payrun.payment where run_id = $1', [to])).rowCount).toBe(1);
  });

  it('G4: a run cannot be deleted while a payment of it is being added', async () => {
    const other = await database.open();
    const added = Promise.withResolvers<void>();
    const gone = added.promise.then(() => other.db.query('delete from payrun.run where id = $1', [run]));
    gone.catch(() => {});
    await ledger.tx(async (db) => {
      await add(db, run, ['acme']);
      added.resolve();
      await new Promise((resolve) => setTimeout(resolve, 300));
    });
    await expect(gone).rejects.toMatchObject({ code: '23503' });
    expect(await payments()).toBe(1);
  });
});
