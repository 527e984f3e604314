import { EXIT } from '../errors.ts';
import { countCalls } from '../ledger/calls.ts';
import type { Db } from '../ledger/open-ledger.ts';
import { countStates, problemsOf, totalsOf } from '../ledger/payment.ts';
import { getRun } from '../ledger/run.ts';
import type { Problem } from '../model.ts';
import { formatMinor } from '../money.ts';
import { COUNTED_STATES, type PaymentState, type RunState } from '../states.ts';

/** Problems that one outcome carries; the results workbook has all of them. */
const MOST_PROBLEMS = 10_000;

export type StateCounts = Readonly<Record<Exclude<PaymentState, 'new'>, number>>;
/** Rows and the sum of their amounts, by the currency of the amount. */
export type Totals = Readonly<Record<string, { readonly rows: number; readonly amount: string }>>;

/** What came of a run, from the ledger alone: the JSON document of `pay`, `resume` and `rerun`. */
export interface RunOutcome {
  readonly run: string;
  readonly state: RunState;
  readonly rows: number;
  readonly counts: StateCounts;
  /** Of what is being paid or was: invalid, held and cancelled rows are left out. */
  readonly totals: Totals;
  readonly calls: number;
  readonly problems: readonly Problem[];
  /** Path of the results workbook; null where none was written. */
  readonly results: string | null;
  /** Why it stands where it stands. */
  readonly note: string | null;
  readonly exitCode: number;
}

export async function runOutcome(db: Db, id: bigint, results: string | null = null): Promise<RunOutcome> {
  const run = await getRun(db, id);
  const counts = await countsOf(db, id);
  const { confirmed_at, options } = run;
  return {
    run: String(id),
    state: run.state,
    rows: run.rows_in ?? Object.values(counts).reduce((sum, n) => sum + n, 0),
    counts,
    totals: await amountsOf(db, id),
    calls: await countCalls(db, id),
    problems: await problemsOf(db, id, MOST_PROBLEMS),
    results,
    note: run.note,
    exitCode: exitCodeOf(run.state, counts, options.dryRun || confirmed_at === null),
  };
}

export async function countsOf(db: Db, run: bigint): Promise<StateCounts> {
  const found = await countStates(db, run);
  return Object.fromEntries(COUNTED_STATES.map((state) => [state, found[state] ?? 0])) as unknown as StateCounts;
}

export async function amountsOf(db: Db, run: bigint): Promise<Totals> {
  const totals = Object.entries(await totalsOf(db, run));
  return Object.fromEntries(
    totals.map(([currency, { rows, minor }]) => [currency, { rows, amount: formatMinor(minor, currency) }]),
  );
}

/** 4 where somebody or money is waited for, 3 where rows were refused or failed, else 0. */
function exitCodeOf(state: RunState, counts: StateCounts, onlyLooked: boolean): number {
  if (!onlyLooked && (state === 'waiting_approval' || state === 'waiting_funds' || state === 'needs_person'))
    return EXIT.waits;
  if (counts.held + counts.unknown > 0) return EXIT.waits;
  if (counts.invalid + counts.failed + counts.returned > 0) return EXIT.rowsFailed;
  return EXIT.done;
}
