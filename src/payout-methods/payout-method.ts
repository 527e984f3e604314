import type { AccountDraft, Cells, Environment, Finding, PayoutMethodSlug } from '../model.ts';

export interface MethodContext {
  readonly environment: Environment;
  /** The recipient's name, used if the account names no holder. */
  readonly recipientName: string;
  /** The country of the recipient's address, upper case; '' if it is missing or unknown. */
  readonly addressCountry: string;
}

export interface AccountReading {
  /** Null if a finding is an error. */
  readonly account: AccountDraft | null;
  readonly findings: readonly Finding[];
}

/** A way to pay a recipient. Each has an entry in methods.ts. */
export interface PayoutMethod {
  readonly slug: PayoutMethodSlug;
  /** The columns that only this method reads. */
  readonly columns: readonly string[];
  /** The columns of `columns` that select this method for a row without payoutMethod. */
  readonly chosenBy: readonly string[];
  /**
   * The method as in a sentence ("a debit card") if the service takes no such account from Payrun: the recipient sets
   * it up in the service, and a sheet then names only the referenceId. Null if Payrun can add the account of a row.
   */
  readonly setUpByRecipient: string | null;
  /** Whether the recipient's street and city are required. */
  readonly needsAddress: boolean;
  /** Checks the cells of the account and returns them normalized, in one pass. */
  read(cells: Cells, context: MethodContext): AccountReading;
  /** Body of POST /v1/recipients/:id/accounts, without `primary`. */
  payload(account: AccountDraft): Record<string, unknown>;
  /** The masked account, for readers: "IBAN ***4242". Never the full value. */
  hint(account: AccountDraft): string;
  readonly examples: { readonly good: readonly Cells[]; readonly bad: readonly (readonly [Cells, string])[] };
}
