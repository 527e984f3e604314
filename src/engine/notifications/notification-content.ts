import type { Reason } from '../../outcomes/reason-words.ts';
import type { Outcome } from '../../outcomes/run-outcome.ts';
import type { NOTIFICATION_KINDS } from '../../settings/setting-forms.ts';
import type { PaymentState } from '../../states.ts';

/** What a notice can tell. */
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

/** Payments in one status, of one pair of currencies; minor units as text. */
export interface NotificationMoney {
  readonly state: PaymentState;
  readonly from: string;
  readonly to: string;
  readonly payments: number;
  readonly totalDebit: string;
  readonly fees: string;
  readonly recipientGets: string;
}

/** Rows and the sum of their amounts, minor units as text. */
export interface Sum {
  readonly rows: number;
  readonly minor: string;
}

/**
 * What the text of a notice is made of, as it was when the notice was written. Kept in the ledger unsealed: no bank detail, no
 * name of a recipient, and of what the service said only its reasons, without what looks like the number of an account.
 */
export interface NotificationContent {
  /** No money moves. */
  readonly sandbox: boolean;
  /** The run that took the sheet in; null where the notice is about none. */
  readonly run: string | null;
  /** The runs of it that this is about, one for each merchant; the first ones where there are many. */
  readonly runs: readonly string[];
  /** Names of sheets come from outside: they may have anything in them. */
  readonly sheet: string | null;
  readonly merchants: readonly string[];
  readonly rows: number;
  readonly counts: Readonly<Partial<Record<PaymentState, number>>>;
  /** What became of it, or what it waits for. */
  readonly outcome?: Outcome;
  /** Why rows were not paid, each reason with its count. */
  readonly reasons?: readonly Reason[];
  /** What is to be paid or was, by currency: what failed or came back is not in it. */
  readonly totals: Readonly<Record<string, Sum>>;
  /** What left the balances and what recipients get; minor units as text. */
  readonly money?: readonly NotificationMoney[];
  /** What waits for somebody, or for money: payments, and what leaves the balance by its currency. */
  readonly waiting?: { readonly payments: number; readonly debits: Readonly<Record<string, Sum>> };
  /** Who made the runs. */
  readonly makers?: readonly string[];
  /** What the balances lack, minor units as text by currency; "0" if only the payout service knows how much. */
  readonly missing?: Readonly<Record<string, string>>;
  /** What the balances had when the service was last asked, before what waits is debited; minor units as text by currency. */
  readonly balances?: Readonly<Record<string, string>>;
  /** Why rows with changed bank details are on hold, with both accounts masked; the first ones. */
  readonly changed?: readonly string[];
  /** One of two has approved it. */
  readonly second?: boolean;
  /** Why two have to approve it, if it is not the amount. */
  readonly whyTwo?: 'unknown_dropper' | 'released';
  /** Who has rejected it, and why. */
  readonly rejections?: readonly { readonly by: string; readonly because: string }[];
  /** What did not arrive. */
  readonly expected?: { readonly merchant: string | null; readonly by: string; readonly day: string };
  /** Why a file was refused, as the folder's failed/ says it too. */
  readonly file?: { readonly name: string; readonly reason: string };
}
