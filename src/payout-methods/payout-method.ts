import type { AccountDraft, Cells, Environment, Finding, PayoutMethodSlug } from '../model.ts';

export interface MethodContext {
  readonly environment: Environment;
  /** The recipient's name, for an account without a holder's name. */
  readonly recipientName: string;
  /** The country of the recipient's address, upper case; '' where it is missing or unknown. */
  readonly addressCountry: string;
}

export interface AccountReading {
  /** Null where a finding is an error. */
  readonly account: AccountDraft | null;
  readonly findings: readonly Finding[];
}

/** A way to be paid. One file a method; announced in methods.ts. */
export interface PayoutMethod {
  readonly slug: PayoutMethodSlug;
  /** The columns that only this method reads. */
  readonly columns: readonly string[];
  /** Those of them that choose the method for a row without payoutMethod. */
  readonly chosenBy: readonly string[];
  /**
   * The method as it stands in a sentence ("a debit card") where the service takes no such account from us: the recipient sets it up
   * there, and is then paid by referenceId alone. Null where the account of a row can be added.
   */
  readonly setUpByRecipient: string | null;
  /** Whether the recipient's street and city are required. */
  readonly needsAddress: boolean;
  /** Checks the account's cells and returns them normalised, in one pass. */
  read(cells: Cells, context: MethodContext): AccountReading;
  /** Body of POST /v1/recipients/:id/accounts, without `primary`. */
  payload(account: AccountDraft): Record<string, unknown>;
  /** For people: "IBAN ***4242". Never the full value. */
  hint(account: AccountDraft): string;
  readonly examples: { readonly good: readonly Cells[]; readonly bad: readonly (readonly [Cells, string])[] };
}
