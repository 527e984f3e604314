import { EXIT } from '../errors.ts';
import { countCalls } from '../ledger/audit/calls.ts';
import type { Db } from '../ledger/db/db.ts';
import { problemsOf } from '../ledger/payments/payment.ts';
import { getRun } from '../ledger/runs/run.ts';
import { readRunFacts } from '../ledger/runs/run-facts.ts';
import type { Problem } from '../model.ts';
import { formatMinor } from '../money.ts';
import type { ControlTotalLine } from '../outcomes/control-total-line.ts';
import type { Reason } from '../outcomes/reason-words.ts';
import type { MoneyLine } from '../outcomes/run-money.ts';
import { type Outcome, waitsForSomebody } from '../outcomes/run-outcome.ts';
import { type RunResult, runResult, type StateCounts } from '../outcomes/run-result.ts';
import type { PaymentState, RunState } from '../states.ts';
import { type SameSheet, sameSheet } from './same-sheet.ts';

/** Problems that one outcome carries; the results workbook has all of them. */
export const MOST_PROBLEMS = 10_000;

/** Rows and the sum of their amounts, by the currency of the amount. */
export type Totals = Readonly<Record<string, { readonly rows: number; readonly amount: string }>>;

/** What left one balance for payments in one state; plain decimals. Debit and fees are in `from`, what recipients get in `to`. */
export interface MovedMoney {
  readonly state: PaymentState;
  readonly from: string;
  readonly to: string;
  readonly payments: number;
  readonly totalDebit: string;
  readonly fees: string;
  /** What of the fees was deducted from what recipients get. */
  readonly recipientFees: string;
  readonly recipientGets: string;
}

/** What came of a run, from the ledger alone: the JSON document of `pay`, `resume` and `rerun`. */
export interface RunOutcome {
  readonly run: string;
  readonly state: RunState;
  /** What became of it, or what it waits for. */
  readonly outcome: Outcome;
  readonly rows: number;
  readonly counts: StateCounts;
  /** Why rows were not paid, each reason with its count. */
  readonly reasons: readonly Reason[];
  /** Of what is to be paid or was: rows that were refused, held, canceled, that failed or came back are not in it. */
  readonly totals: Totals;
  /** What left the balances: only payments that are paid or on their way, as the service said it of them. */
  readonly money: readonly MovedMoney[];
  /** The control total of what it sent to be paid, `PAYRUN,<count>,<currency>,<total>`; null where it sent nothing. */
  readonly paid: string | null;
  /** Which side of its payments the control total counts, by currency. */
  readonly paidSides: Omit<ControlTotalLine, 'line'> | null;
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
  extends Pick<
    RunOutcome,
    'run' | 'state' | 'outcome' | 'rows' | 'counts' | 'reasons' | 'totals' | 'money' | 'paid' | 'calls' | 'note'
  > {
  readonly merchant: string;
  /** What keeps it from going on now. */
  readonly error?: { readonly code: string; readonly message: string; readonly next: string };
}

export async function runOutcome(db: Db, id: bigint, results: string | null = null): Promise<RunOutcome> {
  const run = await getRun(db, id);
  const facts = await readRunFacts(db, [id]);
  const result = runResult(facts);
  const { confirmed_at, options } = run;
  return {
    run: String(id),
    state: run.state,
    ...shownResult(result),
    rows: run.rows_in ?? Object.values(result.counts).reduce((sum, n) => sum + n, 0),
    calls: await countCalls(db, id),
    problems: await problemsOf(db, id, MOST_PROBLEMS),
    results,
    sameSheet: await sameSheet(db, id),
    note: run.note,
    exitCode: exitCodeOf(result, options.dryRun || confirmed_at === null),
  };
}

/** The figures of a result as documents have them. */
export function shownResult(
  result: RunResult,
): Pick<RunOutcome, 'outcome' | 'rows' | 'counts' | 'reasons' | 'totals' | 'money' | 'paid' | 'paidSides'> {
  const { outcome, rows, counts, reasons, sums, money, control } = result;
  const { line: paid = null, ...paidSides } = control ?? {};
  return {
    outcome,
    rows,
    counts,
    reasons,
    totals: Object.fromEntries(
      Object.entries(sums)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([currency, sum]) => [currency, { rows: sum.rows, amount: formatMinor(sum.minor, currency) }]),
    ),
    money: money.map(movedMoney),
    paid,
    paidSides: control && (paidSides as Omit<ControlTotalLine, 'line'>),
  };
}

function movedMoney({
  state,
  from,
  to,
  payments,
  fees,
  recipientFees,
  totalDebit,
  recipientGets,
}: MoneyLine): MovedMoney {
  return {
    state,
    from,
    to,
    payments,
    totalDebit: formatMinor(totalDebit, from),
    fees: formatMinor(fees, from),
    recipientFees: formatMinor(recipientFees, from),
    recipientGets: formatMinor(recipientGets, to),
  };
}

/** 4 where somebody or money is waited for, 3 where rows were refused, rejected or failed, else 0. */
function exitCodeOf({ outcome, counts }: RunResult, onlyLooked: boolean): number {
  if (counts.held + counts.unknown + counts.discrepancy > 0) return EXIT.waits;
  if (!onlyLooked && waitsForSomebody(outcome)) return EXIT.waits;
  if (counts.invalid + counts.failed + counts.returned > 0 || outcome === 'rejected') return EXIT.rowsFailed;
  return EXIT.done;
}
