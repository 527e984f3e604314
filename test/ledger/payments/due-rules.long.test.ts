import { beforeAll, expect, it } from 'vitest';
import type { Db } from '../../../src/ledger/db/db.ts';
import { countForPlanner } from '../../../src/ledger/db/planner-statistics.ts';
import type { Ledger } from '../../../src/ledger/ledger.ts';
import { MARK_DUE } from '../../../src/ledger/payments/due-rules.ts';
import { applyHoldRules } from '../../../src/ledger/payments/holds/hold-rules.ts';
import { NOTHING_REPEATED, type RepeatedKeys } from '../../../src/ledger/payments/holds/hold-within-sheet.ts';
import { beginComparison } from '../../../src/ledger/runs/loading.ts';
import { describeDatabases } from '../../support/database.ts';
import { addRandomHistory, loadRandomSheet } from '../../support/random-history.ts';
import { repeatedKeysOf } from '../../support/repeated-keys.ts';

const PEOPLE = 700;
const EARLIER = 2_000;
const ROWS = 900;
const undone = new Error('undone');
const ALL_REPEATED = Object.fromEntries(
  Object.keys(NOTHING_REPEATED).map((key) => [key, true]),
) as unknown as RepeatedKeys;

describeDatabases('rows that are compared only by the rules due for them', (database) => {
  let ledger: Ledger;
  let runs: readonly bigint[];
  beforeAll(async () => {
    ledger = await database.open();
    runs = await addRandomHistory(ledger, { seed: 7, payments: EARLIER, people: PEOPLE });
  });

  /** What the rules make of the rows of a run; undone afterwards. */
  const screened = async (
    run: bigint,
    rerun: boolean,
    through: (db: Db) => Db,
    repeated: RepeatedKeys = ALL_REPEATED,
  ) => {
    let found: readonly unknown[] = [];
    const screen = ledger.tx(async (db) => {
      const { vault } = ledger;
      await countForPlanner(db, ROWS);
      const earlier = await beginComparison(db, run, 'acme');
      const compared = { run, earlier, duplicateDays: 30, rerun, vault };
      await applyHoldRules(through(db), { ...compared, duplicatesInSheet: 'hold', repeated });
      const { rows } = await db.query<{ due: number }>(
        'select * from payrun.payment_row where run_id = $1 order by row',
        [run],
      );
      found = rows.map(({ due: _due, ...row }) => row);
      throw undone;
    });
    await expect(screen).rejects.toBe(undone);
    return found;
  };
  /** All rules are due for every row. */
  const allDue = (db: Db): Db =>
    ({
      ...db,
      query: async (sql: string, values?: readonly unknown[]) => {
        if (sql !== MARK_DUE) return db.query(sql, values as never);
        await db.query('update payrun.payment_row set due = 31 where run_id = $1', values!.slice(0, 1));
        return { rows: [{ due: 31 }], rowCount: 1 };
      },
    }) as Db;

  it.each(['sheet', 'rerun'])('are put on hold and warned of as if all rules were due: a %s', async (kind) => {
    const rerun = kind === 'rerun';
    const run = await loadRandomSheet(ledger, {
      rows: ROWS,
      people: PEOPLE + 10,
      rerunOf: rerun ? runs[3] : undefined,
    });
    const [marked, whole] = [await screened(run, rerun, (db) => db), await screened(run, rerun, allDue)];
    expect(marked).toEqual(whole);
    const codes = new Set(
      (whole as { reason_code: string | null; problems: { code: string }[] | null }[]).flatMap((row) => [
        row.reason_code,
        ...(row.problems ?? []).map(({ code }) => code),
      ]),
    );
    // Otherwise nothing was compared.
    expect([...codes]).toEqual(
      expect.arrayContaining([
        'account_changed',
        'account_in_flight',
        'possible_duplicate',
        'shared_account',
        'amount_unusual',
        'similar_reference',
        null,
      ]),
    );
  });

  it('are compared with each other as if all their keys occurred twice, though most rules of a small sheet do not run', async () => {
    const seen = new Set<string>();
    for (let sheet = 0; sheet < 12; sheet++) {
      const run = await loadRandomSheet(ledger, { rows: 3 + sheet, people: 12 });
      const repeated = await repeatedKeysOf(ledger.db, run);
      const asItIs = (db: Db) => db;
      expect(await screened(run, false, asItIs, repeated)).toEqual(await screened(run, false, asItIs));
      for (const [key, is] of Object.entries(repeated)) seen.add(`${key} ${is}`);
    }
    expect([...seen]).toEqual(
      expect.arrayContaining(
        ['reference', 'personAmount', 'account', 'accountAmount'].flatMap((key) => [`${key} false`, `${key} true`]),
      ),
    );
  });

  it('are found by an index each, however many there were before', async () => {
    const run = await loadRandomSheet(ledger, { rows: 1, people: PEOPLE });
    await ledger.tx(async (db) => {
      await db.query('set local enable_seqscan = off');
      const { rows } = await db.query<{ 'QUERY PLAN': string }>(
        `explain ${MARK_DUE.replaceAll('$1', String(run)).replaceAll('$2', '30')}`,
      );
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      expect(plan).not.toMatch(/Seq Scan on payment_row e/);
      for (const index of [
        'payment_of_recipient',
        'payment_ready_of_recipient',
        'payment_of_person',
        'payment_account_key',
        'payment_latest',
      ])
        expect(plan).toContain(index);
      // The expressions are those of the indexes: if not, they are compared with each payment of the recipient.
      expect(plan).toMatch(/payment_of_recipient on payment_row .*\n *Index Cond: .*paid_account_fp/);
      expect(plan).toMatch(/payment_account_key on payment_row .*\n *Index Cond: .*ROW\(.*person_fp/);
      expect(plan).toMatch(/payment_latest.*\n *Index Cond: .*final_at/);
    });
  });
});
