import type { SheetRow } from '../model.ts';

/** Where rows come from: a sheet, or the audit tables. */
export interface IntakeSource {
  /** At most so many at once. */
  rows(most: number): AsyncIterable<readonly SheetRow[]>;
  /** What a sheet's totals rows said, once its rows were read. */
  noticed?(): { readonly totals: { readonly difference: string | null } };
  /** The reference that a row has already, in a rerun. */
  referenceOf?(row: number): { readonly reference: string; readonly derivedFp: Buffer | null } | null;
}
