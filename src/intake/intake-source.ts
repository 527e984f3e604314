import type { SheetRow } from '../model.ts';

/** The source of rows: a sheet, or the ledger if a run is retried. */
export interface IntakeSource {
  /** Yields chunks of at most `most` rows. */
  rows(most: number): AsyncIterable<readonly SheetRow[]>;
  /** The result of the sheet's totals rows. Available after all rows were read. */
  noticed?(): { readonly totals: { readonly difference: string | null } };
  /** The existing reference of a row, if a run is retried. */
  referenceOf?(row: number): { readonly reference: string; readonly derivedFp: Buffer | null } | null;
}
