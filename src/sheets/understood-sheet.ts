import type { Readable } from 'node:stream';
import type { ComparedTotalsRow } from '../model.ts';
import type { PainVersion } from './pain-version.ts';
import type { SheetNote } from './sheet-note.ts';

/** The path of a file, or bytes of another source that can be read several times. */
export type SheetSource = string | SheetBytes;

export interface SheetBytes {
  readonly name: string;
  readonly content: () => Readable;
  readonly sidecar?: Sidecar | null;
  /** Counts a reading before it begins. Returns what to call at its end, whether it was stopped or not. */
  readonly beginReading?: () => Promise<(isStopped: boolean) => Promise<void>>;
}

/** A control total in a file of its own. */
export interface Sidecar {
  readonly name: string;
  readonly text: string;
}

/**
 * `recipients` need no amounts, but a referenceId each. `profiles`, which are sent to the payout service, need a
 * referenceId or an e-mail.
 */
export type SheetOf = 'payments' | 'recipients' | 'profiles';

/** The totals that a sheet states for its payments; the intake compares them. */
export interface ControlTotal {
  readonly from: 'first line' | 'sidecar';
  readonly rows: number;
  /** `amount` as written in the sheet: a plain decimal. */
  readonly totals: readonly { readonly currency: string; readonly amount: string }[];
}

/** The format of a sheet. `pain.001`: an ISO 20022 payment order. */
export type SheetFormat = 'csv' | 'xlsx' | 'ods' | 'pain.001';

/** The reader's result for a file. Plain data: the ledger stores it with the sheet. */
export interface Understood {
  readonly format: SheetFormat;
  /**
   * `utf-8`, `utf-8 with BOM`, `utf-16le`, `utf-16be`, a name of `ENCODING_NAMES`, or the declared encoding of a
   * pain.001; null for a workbook.
   */
  readonly encoding: string | null;
  readonly delimiter: string | null;
  /** The row number of the header, as Excel shows it. */
  readonly headerRow: number;
  /** As in the file. */
  readonly header: readonly string[];
  /** Canonical names by position; null if a column is unknown or not used. */
  readonly columns: readonly (string | null)[];
  /** Positions of the columns that an earlier results workbook added, `to` excluded; null if none. */
  readonly results: { readonly from: number; readonly to: number } | null;
  /** The system that exported the sheet, by its name on pages: "Xero bill export". */
  readonly source?: string;
  /** Currencies that headers of amounts name, by position: "Amount (EUR)". A code, or a sign. */
  readonly units?: Readonly<Record<number, string>>;
  /** Positions of columns about the merchant's own account, such as "Debit IBAN". */
  readonly payers?: readonly number[];
  /** Number of lines with text above the header that were not read, without control totals. */
  readonly skippedRows: number;
  readonly worksheet?: string;
  /** Only for a pain.001: its version, and the `MsgId` that the answer repeats. */
  readonly message?: { readonly version: PainVersion; readonly id: string };
  readonly control?: readonly ControlTotal[];
  /** A sentence about how the file was read; set after it was read to its end. */
  readonly readAs?: string;
  /** Its totals rows compared with the rows as corrected; empty or absent if no correction changed a sum. */
  readonly correctedTotals?: readonly ComparedTotalsRow[];
  /** Notes on how it was read. */
  readonly notes: readonly SheetNote[];
  /** Positions of columns with values that no payment uses; set after it was read to its end. */
  readonly unused?: readonly number[];
}
