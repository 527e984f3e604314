import type { Cells, Problem, SheetRow } from '../../model.ts';
import type { Compliance } from '../../outcomes/compliance-words.ts';
import type { ControlTotalLine } from '../../outcomes/control-total-line.ts';
import { columnLabel } from '../../references/column-label.ts';

/** The result of a row; all text is ready for display, amounts are plain decimals. */
export interface RowResult {
  readonly row: number;
  /**
   * Status code: `valid` and `invalid` for a checked sheet, else the state of the payment. `rowStatus` gives the words.
   */
  readonly status: string;
  /** Payment ID. */
  readonly payment?: string;
  /** Batch ID. */
  readonly batch?: string;
  /** The recipient's name in the ledger, also if the row has only a referenceId. */
  readonly recipient?: string;
  /** The payment's reference; written if the sheet has no column for it, or an empty cell. */
  readonly reference?: string;
  readonly amount?: string;
  readonly currency?: string;
  readonly fees?: string;
  /** Tax that the payout service withheld from the recipient. */
  readonly withheld?: string;
  /** The last result of the payout service's compliance review of the recipient. */
  readonly compliance?: Compliance;
  readonly rate?: string;
  readonly targetAmount?: string;
  readonly targetCurrency?: string;
  /** The reason why it failed or is on hold. The sentences of the problems are added to it. */
  readonly reason?: string;
  /** The cells of a row that was corrected in Payrun before it was submitted; absent if it was paid as in the sheet. */
  readonly corrected?: Cells;
  /** An earlier run makes or made the same payment, so this row needs no fix. */
  readonly before?: boolean;
  readonly problems: readonly Problem[];
}

/** Returns the results of a chunk of rows, by row number. A row without a result gets the status `not_read`. */
export type ResultsOf = (
  rows: readonly SheetRow[],
) => ReadonlyMap<number, RowResult> | Promise<ReadonlyMap<number, RowResult>>;

/** One line of the totals: the rows of one currency in one status, or in `ALL_STATUSES`, and their sum. */
export interface ResultTotalsRow {
  /** Empty for rows without a readable currency. */
  readonly currency: string;
  readonly status: string;
  readonly rows: number;
  /** A plain decimal; empty if no amount could be read. */
  readonly amount: string;
}

/** One line of the total debit: the payments of one currency in one status. Amounts are plain decimals. */
export interface DebitRow {
  readonly currency: string;
  /** In words. */
  readonly status: string;
  readonly payments: number;
  /** Empty if it is not quoted yet. */
  readonly totalDebit: string;
  /** The debit of payments that are not quoted yet, before fees; empty if there are none. */
  readonly beforeFees: string;
  readonly fees: string;
  /** The part of the fees that is deducted from recipients; the rest is in the total debit. */
  readonly recipientFees: string;
}

export interface ResultTotals {
  /** The rows' stated amounts, as in their control total. */
  readonly stated: readonly ResultTotalsRow[];
  /** Empty for a check. */
  readonly debits: readonly DebitRow[];
  readonly sheet: ControlTotalLine;
  /** The control total of the payments sent, the same in every channel; null or undefined if none were sent. */
  readonly sent?: ControlTotalLine | null;
}

/** The heading of the totals worksheet. */
export interface ResultsHeading {
  /** "Run 12", or "Check". */
  readonly title: string;
  readonly merchant?: string;
  /** The run used the sandbox, so no money moved. Every worksheet is marked. */
  readonly sandbox: boolean;
  /** Milliseconds since the epoch, UTC. */
  readonly at: number;
  /** The columns with values that no payment uses: `D, "Bonus"`. */
  readonly notUsed?: readonly string[];
}

type Tone = 'good' | 'bad' | 'waits' | 'plain';

const TONES: Readonly<Record<string, Tone>> = {
  valid: 'good',
  processed: 'good',
  done: 'good',
  invalid: 'bad',
  failed: 'bad',
  returned: 'bad',
  discrepancy: 'bad',
  held: 'waits',
  unknown: 'waits',
  waits: 'waits',
};

/** The color of a status. */
export function toneOf(status: string): Tone {
  return TONES[status] ?? 'plain';
}

const TO_FIX: ReadonlySet<string> = new Set(['invalid', 'failed', 'returned', 'held']);

/** Whether a row goes to the worksheet of rows to fix. */
export function isToFix({ status, before }: RowResult): boolean {
  return TO_FIX.has(status) && before !== true;
}

/** The reason, the sentences of the problems, without duplicates, and whether the row was corrected. */
export function resultReason({ reason, problems, corrected }: RowResult): string {
  const sentences = [...(reason ? [reason] : []), ...problems.map(problemSentence), ...(corrected ? [CORRECTED] : [])];
  return [...new Set(sentences)].join(' ');
}

const CORRECTED = 'Corrected in Payrun before it was submitted.';

/** The sentence of a problem, prefixed with its column if the sentence does not name it. */
export function problemSentence({ column, message, severity }: Problem): string {
  const label = column === null ? '' : columnLabel(column);
  const isNamed = column === null || [column, label].some((name) => message.toLowerCase().includes(name.toLowerCase()));
  const named = isNamed ? message : `${label.slice(0, 1).toUpperCase()}${label.slice(1)}: ${message}`;
  const whole = /[.!?]$/.test(named) ? named : `${named}.`;
  return severity === 'warning' ? `Warning: ${whole}` : whole;
}
