import { beforeAll, describe, expect, it } from 'vitest';
import { intake } from '../../src/intake/ingest-rows.ts';
import type { IntakeSource } from '../../src/intake/intake-source.ts';
import { openTransaction } from '../../src/ledger/db/open-transaction.ts';
import type { Ledger } from '../../src/ledger/ledger.ts';
import { claimRun, getRun } from '../../src/ledger/runs/run.ts';
import type { SheetRow } from '../../src/model.ts';
import type { ActiveRun, StepDeps } from '../../src/step.ts';
import { germanIban } from '../bench/work/sheet.ts';
import { describeDatabases } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { addPayments, startTestRun, testDeps } from '../support/test-run.ts';

const pieces = { rowsALoad: 2_000, rowsAPiece: 1_000 };
const ROWS = 7_000;
const LOADED = 6_000;
const PERSON = { type: 'individual', firstName: 'Ada', lastName: 'Lovelace' };
const HOME = { street1: '12 High Street', city: 'Berlin', country: 'DE', zip: '10115' };

/** The sheets of the tests, each with accounts of its own. */
const SHEETS = [
  'once',
  'control',
  'taken',
  'early',
  'window',
  'both',
  'cut',
  'waited',
  'locked',
  'slow',
  'still',
  'own',
  'alone',
];

/** Known by their e-mail: who has only a referenceId waits for the end of the sheet. */
const rowOf = (name: string, row: number, cells: SheetRow['cells'] = {}): SheetRow => ({
  row,
  cells: {
    ...PERSON,
    ...HOME,
    amount: '10.00',
    currency: 'EUR',
    email: `${name}-${row}@example.com`,
    iban: germanIban(row + 10_000 * SHEETS.indexOf(name)),
    paymentReference: `${name}-${row}`,
    ...cells,
  },
  original: [],
  findings: [],
});
const sheetOf = (name: string, changed: Readonly<Record<number, SheetRow['cells']>> = {}) =>
  Array.from({ length: ROWS }, (_, i) => rowOf(name, i + 2, changed[i + 2]));

/** Rows in chunks of 100; `late` is called before the last chunk. */
const source = (rows: readonly SheetRow[], late: () => unknown = () => {}): IntakeSource => ({
  async *rows() {
    for (let at = 0; at < rows.length; at += 100) {
      if (at + 100 >= rows.length) await late();
      yield rows.slice(at, at + 100);
    }
  },
});

const READY = [{ state: 'ready', code: null, n: ROWS, first: 2 }];

