import type { StoredCells } from '../model.ts';

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
