/** What a sentence about how a file was read is about. Codes are stored with the sheet: never rename one. */
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
  | 'names_split'
  /** Of a version that stored only sentences. */
  | 'earlier';

/** A sentence for the user about how a file was read. */
export interface SheetNote {
  readonly code: SheetNoteCode;
  readonly text: string;
}

/** The notes of a stored sheet; an earlier version stored only their sentences. */
export function sheetNotes({
  notes,
  warnings = [],
}: {
  readonly notes?: readonly SheetNote[];
  readonly warnings?: readonly string[];
}): readonly SheetNote[] {
  return notes ?? warnings.map((text) => ({ code: 'earlier', text }));
}
