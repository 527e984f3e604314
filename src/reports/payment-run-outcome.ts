import { EXIT } from '../errors.ts';
import { countCalls } from '../ledger/audit/api-calls.ts';
import type { Db } from '../ledger/db/db.ts';
import { getProblems } from '../ledger/payments/payment.ts';
import { getRejections } from '../ledger/runs/rejection.ts';
import { getRun } from '../ledger/runs/run.ts';
import { readRunFacts } from '../ledger/runs/run-facts.ts';
import { earlierSheet } from '../ledger/runs/sheet-runs.ts';
import type { Problem } from '../model.ts';
import { formatMinor } from '../money.ts';
import type { ControlTotalLine } from '../outcomes/control-total-line.ts';
import type { Reason } from '../outcomes/reason-words.ts';
import { getRunNote } from '../outcomes/rejection-words.ts';
import type { MoneyLine, RowSums } from '../outcomes/run-money.ts';
import { type DocumentState, documentState, waitsForUser } from '../outcomes/run-outcome.ts';
import { type RunResult, runResult, type StateCounts } from '../outcomes/run-result.ts';
import { stateCountsText } from '../outcomes/status-words.ts';
import { type DebitDocument, debitDocument } from '../outcomes/total-debits.ts';
import { countAll, type PaymentState, type RunStatus } from '../states.ts';

/** The most problems in one outcome. The results workbook has all of them. */
export const MOST_PROBLEMS = 10_000;

export type Totals = Readonly<Record<string, { readonly rows: number; readonly amount: string }>>;

/**
 * Payments in one state from one balance to one currency, as plain decimals of `from`. Amounts that recipients get are
 * shown for single payments only: they are in many currencies.
 */
export interface MovedMoney {
  readonly state: PaymentState;
  readonly from: string;
  readonly to: string;
  readonly payments: number;
  readonly totalDebit: string;
  readonly fees: string;
  /** The part of the fees that was deducted from what recipients get. */
  readonly recipientFees: string;
}

/** The outcome of a run, from the ledger alone: the JSON document of `pay`, `resume` and `rerun`. */
export interface RunOutcome {
  readonly run: string;
  readonly state: DocumentState;
  /** Its result, or the action or funds that it is waiting for. */
  readonly outcome: RunStatus;
  readonly rows: number;
  readonly counts: StateCounts;
  /** The reasons that rows were not paid, each with its count. */
  readonly reasons: readonly Reason[];
  /**
   * The sheet's amounts of payments that are paid or to be paid. Invalid, on hold, canceled, failed and returned rows
   * are not included.
   */
  readonly totals: Totals;
  /** The payments on hold: they are paid only if they are released, and are in no other sum. */
  readonly onHold: Totals;
  /** The total debit of all payments by state and funding currency: the sum that every channel shows. */
  readonly debits: readonly DebitDocument[];
  /** The money that moved: only payments that are paid or processing, with the amounts of the service. */
  readonly money: readonly MovedMoney[];
  /** The control total of the payments that were sent, `PAYRUN,<count>,<currency>,<total>`; null if none was sent. */
  readonly paid: string | null;
  /** The side of its payments that the control total counts, by currency. */
  readonly paidSides: Omit<ControlTotalLine, 'line'> | null;
  readonly calls: number;
  readonly problems: readonly Problem[];
  /** The path of the results workbook; null if none was written. */
  readonly results: string | null;
  /** The earlier run with the same sheet, under any name; null if the sheet is new. */
  readonly sameSheet: SameSheet | null;
  /** The reason of the run's status. */
  readonly note: string | null;
  readonly exitCode: number;
  /** The outcome of each merchant's run, if the sheet has several merchants. */
  readonly runs?: readonly MerchantOutcome[];
}

/** The outcome of one merchant's part of a sheet. Problems and results are those of the sheet. */
export interface MerchantOutcome
  extends Pick<
    RunOutcome,
    | 'run'
    | 'state'
    | 'outcome'
    | 'rows'
    | 'counts'
    | 'reasons'
    | 'totals'
    | 'onHold'
    | 'debits'
    | 'money'
    | 'paid'
    | 'calls'
    | 'note'
  > {
  readonly merchant: string;
  /** The error that stops it for now. */
  readonly error?: { readonly code: string; readonly message: string; readonly next: string };
}

