import type { SheetRow } from '../model.ts';

/** The source of rows: a sheet, or the ledger if a run is retried. */
export interface IntakeSource {
  /** Yields chunks of at most `most` rows, which need only their cells and findings. */
  rows(most: number, only: 'cells'): AsyncIterable<readonly SheetRow[]>;
  /** The result of the sheet's totals rows. Available after all rows were read. */
  noticed?(): { readonly totals: { readonly difference: string | null } };
  /** The payment that a row replaces, if its rows come from an earlier run. */
  replacedBy?(row: number): ReplacedPayment | undefined;
}

/** A payment of an earlier run that a row replaces. */
export interface ReplacedPayment {
  readonly id: string;
  /** Its reference, which the row has too; null if the cells of the row name or determine it. */
  readonly keptReference: { readonly reference: string; readonly derivedFp: Buffer | null } | null;
}
