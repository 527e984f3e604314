import type { SheetRow } from '../model.ts';
import type { DecimalStyle } from './cells/amount-text.ts';
import type { HeaderMapping } from './headers/match-header.ts';
import type { TaughtFormats } from './headers/taught-formats.ts';
import type { Noticed } from './noticed-totals.ts';
import type { SheetOf, Understood } from './understood-sheet.ts';
import type { MergedCells } from './xlsx/xlsx-outline.ts';
import type { XlsxPackage } from './xlsx/xlsx-package.ts';
import type { XlsxWorkbook, XlsxWorksheet } from './xlsx/xlsx-workbook.ts';

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