/** The outcome of one run. `results` is the path of its results workbook, if one was written. Throws `run_unknown`. */
export async function runOutcome(db: Db, id: bigint, results: string | null = null): Promise<RunOutcome> {
  const run = await getRun(db, id);
  const facts = await readRunFacts(db, [id]);
  const result = runResult(facts);
  const { confirmed_at, options } = run;
  return {
    run: String(id),
    state: documentState(run.status, run.finished_at !== null),
    ...shownResult(result),
    rows: run.rows_in ?? countAll(result.counts),
    calls: await countCalls(db, id),
    problems: await getProblems(db, id, MOST_PROBLEMS),
    results,
    sameSheet: await sameSheet(db, id),
    note: getRunNote(run.note, await getRejections(db, [id])),
    exitCode: exitCodeOf(result, options.dryRun || confirmed_at === null),
  };
}

/** The figures of a result in the form of documents. */
export function shownResult(
  result: RunResult,
): Pick<
  RunOutcome,
  'outcome' | 'rows' | 'counts' | 'reasons' | 'totals' | 'onHold' | 'debits' | 'money' | 'paid' | 'paidSides'
> {
  const { outcome, rows, counts, reasons, sums, onHold, debits, money, control } = result;
  const { line: paid = null, ...paidSides } = control ?? {};
  return {
    outcome,
    rows,
    counts,
    reasons,
    totals: totalsOf(sums),
    onHold: totalsOf(onHold),
    debits: debits.map(debitDocument),
    money: money.map(movedMoney),
    paid,
    paidSides: control && (paidSides as Omit<ControlTotalLine, 'line'>),
  };
}

const totalsOf = (sums: RowSums): Totals =>
  Object.fromEntries(
    Object.entries(sums)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([currency, sum]) => [currency, { rows: sum.rows, amount: formatMinor(sum.minor, currency) }]),
  );

function movedMoney({ state, from, to, payments, fees, recipientFees, totalDebit }: MoneyLine): MovedMoney {
  return {
    state,
    from,
    to,
    payments,
    totalDebit: formatMinor(totalDebit, from),
    fees: formatMinor(fees, from),
    recipientFees: formatMinor(recipientFees, from),
  };
}

/** 4 if the run waits for an action or for funds, 3 if rows were invalid, rejected, failed or returned, else 0. */
function exitCodeOf({ outcome, counts }: RunResult, onlyLooked: boolean): number {
  if (counts.held + counts.unknown + counts.discrepancy > 0) return EXIT.waits;
  if (!onlyLooked && waitsForUser(outcome)) return EXIT.waits;
  if (counts.invalid + counts.failed + counts.returned > 0 || outcome === 'rejected') return EXIT.rowsFailed;
  return EXIT.done;
}

/** The earlier run with the same sheet, under any name, and its outcome. */
export interface SameSheet {
  readonly run: string;
  readonly sheet: string;
  /** When the earlier sheet came in, ISO 8601. */
  readonly at: string;
  /** One sentence: "This is the same sheet as june.csv of run 1 (20 Nov 2026, 20 paid)." */
  readonly message: string;
}

/** Null if the sheet of this run is new. */
export async function sameSheet(db: Db, run: bigint): Promise<SameSheet | null> {
  const earlier = await earlierSheet(db, run);
  if (!earlier) return null;
  const { counts } = runResult(await readRunFacts(db, [earlier.run]));
  const became = stateCountsText(counts);
  const when = earlier.at.toUTCString().slice(5, 16).replace(/^0/, '');
  return {
    run: String(earlier.run),
    sheet: earlier.sheet,
    at: earlier.at.toISOString(),
    message: `This is the same sheet as ${earlier.sheet} of run ${earlier.run} (${became === '' ? when : `${when}, ${became}`}).`,
  };
}
