import { COUNTED_STATES, type PaymentState, type RunStatus } from '../states.ts';
import { type ControlTotalLine, sentControlTotal } from './control-total-line.ts';
import { getReasons, type Reason } from './reason-words.ts';
import {
  type MoneyLine,
  moneyLines,
  type PaymentGroup,
  type RowSums,
  realSums,
  statedSums,
  sumsOnHold,
  sumsToPay,
} from './run-money.ts';
import { getSheetOutcome, type StatusFacts } from './run-outcome.ts';
import { type TotalDebit, totalDebits } from './total-debits.ts';

export type StateCounts = Readonly<Record<(typeof COUNTED_STATES)[number], number>>;

/** The result of a run, or of several together: every figure that any channel shows. */
export interface RunResult {
  readonly outcome: RunStatus;
  readonly rows: number;
  readonly counts: StateCounts;
  readonly reasons: readonly Reason[];
  /** Rows and sums that the sheet states, of payments that are to be paid or were paid; minor units. */
  readonly sums: RowSums;
  /** The same of payments on hold, which are in no other sum. */
  readonly onHold: RowSums;
  /** All rows by state and funding currency, with their total debit. */
  readonly debits: readonly TotalDebit[];
  /** The debits, and the amounts that recipients get, by the service's figures. */
  readonly money: readonly MoneyLine[];
  /** The control total of the sent payments; null if none was sent. */
  readonly control: ControlTotalLine | null;
}

/** Computes the result from the ledger's facts. No other code counts or adds. */
export function runResult(
  runs: readonly { readonly status: StatusFacts; readonly groups: readonly PaymentGroup[] }[],
): RunResult {
  const statuses = runs.map(({ status }) => status);
  const groups = runs.flatMap((run) => run.groups);
  const counts = stateCounts((state) => statuses.reduce((sum, one) => sum + (one.counts[state] ?? 0), 0));
  return {
    outcome: statuses.length === 1 ? statuses[0]!.outcome : getSheetOutcome(statuses),
    rows: statuses.reduce((sum, { rows }) => sum + rows, 0),
    counts,
    reasons: getReasons(statuses.flatMap(({ reasons }) => reasons)),
    sums: sumsToPay(groups),
    onHold: sumsOnHold(groups),
    debits: totalDebits(groups),
    money: moneyLines(groups),
    control: sentControlTotal(realSums(groups), statedSums(groups)),
  };
}

/** A figure for every state that is counted. */
export function stateCounts(countOf: (state: PaymentState & keyof StateCounts) => number): StateCounts {
  return Object.fromEntries(COUNTED_STATES.map((state) => [state, countOf(state)])) as StateCounts;
}
