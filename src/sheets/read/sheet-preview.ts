import { didYouMean } from '../headers/known-headers.ts';
import { type ColumnMatcher, resolveHeader } from '../headers/match-header.ts';
import type { ColumnQuestion, ResolvedColumn } from '../headers/resolve-columns.ts';
import type { Understood } from '../understood-sheet.ts';

/** The beginning of a sheet. Its columns need not be known. */
export interface SheetPreview {
  readonly headerRow: number;
  readonly header: readonly string[];
  /** The column that Payrun resolves for each header. */
  readonly resolved: readonly ResolvedColumn[];
  readonly questions: readonly ColumnQuestion[];
  /** The system that exported the sheet; null if unknown. */
  readonly source: string | null;
  /** For each header that is not recognized, a known name that differs from it by one or two letters; else null. */
  readonly similar: readonly (string | null)[];
  /** The first rows below the header. */
  readonly rows: readonly (readonly string[])[];
}

/** The lines of a preview. */
export const PREVIEWED = 60;

/** The preview of a sheet from its header and the first rows below it. */
export function createPreview(
  { header: given, headerRow, source }: Pick<Understood, 'header' | 'headerRow' | 'source'>,
  rows: readonly (readonly string[])[],
  columnOf: ColumnMatcher,
): SheetPreview {
  const header = given.map((text) => text.trim());
  const trimmed = rows.map((row) => row.map((text) => text.trim()));
  const { columns: resolved, questions, source: system } = resolveHeader(header, trimmed, columnOf);
  const similar = header.map((text, i) => (isOpen(resolved[i]!) ? didYouMean(text) : null));
  return { headerRow, header, resolved, questions, source: source ?? system, similar, rows: trimmed };
}

/** Whether the column is still unknown: neither resolved, nor a candidate, nor ruled out. */
function isOpen({ column, candidate, ruledOut }: ResolvedColumn): boolean {
  return column === null && candidate === null && !ruledOut;
}
