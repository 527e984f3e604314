import { beforeAll, expect, it } from 'vitest';
import { intake } from '../../src/intake/ingest-rows.ts';
import type { IntakeSource } from '../../src/intake/intake-source.ts';
import { openTransaction } from '../../src/ledger/db/open-transaction.ts';
import type { Ledger } from '../../src/ledger/ledger.ts';
import { beginLoading, discardLoadedRows } from '../../src/ledger/runs/loading.ts';
import { claimRun } from '../../src/ledger/runs/run.ts';
import type { SheetRow } from '../../src/model.ts';
import type { ActiveRun } from '../../src/step.ts';
import { describeDatabases } from '../support/database.ts';
import { addPayments, sheetRow, startTestRun, testDeps } from '../support/test-run.ts';

const ROWS = 40;
const sheetOf = (name: string): SheetRow[] =>
  Array.from({ length: ROWS }, (_, i) =>
    sheetRow(i + 2, { paymentReference: `${name}-${i}`, referenceId: `${name}-${i}` }),
  );
/** Rows in chunks of ten; `late` is called before the last chunk. */
const source = (rows: readonly SheetRow[], late: () => unknown = () => {}): IntakeSource => ({
  async *rows() {
    for (let at = 0; at < rows.length; at += 10) {
      if (at + 10 >= rows.length) await late();
      yield rows.slice(at, at + 10);
    }
  },
});

describeDatabases('while the sheet of a run is read,', (database) => {
  let ledger: Ledger;
  beforeAll(async () => {
    ledger = await database.open();
  });

  const take = (run: ActiveRun, name: string, late?: () => unknown, base = ledger) =>
    intake(run, testDeps(base, { rowsALoad: 10 }), source(sheetOf(name), late), []);
  const states = async (run: ActiveRun, table = 'payment') =>
    (
      await ledger.db.query<{ state: string; code: string | null; n: number }>(
        `select state, reason_code as code, count(*)::int as n from payrun.${table} where run_id = $1 group by 1, 2 order by n desc`,
        [run.id],
      )
    ).rows;
  const READY = [{ state: 'ready', code: null, n: ROWS }];
  const stopped = new Error('stopped');
  const stop = () => {
    throw stopped;
  };

  it('G4: its rows are loaded, and no statement sees or changes them but those of the intake', async () => {
    const run = await startTestRun(ledger);
    const sees = async () => {
      const { rows } = await ledger.db.query<{ n: number }>(
        `select (select count(*) from payrun.payment where run_id = $1)::int
           + (select count(*) from payrun.payment_status where run = $1)::int
           + (select coalesce((counts->>'ready')::int, 0) from payrun.run_summary where run = $1)::int as n`,
        [run.id],
      );
      return rows[0]!.n;
    };
    let seen: number | null = null;
    let changed: number | null = null;
    await take(run, 'seen', async () => {
      expect(await states(run, 'payment_row')).toMatchObject([{ state: 'ready' }]);
      seen = await sees();
      const update = `update payrun.payment set state = 'canceled' where run_id = $1`;
      ({ rowCount: changed } = await ledger.db.query(update, [run.id]));
    });
    expect([seen, changed]).toEqual([0, 0]);
    expect(await sees()).toBe(3 * ROWS);
    expect(await states(run)).toEqual(READY);
  });

  it('another process that takes it over reads it whole, and the first one writes nothing more', async () => {
    const run = await startTestRun(ledger);
    let fence = run.fence;
    const overtake = async () => {
      fence = (await claimRun(ledger.db, run.id, 'other', 1_000, 'test'))!;
    };
    await expect(take(run, 'taken', overtake)).rejects.toMatchObject({ code: 'fenced' });
    expect(await states(run)).toEqual([]);
    await take({ ...run, fence }, 'taken');
    expect(await states(run, 'payment_row')).toEqual(READY);
  });

  it('G1: a reference that another payment gets meanwhile is paid once', async () => {
    const run = await startTestRun(ledger);
    await take(run, 'both', async () => {
      await addPayments(ledger, await startTestRun(ledger), [{ reference: 'both-3' }]);
    });
    expect(await states(run)).toEqual([
      { state: 'ready', code: null, n: ROWS - 1 },
      { state: 'held', code: 'duplicate_reference', n: 1 },
    ]);
  });

  it('G1: two sheets with the same references, one within the other, are paid once', async () => {
    const [run, other] = [await startTestRun(ledger), await startTestRun(ledger)];
    await take(run, 'twice', () => take(other, 'twice'));
    expect(await states(other)).toEqual(READY);
    expect(await states(run)).toEqual([{ state: 'held', code: 'duplicate_reference', n: ROWS }]);
  });

  it('G1: its end is refused if one of its references is in another live payment, whatever the hold rules say', async () => {
    const run = await startTestRun(ledger);
    await expect(take(run, 'ends', stop)).rejects.toBe(stopped);
    await addPayments(ledger, await startTestRun(ledger), [{ reference: 'ends-3' }]);
    const end = ledger.db.query('update payrun.run set loading = false, intake_at = now() where id = $1', [run.id]);
    await expect(end).rejects.toThrow('the reference is in another live payment');
    expect(await states(run)).toEqual([]);
  });

  it('rows that an interrupted intake left are deleted in pieces, also those of the other runs of the sheet', async () => {
    const [lead, other, stranger] = [
      await startTestRun(ledger),
      await startTestRun(ledger, { merchant: 'beta' }),
      await startTestRun(ledger),
    ];
    await ledger.db.query('update payrun.run set lead_run = $1 where id = any($2)', [lead.id, [lead.id, other.id]]);
    for (const run of [lead, other, stranger]) {
      await beginLoading(ledger.db, run.id);
      await addPayments(ledger, run, [{}, {}, {}]);
    }
    let pieces = 0;
    while (await discardLoadedRows(ledger.db, lead.id, 2)) pieces++;
    expect(pieces).toBe(3);
    expect([await states(lead, 'payment_row'), await states(other, 'payment_row')]).toEqual([[], []]);
    expect(await states(stranger, 'payment_row')).toMatchObject([{ n: 3 }]);
  });

  it.runIf(database.kind === 'postgres')('it does not wait for its merchant before its end', async () => {
    const run = await startTestRun(ledger);
    const other = await openTransaction(ledger);
    await other.db.query('select from payrun.merchant where id = $1 for update', [run.merchant]);
    const reading = take(run, 'locked', stop).catch((error: unknown) => error);
    const late = new Promise((resolve) => setTimeout(resolve, 8_000, 'it waits'));
    const first = await Promise.race([reading, late]);
    await other.rollback();
    expect(first).toBe(stopped);
  });

  it.runIf(database.kind === 'postgres')('it is loaded to its end with one connection for it', async () => {
    const run = await startTestRun(ledger);
    let before: Promise<unknown> = Promise.resolve();
    const alone: Ledger = {
      ...ledger,
      tx(work) {
        const turn = before.then(() => ledger.tx(work));
        before = turn.catch(() => {});
        return turn;
      },
    };
    await take(run, 'alone', undefined, alone);
    expect(await states(run)).toEqual(READY);
  });
});
