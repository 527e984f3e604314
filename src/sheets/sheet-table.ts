import type { StoredCells } from '../model.ts';

/** One line of a file before its columns are known. */
export interface SheetRecord {
  /** The row number that Excel shows. */
  readonly row: number;
  readonly values: string[];
  /** Properties of cells beyond their text. */
  readonly marks?: readonly CellMark[];
  /** Only for a workbook: the row is hidden, by hand or by a filter. */
  readonly hidden?: boolean;
  /** Only for a workbook: raw values and styles of its cells. */
  readonly stored?: StoredCells;
}

export interface CellMark {
  readonly at: number;
  /**
   * `error`: the cell shows an error such as #N/A. `date`: the cell is a date. `long`: a number of more than 15 digits,
   * although a spreadsheet stores only 15. `formula`: a calculated value, as last saved. `uncalculated`: a formula
   * without a value. `unreadable`: bytes that are not text in the file's encoding. `merged`: part of a merged cell.
   * `scaled`: a number shown without its last thousands. `altered`: a number shown as another, by a sign, a percent
   * sign or a decimal separator. `lengthened`: a number shown with more digits. `unseen`: a value that its format
   * hides. `struck`: the cell is struck through. `currency`: a number shown with signs or codes of currencies.
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
    | 'altered'
    | 'lengthened'
    | 'unseen'
    | 'struck'
    | 'currency';
  /** Only for `currency`. */
  readonly signs?: readonly string[];
}

/** A table in a file: a CSV has one, a workbook has one per worksheet. */
export interface SheetTable {
  readonly worksheet?: string;
  readonly records: AsyncGenerator<SheetRecord[], void>;
  /** Positions of hidden columns, from and to included. */
  hiddenColumns?(): Promise<readonly (readonly [from: number, to: number])[]>;
}
