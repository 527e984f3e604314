import type { NOTICE_KINDS } from '../../setting-forms.ts';
import type { PaymentState } from '../../states.ts';

/** What a notice can tell. */
export type NoticeKind = (typeof NOTICE_KINDS)[number];

/** Rows and the sum of their amounts, minor units as text. */
export interface Sum {
  readonly rows: number;
  readonly minor: string;
}

/**
 * What the text of a notice is made of, as it was when the notice was written. Kept in the ledger unsealed: no bank detail, no
 * name of a recipient, and nothing that the service said.
 */
export interface NoticeContent {
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
  /** What is to be paid or was, by currency. */
  readonly totals: Readonly<Record<string, Sum>>;
  /** What waits for somebody, or for money: payments, and what leaves the balance by its currency. */
  readonly waiting?: { readonly payments: number; readonly debits: Readonly<Record<string, Sum>> };
  /** One of two has approved it. */
  readonly second?: boolean;
  /** What did not arrive. */
  readonly expected?: { readonly merchant: string | null; readonly by: string; readonly day: string };
  /** Why a file was refused, as the folder's failed/ says it too. */
  readonly file?: { readonly name: string; readonly reason: string };
}
