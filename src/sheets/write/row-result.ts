import type { Problem, SheetRow } from '../../model.ts';
import type { ControlTotalLine } from '../../outcomes/control-total-line.ts';

/** What became of a row; all text as it is to be shown, amounts as plain decimals. */
export interface RowResult {
  readonly row: number;
  /** Its code: `valid` and `invalid` for a checked sheet; else the state of the payment. `rowStatus` has the word for it. */
  readonly status: string;
  /** The payment's id. */
  readonly payment?: string;
  /** The batch's id. */
  readonly batch?: string;
  /** The name of the recipient as the ledger knows it, also if the row has only their referenceId. */
  readonly recipient?: string;
  /** The payment's reference; written where the sheet has no column for it, or no value in it. */
  readonly reference?: string;
  readonly amount?: string;
  readonly currency?: string;
  readonly fees?: string;
  readonly rate?: string;
  readonly targetAmount?: string;
  readonly targetCurrency?: string;
  /** Why it failed or waits. The sentences of the problems follow by themselves. */
  readonly reason?: string;
  /** The same payment was made, or is being made, by an earlier run: there is nothing to fix in this row. */
  readonly before?: boolean;
  readonly problems: readonly Problem[];
}

/** The results of a chunk of rows, by row number. A row without one is written with the status `not_read`. */
export type ResultsOf = (
  rows: readonly SheetRow[],
) => ReadonlyMap<number, RowResult> | Promise<ReadonlyMap<number, RowResult>>;

/** One line of the totals: the rows of one currency in one status and what they add up to. */
export interface ResultTotalsRow {
  /** Empty for rows without a currency that could be read. */
  readonly currency: string;
  readonly status: string;
  readonly rows: number;
  /** A plain decimal; empty where no amount could be read. */
  readonly amount: string;
  /** Of it what is to arrive; empty where nothing is. The rest is debited. */
  readonly arriving: string;
}

/** One line of what left the balances: the payments of one currency in one status. Plain decimals. */
export interface PaidRow {
  readonly currency: string;
  readonly status: string;
  readonly payments: number;
  readonly sent: string;
  readonly fees: string;
  /** What of the fees recipients bear; the rest leaves the balance beside what is sent. */
  readonly recipientFees: string;
  readonly totalDebit: string;
}

/** One line of what recipients get: the payments of one currency in one status. */
export interface ReceivedRow {
  readonly currency: string;
  readonly status: string;
  readonly payments: number;
  /** A plain decimal. */
  readonly amount: string;
}

/** What a results workbook adds up to. */
export interface ResultTotals {
  readonly asked: readonly ResultTotalsRow[];
  /** Empty where nothing was paid yet, and for a check. */
  readonly paid: readonly PaidRow[];
  readonly received: readonly ReceivedRow[];
  /** The control total of what was sent, as every channel shows it; absent or null if nothing was. */
  readonly sent?: ControlTotalLine | null;
}

/** What stands on top of the totals. */
export interface ResultsHeading {
  /** "Run 12", or "Check". */
  readonly title: string;
  readonly merchant?: string;
  /** The sandbox was used: no money moved. Said on every worksheet. */
  readonly sandbox: boolean;
  /** Milliseconds since the epoch, UTC. */
  readonly at: number;
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

/** How a status is coloured. */
export function toneOf(status: string): Tone {
  return TONES[status] ?? 'plain';
}

const TO_FIX: ReadonlySet<string> = new Set(['invalid', 'failed', 'returned', 'held']);

/** Whether a row goes to the worksheet of rows to fix. */
export function isToFix({ status, before }: RowResult): boolean {
  return TO_FIX.has(status) && before !== true;
}

/** The reason and the sentences of the problems, each once. */
export function reasonOf({ reason, problems }: RowResult): string {
  const sentences = [...(reason ? [reason] : []), ...problems.map(sentenceOf)];
  return [...new Set(sentences)].join(' ');
}

/** A problem's sentence, with its column in front where the sentence does not name it. */
export function sentenceOf({ column, message, severity }: Problem): string {
  const named =
    column === null || message.toLowerCase().includes(column.toLowerCase()) ? message : `${column}: ${message}`;
  const whole = /[.!?]$/.test(named) ? named : `${named}.`;
  return severity === 'warning' ? `Warning: ${whole}` : whole;
}
