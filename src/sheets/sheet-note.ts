/** The topic of a note about reading a file. Codes are stored with the sheet: never rename one. */
export type SheetNoteCode =
  | 'lines_skipped'
  | 'header_missing'
  | 'worksheet_chosen'
  | 'columns_hidden'
  | 'column_unused'
  | 'column_not_known'
  | 'currency_of_accounts'
  | 'subtotals'
  | 'totals_row'
  | 'totals_agree'
  | 'totals_differ'
  | 'totals_not_compared'
  | 'rows_below_total'
  | 'payment_order'
  | 'type_from_name'
  | 'names_split';

/** A sentence for the user about how a file was read. */
export interface SheetNote {
  readonly code: SheetNoteCode;
  readonly text: string;
}
