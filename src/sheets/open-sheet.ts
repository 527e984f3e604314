import type { Readable } from 'node:stream';
import type { SheetRow, StoredCells } from '../model.ts';
import type { DecimalStyle } from './amount-text.ts';
import type { HeaderMapping } from './match-header.ts';
import type { PainVersion } from './pain-version.ts';
import type { Noticed } from './sheet-body.ts';
import type { TaughtFormats } from './sources/taught-formats.ts';
import type { MergedCells } from './xlsx-outline.ts';
import type { XlsxPackage } from './xlsx-package.ts';
import type { XlsxWorkbook, XlsxWorksheet } from './xlsx-workbook.ts';

/** A file by its path, or bytes from elsewhere that can be read again as often as needed. */
export type SheetSource = string | { readonly name: string; readonly content: () => Readable };

export interface ReadOptions {
  /** A team's own headers. */
  readonly columns?: HeaderMapping;
  /** Exports that somebody taught, by name. */
  readonly sheetFormats?: TaughtFormats | undefined;
  /** What stands before the decimals of its amounts; where it is not said, its unambiguous amounts show it. */
  readonly decimal?: DecimalStyle | undefined;
  /** The encoding of a CSV that is not Unicode, a name of `ENCODING_NAMES`; without it, the one that its letters show. */
  readonly encoding?: string | undefined;
  /** The worksheet of an XLSX to read; without it, the one that has a header. */
  readonly worksheet?: string | undefined;
  /** What a row must have the columns for; without it, a payment. */
  readonly of?: SheetOf | undefined;
}

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

export interface OpenSheet {
  readonly name: string;
  readonly understood: Understood;
  /**
   * Data rows in chunks of up to `most` (1,000 if not given), blank rows left out. May be called again: the source is then read again from
   * its beginning. Throws `sheet_unclosed_quote`, `sheet_damaged`, `sheet_changed`, `file_unreadable`.
   */
  rows(most?: number): AsyncIterable<readonly SheetRow[]>;
  /** What is known when the rows have been read to their end. */
  noticed(): Noticed;
  close(): Promise<void>;
  /** How the worksheet looks, for the results; only an XLSX has it. */
  look?(): Promise<SheetLook | null>;
  /** The workbook that it stands in, for results that are made from it; only an XLSX has it. */
  package?(): Promise<SheetPackage>;
}

/** A workbook as it came in. */
export interface SheetPackage {
  readonly pack: XlsxPackage;
  readonly workbook: XlsxWorkbook;
  /** The worksheet that is read. */
  readonly worksheet: XlsxWorksheet;
  readonly merged: readonly MergedCells[];
  /** As `SheetLook` has them. */
  readonly widths: readonly (number | undefined)[];
  readonly header: readonly (number | undefined)[];
  /** The first rows of another worksheet, as text. */
  firstRows(worksheet: XlsxWorksheet): Promise<readonly (readonly string[])[]>;
}

/** What the results need to look as the input did. */
export interface SheetLook {
  /** The part `xl/styles.xml` as it stands; what the style numbers of cells refer to. */
  readonly styles: string;
  /** The part `xl/theme/theme1.xml`: what theme colours are. Null where there is none. */
  readonly theme: string | null;
  /** Widths of columns by position, in characters; absent where the file gives none. */
  readonly widths: readonly (number | undefined)[];
  /** Style numbers of the header's cells by position. */
  readonly header: readonly (number | undefined)[];
}

/** One line of a file before its columns are known. */
export interface SheetRecord {
  /** The row number that Excel shows. */
  readonly row: number;
  readonly values: string[];
  /** Cells that are more, or less, than their text. */
  readonly marks?: readonly CellMark[];
  /** Only of a workbook: the row is hidden, by hand or by a filter. */
  readonly hidden?: boolean;
  /** Only of a workbook: how its cells stand in the file. */
  readonly stored?: StoredCells;
}

export interface CellMark {
  readonly at: number;
  /**
   * `error`: the cell shows an error such as #N/A. `date`: the cell is a date. `long`: a number of more than 15 digits, of
   * which a spreadsheet keeps 15. `formula`: a calculated value, as it was last saved. `uncalculated`: a formula without
   * one. `unreadable`: bytes that are no text in the file's encoding. `merged`: one of several cells that are merged.
   * `scaled`: a number that is shown without its last thousands. `unseen`: a value of which its format shows nothing.
   * `struck`: a line goes through the cell. `currency`: a number that is shown with signs or codes of currencies.
   */
  readonly kind:
    | 'error'
    | 'date'
    | 'long'
    | 'formula'
    | 'uncalculated'
    | 'unreadable'
    | 'merged'
    | 'scaled'
    | 'unseen'
    | 'struck'
    | 'currency';
  /** Of `currency`. */
  readonly signs?: readonly string[];
}

/** A table in a file: a CSV has one, a workbook has one per worksheet. */
export interface SheetTable {
  readonly worksheet?: string;
  readonly records: AsyncGenerator<SheetRecord[], void>;
  /** Positions of hidden columns: from, up to and with to. */
  hiddenColumns?(): Promise<readonly (readonly [from: number, to: number])[]>;
}
