import type { Reason } from '../../outcomes/reason-words.ts';
import type { EndedBy } from '../../outcomes/rejection-words.ts';
import type { DebitDocument } from '../../outcomes/total-debits.ts';
import type { NOTIFICATION_KINDS } from '../../settings/setting-forms.ts';
import type { PaymentState, RunStatus } from '../../states.ts';

export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

/** Payments and their total debit; null if it is not quoted yet. */
export interface WaitingSum {
  readonly rows: number;
  readonly minor: string | null;
}

/**
 * The data for the text of a notification, at the time it was written. Stored unsealed, so it contains no bank details;
 * of the service's messages it contains only reasons, without anything that looks like an account number.
 */
export interface NotificationContent {
  /** True if no real money moves. */
  readonly sandbox: boolean;
  /** The first run of the notification, to which its link leads; null if it is about no run. */
  readonly run: string | null;
  /** The runs of the sheet that it is about, one for each merchant; the first ones if there are many. */
  readonly runs: readonly string[];
  /** The name comes from outside and may contain any character. */
  readonly sheet: string | null;
  readonly merchants: readonly string[];
  readonly rows: number;
  readonly counts: Readonly<Partial<Record<PaymentState, number>>>;
  /** The outcome of the runs so far. */
  readonly outcome?: RunStatus;
  /** The reasons that rows were not paid, each with its count. */
  readonly reasons?: readonly Reason[];
  /** The total debit of its rows by state and funding currency. */
  readonly debits?: readonly DebitDocument[];
  /** False if none of them can be released, because the sheet has to be corrected. */
  readonly releasable?: boolean;
  /** Payments that await approval or funds, with their debits by currency of the balance. */
  readonly waiting?: { readonly payments: number; readonly debits: Readonly<Record<string, WaitingSum>> };
  /** The uploaders of the runs. */
  readonly makers?: readonly string[];
  /** The shortfall by currency, in minor units as text; "0" if only the payout service knows the amount. */
  readonly missing?: Readonly<Record<string, string>>;
  /** Other runs awaiting funds from the same balances, by currency, with their total debit in minor units as text. */
  readonly others?: Readonly<Record<string, { readonly runs: number; readonly minor: string }>>;
  /** The balances before the waiting payments are debited; by currency, in minor units as text. */
  readonly balances?: Readonly<Record<string, string>>;
  /** The least that is still to be debited for other runs, by currency, in minor units as text. */
  readonly committed?: Readonly<Record<string, string>>;
  /** The first rows on hold for changed bank details, with recipient, amount and both accounts masked. */
  readonly changed?: readonly string[];
  readonly uncertain?: number;
  /** The first other rows that it is about, with recipient, amount and reason. */
  readonly affected?: readonly string[];
  /** True if the first of two approvals is given. */
  readonly second?: boolean;
  /** The reason that it needs two approvals, if it is not the amount. */
  readonly whyTwo?: 'unknown_dropper' | 'released';
  /** Who rejected, withdrew or stopped it, and the reason. */
  readonly rejections?: readonly EndedBy[];
  /** The ends of the runs' audit, which the reader keeps outside the database: for `payrun verify --anchor`. */
  readonly anchors?: readonly string[];
  /** The move of the pay date; `by` null: the day that was asked for is not a business day. */
  readonly payDate?: {
    readonly by: string | null;
    readonly before: string | null;
    /** Null: it is sent once approved. */
    readonly on: string | null;
    /** The day, hour and time zone at which it is sent, and why not on the day that was asked for. */
    readonly sent: string | null;
  };
  /** The sheet that did not arrive. */
  readonly expected?: { readonly merchant: string | null; readonly by: string; readonly day: string };
  /** The file that failed, with the reason as written next to it in `failed/`. */
  readonly file?: { readonly name: string; readonly reason: string };
}