describeDatabases('a large sheet whose rows are inserted while it is read', (database) => {
  let ledger: Ledger;
  let deps: StepDeps;
  beforeAll(async () => {
    ledger = await database.open();
    deps = testDeps(ledger, { pieces });
  });

  const states = async (run: ActiveRun) =>
    (
      await ledger.db.query<{ state: string; code: string | null; n: number; first: number }>(
        `select state, reason_code as code, count(*)::int as n, min(row) as first from payrun.payment where run_id = $1 group by 1, 2 order by n desc`,
        [run.id],
      )
    ).rows;
  /** Notes how many rows each statement inserted. */
  const watched = (base: Ledger, inserted: number[]): Ledger => ({
    ...base,
    tx: (work) =>
      base.tx((db) => {
        const { query } = db;
        Object.assign(db, {
          query: async (sql: string, params?: readonly unknown[]) => {
            const result = await query(sql, params);
            if (sql.startsWith('insert into payrun.payment ')) inserted.push(result.rowCount);
            return result;
          },
        });
        return work(db);
      }),
  });
  /** Takes a sheet in; `late` is called when rows were inserted and its last ones are still to be read. */
  const take = async (
    run: ActiveRun,
    rows: readonly SheetRow[],
    late: () => unknown = () => {},
    given: { readonly deps?: Partial<StepDeps>; readonly control?: Parameters<typeof intake>[3] } = {},
  ): Promise<{ readonly early: number; readonly all: number }> => {
    const inserted: number[] = [];
    const sum = () => inserted.reduce((all, n) => all + n, 0);
    let early = 0;
    const from = source(rows, async () => {
      // All that was loaded, but for the rows that wait.
      if (database.kind === 'postgres') await eventually(() => expect(sum()).toBeGreaterThan(LOADED - 10));
      early = sum();
      await late();
    });
    const base = given.deps?.ledger ?? ledger;
    await intake(run, { ...deps, ...given.deps, ledger: watched(base, inserted) }, from, given.control ?? []);
    return { early, all: sum() };
  };

  it('G4: has each row once, and those that a later row contradicts are on hold', async () => {
    const run = await startTestRun(ledger);
    const rows = sheetOf('once', {
      4500: { paymentReference: 'once-20', amount: '7.00' },
      4600: { ...rowOf('once', 30).cells, paymentReference: 'once-30' },
      4700: { amount: 'ten' },
      4800: { email: 'once-40@example.com' },
    });
    const { early, all } = await take(run, rows);
    const found = await states(run);
    expect(found).toHaveLength(5);
    expect(found).toEqual(
      expect.arrayContaining([
        { state: 'ready', code: null, n: ROWS - 6, first: 2 },
        { state: 'held', code: 'reference_conflict', n: 2, first: 20 },
        { state: 'held', code: 'duplicate_in_sheet', n: 1, first: 4_600 },
        // One recipient with two accounts: the first was inserted before the other was read.
        { state: 'held', code: 'account_conflict', n: 2, first: 40 },
        { state: 'invalid', code: 'amount_form', n: 1, first: 4_700 },
      ]),
    );
    expect(all).toBe(ROWS);
    // The embedded database has one connection.
    if (database.kind === 'embedded') expect(early).toBe(0);
    expect(await getRun(ledger.db, run.id)).toMatchObject({ rows_in: ROWS });
    const { rowCount } = await ledger.db.query('select from payrun.payment_in where run_id = $1', [run.id]);
    expect(rowCount).toBe(0);
  });

  describe.runIf(database.kind === 'postgres')('on a server,', () => {
    it('is canceled as a whole if it does not agree with its control total', async () => {
      const run = await startTestRun(ledger);
      const control = [{ from: 'sidecar', rows: 1, totals: [] }] as const;
      await expect(take(run, sheetOf('control'), undefined, { control })).rejects.toMatchObject({
        code: 'control_total',
      });
      expect(await states(run)).toEqual([{ state: 'canceled', code: 'control_total', n: ROWS, first: 2 }]);
    });

    it('leaves nothing if another process takes its run over, which then reads it whole', async () => {
      const run = await startTestRun(ledger);
      let fence = run.fence;
      const overtake = async () => {
        fence = (await claimRun(ledger.db, run.id, 'other', 1_000, 'test'))!;
      };
      await expect(take(run, sheetOf('taken'), overtake)).rejects.toMatchObject({ code: 'fenced' });
      expect(await states(run)).toEqual([]);
      await take({ ...run, fence }, sheetOf('taken'));
      expect(await states(run)).toEqual(READY);
    });

    it('leaves nothing if its rows end early, and can be read again at once', async () => {
      const run = await startTestRun(ledger);
      const end = () => {
        throw new Error('the file ended');
      };
      await expect(take(run, sheetOf('early'), end)).rejects.toThrow('the file ended');
      expect(await states(run)).toEqual([]);
      await take(run, sheetOf('early'));
      expect(await states(run)).toEqual(READY);
    });

    it('is compared with the window that is in force at its end', async () => {
      const run = await startTestRun(ledger);
      let duplicateDays = 30;
      const rules = async () => ({ ...(await deps.rules()), duplicateDays });
      const change = () => {
        duplicateDays = 40;
      };
      const { early, all } = await take(run, sheetOf('window'), change, { deps: { rules } });
      expect(await states(run)).toEqual(READY);
      // What was inserted with the old one was undone.
      expect(all).toBeGreaterThanOrEqual(ROWS + early);
    });

    it('pays each reference once if two processes read it at the same time', async () => {
      const other = await database.open();
      const sheets = [ledger, other].map(async (one) => {
        const run = await startTestRun(one);
        // The second one waits for the first with all that it inserts.
        await intake(run, { ...deps, ledger: one }, source(sheetOf('both')), []);
        return states(run);
      });
      expect(await Promise.all(sheets)).toEqual(
        expect.arrayContaining([READY, [{ state: 'held', code: 'duplicate_reference', n: ROWS, first: 2 }]]),
      );
    });

    it('is read to its end if the database ends the connection', async () => {
      const run = await startTestRun(ledger);
      const cut = () =>
        ledger.db.query(
          `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()
             and xact_start is not null and state = 'idle in transaction' and pid <> pg_backend_pid()`,
        );
      const { early, all } = await take(run, sheetOf('cut'), cut);
      expect(await states(run)).toEqual(READY);
      expect(all).toBeGreaterThanOrEqual(ROWS + early);
    });

    it('is not compared with its own rows as if they were earlier payments', async () => {
      const run = await startTestRun(ledger);
      await addPayments(ledger, await startTestRun(ledger), [{ state: 'held' }]);
      const compared: string[] = [];
      const listened: Ledger = {
        ...ledger,
        tx: (work) =>
          ledger.tx((db) => {
            const { query } = db;
            Object.assign(db, {
              query: (sql: string, params?: readonly unknown[]) => {
                if (sql.includes('o.same_person')) compared.push(sql);
                return query(sql, params);
              },
            });
            return work(db);
          }),
      };
      const rows = sheetOf('own', { 5000: { email: 'own-40@example.com' } });
      await take(run, rows, undefined, { deps: { ledger: listened } });
      expect(await states(run)).toContainEqual({ state: 'held', code: 'account_conflict', n: 2, first: 40 });
      expect(compared).toHaveLength(0);
    });

    it.each([
      ['nothing is read', 'slow', () => new Promise((resolve) => setTimeout(resolve, 3_000))],
      ['its process stands still', 'still', () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3_000)],
    ])('is read to its end if %s for longer than the database waits', async (_, name, wait) => {
      const impatient = await database.open({ idleMs: 1_500 });
      const run = await startTestRun(impatient);
      await take(run, sheetOf(name), wait, { deps: { ledger: impatient } });
      expect(await states(run)).toEqual(READY);
    });

    it('lets those go first who wait for its merchant, however many they are', async () => {
      const run = await startTestRun(ledger);
      // More than the connections that the sheet leaves.
      const decide = () =>
        Promise.all(
          Array.from({ length: 12 }, () =>
            ledger.tx((db) => db.query('select from payrun.merchant where id = $1 for update', [run.merchant])),
          ),
        );
      const { early, all } = await take(run, sheetOf('waited'), decide);
      expect(await states(run)).toEqual(READY);
      expect(all).toBeGreaterThanOrEqual(ROWS + early);
    });

    it('is loaded to its end behind a pooler that has one connection for it', async () => {
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
      await intake(run, { ...deps, ledger: alone }, source(sheetOf('alone')), []);
      expect(await states(run)).toEqual(READY);
    });

    it('does not wait for its merchant before its end', async () => {
      const run = await startTestRun(ledger);
      const stopped = new Error('stopped');
      const from = source(sheetOf('locked'), () => {
        throw stopped;
      });
      const other = await openTransaction(ledger);
      await other.db.query('select from payrun.merchant where id = $1 for update', [run.merchant]);
      const reading = intake(run, deps, from, []).catch((error: unknown) => error);
      const late = new Promise((resolve) => setTimeout(resolve, 8_000, 'it waits'));
      const first = await Promise.race([reading, late]);
      await other.rollback();
      expect(first).toBe(stopped);
    });
  });
});
