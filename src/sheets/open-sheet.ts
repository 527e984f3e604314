import type { RowEdits, SheetRow } from '../model.ts';
import type { DecimalStyle } from './cells/amount-text.ts';
import type { HeaderMapping } from './headers/match-header.ts';
import type { SavedFormats } from './headers/normalize-header.ts';
import type { Noticed } from './sheet-facts.ts';
import type { SheetOf, Understood } from './understood-sheet.ts';
import type { MergedCells } from './xlsx/xlsx-outline.ts';
import type { XlsxPackage } from './xlsx/xlsx-package.ts';
import type { XlsxWorkbook, XlsxWorksheet } from './xlsx/xlsx-workbook.ts';

export interface ReadOptions {
  /** The merchant's own headers. */
  readonly columns?: HeaderMapping;
  /** Formats that users saved, by name. */
  readonly sheetFormats?: SavedFormats | undefined;
  /** The character before the decimals of its amounts; if not given, unambiguous amounts decide. */
  readonly decimal?: DecimalStyle | undefined;
  /**
   * The encoding of a CSV that is not UTF-8 or UTF-16, a name of `ENCODING_NAMES`; if not given, it is guessed from the
   * letters.
   */
  readonly encoding?: string | undefined;
  /** The worksheet of a workbook to read; if not given, the one with a header. */
  readonly worksheet?: string | undefined;
  /** The kind of rows, which decides the required columns; payments if not given. */
  readonly of?: SheetOf | undefined;
  /** Users' edits. Totals rows are compared with the rows of the file, and then with the edited ones. */
  readonly edits?: RowEdits | undefined;
}

export interface OpenSheet {
  readonly name: string;
  readonly understood: Understood;
  /**
   * Data rows in chunks of up to `most` (1,000 if not given), without blank rows. Each call reads the source again from
   * its beginning. With `only`, the rows may be without `original` and `stored`. Throws `sheet_unclosed_quote`,
   * `sheet_swallowed_rows`, `sheet_two_decimals`, `sheet_damaged`, `sheet_changed`, `file_unreadable`.
   */
  rows(most?: number, only?: 'cells'): AsyncIterable<readonly SheetRow[]>;
  /** Facts that are known after the rows were read to their end. */
  noticed(): Noticed;
  close(): Promise<void>;
  /** The workbook of the sheet, for results that are a patched or similar copy. Only an XLSX has it. */
  package?(): Promise<SheetPackage>;
}

/** An input workbook. */
export interface SheetPackage {
  readonly pack: XlsxPackage;
  readonly workbook: XlsxWorkbook;
  /** The worksheet that is read. */
  readonly worksheet: XlsxWorksheet;
  readonly merged: readonly MergedCells[];
  /** Widths of columns by position, in characters; undefined if the file has none. */
  readonly widths: readonly (number | undefined)[];
  /** Style numbers of the header's cells by position. */
  readonly header: readonly (number | undefined)[];
  /** The first rows of another worksheet, as text. */
  firstRows(worksheet: XlsxWorksheet): Promise<readonly (readonly string[])[]>;
}
