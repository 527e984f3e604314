import type { ControlTotalLine } from '../control-total-line.ts';
import { EXIT } from '../errors.ts';
import { openBatchDiscrepancies } from '../ledger/batch-discrepancy.ts';
import { countCalls } from '../ledger/calls.ts';
import type { Db } from '../ledger/open-ledger.ts';
import { countStates, problemsOf, totalsOf } from '../ledger/payment.ts';
import { getRun } from '../ledger/run.ts';
import type { Problem } from '../model.ts';
import { formatMinor } from '../money.ts';
import { COUNTED_STATES, type RunState } from '../states.ts';
import { paidTotal } from './paid-total.ts';
import { type SameSheet, sameSheet } from './same-sheet.ts';

/** Problems that one outcome carries; the results workbook has all of them. */
export const MOST_PROBLEMS = 10_000;

export type StateCounts = Readonly<Record<(typeof COUNTED_STATES)[number], number>>;
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
  /** The control total of what it sent to be paid, `PAYRUN,<count>,<currency>,<total>`; null where it sent nothing. */
  readonly paid: string | null;
  /** Which side of its payments the control total counts, by currency. */
  readonly paidSides: Pick<ControlTotalLine, 'debited' | 'arriving'> | null;
  readonly calls: number;
  readonly problems: readonly Problem[];
  /** Path of the results workbook; null where none was written. */
  readonly results: string | null;
  /** Where the same sheet came before, under whatever name; null where it did not. */
  readonly sameSheet: SameSheet | null;
  /** Why it stands where it stands. */
  readonly note: string | null;
  readonly exitCode: number;
  /** Of a sheet with several merchants: what came of the run of each. */
  readonly runs?: readonly MerchantOutcome[];
}

/** What came of one merchant's part of a sheet. Its problems and results are those of the sheet. */
export interface MerchantOutcome
  extends Pick<RunOutcome, 'run' | 'state' | 'rows' | 'counts' | 'totals' | 'paid' | 'calls' | 'note'> {
  readonly merchant: string;
  /** What keeps it from going on now. */
  readonly error?: { readonly code: string; readonly message: string; readonly next: string };
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
    ...paidIn(await paidTotal(db, [id])),
    calls: await countCalls(db, id),
    problems: await problemsOf(db, id, MOST_PROBLEMS),
    results,
    sameSheet: await sameSheet(db, id),
    note: run.note,
    exitCode:
      (await openBatchDiscrepancies(db, [id])).length > 0
        ? EXIT.waits
        : exitCodeOf(run.state, counts, options.dryRun || confirmed_at === null),
  };
}

export function paidIn(total: ControlTotalLine | null): Pick<RunOutcome, 'paid' | 'paidSides'> {
  return { paid: total?.line ?? null, paidSides: total && { debited: total.debited, arriving: total.arriving } };
}

/** A figure for every state that is counted. */
export function stateCounts(countOf: (state: keyof StateCounts) => number): StateCounts {
  return Object.fromEntries(COUNTED_STATES.map((state) => [state, countOf(state)])) as StateCounts;
}

export async function countsOf(db: Db, run: bigint): Promise<StateCounts> {
  const found = await countStates(db, run);
  return stateCounts((state) => found[state] ?? 0);
}

export async function amountsOf(db: Db, run: bigint): Promise<Totals> {
  const totals = Object.entries(await totalsOf(db, run));
  return Object.fromEntries(
    totals.map(([currency, { rows, minor }]) => [currency, { rows, amount: formatMinor(minor, currency) }]),
  );
}

const WAITING: ReadonlySet<RunState> = new Set([
  'waiting_approval',
  'waiting_funds',
  'awaiting_service_approval',
  'needs_person',
]);

/** 4 where somebody or money is waited for, 3 where rows were refused or failed, else 0. */
function exitCodeOf(state: RunState, counts: StateCounts, onlyLooked: boolean): number {
  if (!onlyLooked && WAITING.has(state)) return EXIT.waits;
  if (counts.held + counts.unknown + counts.discrepancy > 0) return EXIT.waits;
  if (counts.invalid + counts.failed + counts.returned > 0) return EXIT.rowsFailed;
  return EXIT.done;
}
