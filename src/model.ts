/**
 * The data model and its terms. Everything here is plain, readonly data.
 *
 * Sheet      an incoming file (CSV, XLSX, ODS or a pain.001).
 * Run        one execution of a job over a sheet or over a selection of payments.
 * Payment    one row of a sheet to be paid, permanently identified by its reference.
 * Reference  the column `paymentReference`, unique per merchant; derived from the row if the column is missing.
 * Recipient  the person or business that is paid. Account: the bank account or wallet that gets the money. Route:
 *            the rail to it.
 * Batch      payments of one merchant in one currency that are quoted and started together.
 * Quote      the service's price for a batch, with an expiry.
 * Merchant   a set of keys with its environment and quota.
 * Problem    an error or warning of a cell: code, column, row, sentence, severity.
 * Finding    an error or warning of a value, before its row is known.
 * Held       a payment on hold, which needs a review.
 *
 * Money is bigint minor units of its currency (cents; yen; fils). Times are UTC.
 */

/** A cell's text by canonical column name. A column without a value is absent, never ''. */
export type Cells = Readonly<Record<string, string>>;

/** `error`: the row is not paid. `warning`: it is paid, and the warning is shown. */
export type Severity = 'error' | 'warning';

/** A rule's error or warning about a value. `column` is a canonical column name, null if it is about the whole row. */
export interface Finding {
  /** Stable, snake_case: `iban_check_digits`. */
  readonly code: string;
  readonly column: string | null;
  readonly severity: Severity;
  /**
   * One sentence for a clerk: the error and how to fix it. Never the full value of a bank detail or identity number.
   */
  readonly message: string;
  /** The value of the cell; masked if the column holds a bank detail or an identity number. */
  readonly value?: string;
}

/** A finding with its place: `row` is the number that Excel shows. */
export interface Problem extends Finding {
  readonly row: number;
  /** The name of the row's recipient, if the ledger knows it, even if the row has only their referenceId. */
  readonly recipient?: string;
  readonly reference?: string;
  /** Of a payment that was or may have been made, though something is to be decided about it. */
  readonly mayBePaid?: true;
  /** The row that it was compared with; of this run if `run` is absent. */
  readonly comparedWith?: { readonly run?: string; readonly row: number };
}

/** One data row as the reader found it. */
export interface SheetRow {
  /** The row number that Excel shows (the header's is usually 1). */
  readonly row: number;
  /** Recognized columns with a value, trimmed. */
  readonly cells: Cells;
  /** Every cell as in the file, by position, for the results workbook. */
  readonly original: readonly string[];
  /** Findings of the reader itself: too many fields, a number that a spreadsheet has destroyed. */
  readonly findings: readonly Finding[];
  /** Columns of account numbers that came from numeric cells, which drop leading zeros. */
  readonly numbers?: readonly string[];
  /** Only for a workbook: the cells as stored in the file, so that the results show them unchanged. */
  readonly stored?: StoredCells;
  /** The cells before a user corrected some; absent if no one did. */
  readonly before?: Cells;
}

/** The cells of a row that a user typed over, by column. An empty text removes the cell. */
export type RowEdit = Readonly<Record<string, string>>;

/** The edits that a user made in the rows of a run, by row number. */
export type RowEdits = ReadonlyMap<number, RowEdit>;

/** The cells of a row as stored in an XLSX, by position. */
export interface StoredCells {
  /** The attribute `s`, also of empty cells; absent if a cell has none. */
  readonly styles: readonly (number | undefined)[];
  /**
   * The `<v>` of a number (a date's serial in the 1900 system), `TRUE` or `FALSE` of a boolean, `#N/A` and similar of
   * an error; the cached value of a formula. Absent for text.
   */
  readonly raws: readonly (string | undefined)[];
}

/** The fixed side of an exchange: the debit (`source`), or the amount that the recipient gets (`target`). */
export type FixedSide = 'source' | 'target';

/** An amount in minor units of `currency`. */
export interface Money {
  readonly currency: string;
  readonly minor: bigint;
}

export type PayoutMethodSlug = 'bank-transfer' | 'paypal' | 'check' | 'venmo' | 'debit-card' | 'mobile-wallet';

/**
 * The account that is paid, normalized. `fields` has the contract's names (iban, accountNum, branchId, emailAddress,
 * ...).
 */
export interface AccountDraft {
  readonly method: PayoutMethodSlug;
  readonly fields: Readonly<Record<string, string>>;
}

/** The recipient's own data in the contract's shape: the body of POST /v1/recipients without accounts. */
export interface RecipientProfile {
  readonly type: 'individual' | 'business';
  readonly email: string;
  readonly name?: string;
  readonly firstName?: string;
  readonly lastName?: string;
  readonly dob?: string;
  readonly governmentId?: string;
  readonly language?: string;
  readonly address?: Readonly<Record<string, string>>;
}

export interface RecipientDraft {
  /** Identifies the recipient within the merchant: `ref:<referenceId>` or `email:<e-mail in lower case>`. */
  readonly key: string;
  readonly referenceId?: string;
  /** Null if the row has only the referenceId of a known recipient. */
  readonly profile: RecipientProfile | null;
  readonly account: AccountDraft | null;
}

/** A row that passed every check, with all data that is needed to pay it. */
export interface PaymentDraft {
  /** The column `paymentReference`; null if the sheet has none and the intake derives one. */
  readonly reference: string | null;
  readonly merchant: string | null;
  /** The currency of the balance that is debited. Decides the batch. */
  readonly sourceCurrency: string;
  readonly fixed: FixedSide;
  /** The fixed side's amount. */
  readonly amount: Money;
  readonly memo?: string;
  readonly category?: string;
  readonly tags: readonly string[];
  /** The day on which it is to be paid, YYYY-MM-DD. */
  readonly payOn?: string;
  readonly recipient: RecipientDraft;
}

export type Environment = 'sandbox' | 'production';

/** A parent only creates and deletes sub-merchants; a sub-merchant is a merchant. */
export type KeyKind = 'merchant' | 'parent';

/** Keys in the clear; only ever in memory. */
export interface MerchantKeys {
  readonly accessKey: string;
  readonly secretKey: string;
}

/** A totals row and the rows above it: their sums, or why they cannot be compared. Amounts as shown: `1,240.50 EUR`. */
export interface ComparedTotalsRow {
  /** Null for the control sum of a pain.001. */
  readonly row: number | null;
  readonly label: string;
  readonly stated: string | null;
  readonly found: string | null;
  /** The rows' sum minus the stated total; null if they agree or cannot be compared. */
  readonly difference: string | null;
  /** The reason why the sum cannot be compared; null if it was. */
  readonly why: string | null;
}

/** The number of characters that the service shows at the start and at the end, and the mask character. */
export interface AccountMask {
  readonly start: number;
  readonly end: number;
  readonly character: string;
}

/** The service shows the last two characters, and a `*` for each one before them. */
export const CLEAR_BY_CONTRACT = 2;
