/**
 * The words. Everything here is plain, readonly data.
 *
 * Sheet      a file that came in (CSV, XLSX, ODS or a pain.001).
 * Run        one execution of a job over a sheet or over a selection of payments.
 * Payment    one row of a sheet that is to be paid, known for ever by its reference.
 * Reference  the column `paymentReference`, unique per merchant; derived from the row where the column is absent.
 * Recipient  who is paid, as the service knows them. Account: where their money goes. Route: how it gets there.
 * Batch      payments of one merchant in one currency that are quoted and started together.
 * Quote      the service's price for a batch, valid for a while.
 * Merchant   a set of keys with its environment and quota.
 * Problem    what is wrong with a cell: code, column, row, sentence, severity.
 * Finding    a problem before it knows its row: what a rule says of a value.
 * Held       a payment that needs a person.
 *
 * Money is bigint minor units of its currency (cents; yen; fils). Times are UTC.
 */

/** A cell's text by canonical column name. A column without a value is absent, never ''. */
export type Cells = Readonly<Record<string, string>>;

/** `error`: the row is not paid. `warning`: it is paid, and the warning is shown. */
export type Severity = 'error' | 'warning';

/** What a rule says of a value. `column` is a canonical column name, null when it is about the whole row. */
export interface Finding {
  /** Stable, snake_case: `iban_check_digits`. */
  readonly code: string;
  readonly column: string | null;
  readonly severity: Severity;
  /** One sentence for a clerk: what is wrong and what to do. Never the full value of a bank detail or ID. */
  readonly message: string;
  /** What the cell holds; masked where the column is a bank detail or an ID. */
  readonly value?: string;
}

/** A finding with its place: `row` is the number that Excel shows. */
export interface Problem extends Finding {
  readonly row: number;
  /** The name of the recipient of the row, if the ledger knows it; also if the row has only their referenceId. */
  readonly recipient?: string;
}

/** One data row as the reader found it. */
export interface SheetRow {
  /** The row number that Excel shows (the header's is usually 1). */
  readonly row: number;
  /** Recognised columns with a value, trimmed. */
  readonly cells: Cells;
  /** Every cell as it stands in the file, by position, for the results workbook. */
  readonly original: readonly string[];
  /** What the reader itself found: too many fields, a number that a spreadsheet has destroyed. */
  readonly findings: readonly Finding[];
  /** Columns of account numbers that came from cells with numbers, which keep no zeros in front. */
  readonly numbers?: readonly string[];
  /** Only of a workbook: how the cells stand in the file, so that they come back in the results as they were. */
  readonly stored?: StoredCells;
}

/** How the cells of a row stand in an XLSX, by position. */
export interface StoredCells {
  /** The attribute `s`, also of empty cells; absent where a cell has none. */
  readonly styles: readonly (number | undefined)[];
  /**
   * The `<v>` of a number (a date's serial in the 1900 system), `TRUE` or `FALSE` of a boolean, `#N/A` and its like of an
   * error; of a formula its cached value. Absent for text.
   */
  readonly raws: readonly (string | undefined)[];
}

/** Which side of an exchange is fixed: what leaves the balance, or what must arrive. */
export type FixedSide = 'source' | 'target';

/** An amount in minor units of `currency`. */
export interface Money {
  readonly currency: string;
  readonly minor: bigint;
}

export type PayoutMethodSlug = 'bank-transfer' | 'paypal' | 'check' | 'venmo' | 'debit-card' | 'mobile-wallet';

/** Where the money goes, normalised. `fields` has the contract's names (iban, accountNum, branchId, emailAddress, ...). */
export interface AccountDraft {
  readonly method: PayoutMethodSlug;
  readonly fields: Readonly<Record<string, string>>;
}

/** The recipient's own data, in the contract's shape: what POST /v1/recipients takes, without accounts. */
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
  /** Who this is within the merchant: `ref:<referenceId>` or `email:<e-mail in lower case>`. */
  readonly key: string;
  readonly referenceId?: string;
  /** Null where the row has only the referenceId of a known recipient. */
  readonly profile: RecipientProfile | null;
  readonly account: AccountDraft | null;
}

/** A row that passed every check: all that is needed to pay it. */
export interface PaymentDraft {
  /** The column `paymentReference`; null where the sheet has none and the intake derives one. */
  readonly reference: string | null;
  readonly merchant: string | null;
  /** The currency of the balance that pays. Decides the batch. */
  readonly sourceCurrency: string;
  readonly fixed: FixedSide;
  /** The fixed side's amount. */
  readonly amount: Money;
  readonly memo?: string;
  readonly category?: string;
  readonly tags: readonly string[];
  readonly recipient: RecipientDraft;
}

export type Environment = 'sandbox' | 'production';

/** A parent makes and deletes sub-merchants, and does nothing else; a sub-merchant is a merchant. */
export type KeyKind = 'merchant' | 'parent';

/** Keys in the clear; only ever in memory. */
export interface MerchantKeys {
  readonly accessKey: string;
  readonly secretKey: string;
}
