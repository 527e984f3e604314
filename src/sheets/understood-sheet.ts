import type { Readable } from 'node:stream';
import type { PainVersion } from './pain-version.ts';

/** A file by its path, or bytes from elsewhere that can be read again as often as needed. */
export type SheetSource = string | { readonly name: string; readonly content: () => Readable };

/**
 * A sheet of recipients needs no amounts, but the number by which each is known. One of profiles, which are brought to the service,
 * needs that or an e-mail.
 */
export type SheetOf = 'payments' | 'recipients' | 'profiles';

/** What a sheet says its payments add up to; the intake compares. */
export interface ControlTotal {
  readonly from: 'first line' | 'sidecar';
  /** Payments in the sheet. */
  readonly rows: number;
  /** `amount` as it was written: a plain decimal. */
  readonly totals: readonly { readonly currency: string; readonly amount: string }[];
}

/** What a sheet is. `pain.001`: a payment order by ISO 20022. */
export type SheetFormat = 'csv' | 'xlsx' | 'ods' | 'pain.001';

/** What the reader understood of a file. Plain data: it is kept with the sheet in the ledger. */
export interface Understood {
  readonly format: SheetFormat;
  /** `utf-8`, `utf-8 with BOM`, `utf-16le`, `utf-16be`, or a name of `ENCODING_NAMES`; null for XLSX. */
  readonly encoding: string | null;
  readonly delimiter: string | null;
  /** The row number of the header, as Excel shows it. */
  readonly headerRow: number;
  /** As in the file. */
  readonly header: readonly string[];
  /** Canonical names by position; null where a column is not known. */
  readonly columns: readonly (string | null)[];
  /** Positions (from, up to but without to) of the columns that an earlier results workbook added. */
  readonly results: { readonly from: number; readonly to: number } | null;
  /** The system whose export it is, as a person calls it: "Xero bill export". */
  readonly source?: string;
  /** Currencies that headers of amounts name, by position: "Amount (EUR)". A code, or a sign. */
  readonly units?: Readonly<Record<number, string>>;
  /** Positions of what is the payer's own, such as "Debit IBAN". */
  readonly payers?: readonly number[];
  /** Lines with text above the header that were not read; the control total is not one of them. */
  readonly skippedRows: number;
  readonly worksheet?: string;
  /** Only of a pain.001: its version, and the identification (`MsgId`) that the answer repeats. */
  readonly message?: { readonly version: PainVersion; readonly id: string };
  readonly control?: readonly ControlTotal[];
  /** How it was read, as a sentence; known when it has been read to its end. */
  readonly readAs?: string;
  /** Sentences for a clerk. */
  readonly warnings: readonly string[];
}
