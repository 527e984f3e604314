import type { Style } from 'exceljs';
import { ADDED_HEADER, FONT, INPUT_HEADER, NO_NUMBER } from './result-styles.ts';
import type { ResultCell, ResultColumn } from './result-table.ts';

/** A results table: columns of the input, and Payrun's. */
export interface ResultsTable {
  readonly name: string;
  readonly columns: readonly ResultColumn[];
  /** Rows that decide the widths of the columns. */
  readonly sample: readonly (readonly ResultCell[])[];
  /** A comment on the header `status`. */
  readonly hint: string | undefined;
  /** The table is the sheet itself, with all its rows. */
  readonly whole: boolean;
}

/** A worksheet that is written row by row. */
export interface ResultsWorksheet {
  write(cells: readonly ResultCell[], line: ResultsLine): void;
  end(): Promise<void>;
}

export interface ResultsLine {
  /** Its row number in the sheet. */
  readonly row: number;
  readonly hidden: boolean;
  /** The reason in earlier results; empty if the sheet has none. */
  readonly reason: string;
}

/** A worksheet with rows that are already XML. */
export interface ListedWorksheet {
  readonly name: string;
  readonly columns: readonly { readonly header: string; readonly width: number }[];
  readonly rows: number;
  readonly xml: Iterable<string>;
  /** Links to other cells: the address of the cell, and the target. */
  readonly links: readonly { readonly address: string; readonly target: string }[];
}

/** A workbook that is written in a stream; memory does not grow with the number of rows. */
export interface ResultsWorkbook {
  /** Adds a worksheet. End it before the next one is added. */
  table(table: ResultsTable): Promise<ResultsWorksheet>;
  /** Adds a worksheet of free form. */
  page(name: string, rows: readonly (readonly PageCell[])[], widths: readonly number[]): Promise<void>;
  /** Adds a worksheet with a frozen header, a filter and links. */
  list(worksheet: ListedWorksheet): Promise<void>;
  /** The ID of a style. */
  style(style: Partial<Style>): number;
  /** Waits until the output accepts more. Call it after every chunk. Throws a write error of the file. */
  drain(): Promise<void>;
  finish(): Promise<void>;
  /** Closes the file, also after an error. */
  abandon(): void | Promise<void>;
  /**
   * Set if the workbook is a patched copy of the input: the name of the sheet's worksheet, and the position of each
   * column in it. Rows keep their numbers.
   */
  readonly inPlace: { readonly worksheet: string; column(at: number): number } | null;
}

export interface PageCell {
  readonly text: string;
  readonly form?: 'number' | 'title' | 'warning' | 'head' | 'headRight' | 'sum' | 'code';
}

export function pageStyle(form: PageCell['form'], places: number): Partial<Style> {
  if (form === 'title') return { font: { ...FONT, bold: true, size: 14 } };
  if (form === 'warning') return { font: { ...FONT, bold: true, color: { argb: 'FFC00000' } } };
  if (form === 'head') return ADDED_HEADER;
  if (form === 'headRight') return { ...ADDED_HEADER, alignment: { horizontal: 'right' } };
  if (form === 'code') return { numFmt: '@', font: { name: 'Courier New', size: 11 } };
  const format = places === NO_NUMBER ? {} : { numFmt: places === 0 ? '#,##0' : `#,##0.${'0'.repeat(places)}` };
  return form === 'sum' ? { ...INPUT_HEADER, ...format } : format;
}
