import { COLUMNS } from '../sheets/headers/columns.ts';
import { columnMatcher, NOT_USED } from '../sheets/headers/match-header.ts';
import type { TaughtFormats } from '../sheets/headers/taught-formats.ts';
import type { ReadOptions } from '../sheets/open-sheet.ts';
import { ownHeader, previewSheet } from '../sheets/read/preview-sheet.ts';
import { KNOWN_BY } from '../sheets/read/shown-columns.ts';
import { type ColumnProposal, proposeColumns } from './propose-columns.ts';

export type { ColumnProposal, TaughtFormats };
export { KNOWN_BY, NOT_USED };

export interface SheetMap {
  /** The system that the sheet is from; null if it is not known. */
  readonly source: string | null;
  /** The header without what earlier results added. */
  readonly header: readonly string[];
  readonly columns: readonly ColumnProposal[];
}

/** Reads the beginning of a sheet and proposes what its columns are. Throws `file_*`, `sheet_*`. */
export async function mapSheet(file: string, options: ReadOptions): Promise<SheetMap> {
  const preview = await previewSheet(file, options);
  return { source: preview.source, header: ownHeader(preview.header), columns: proposeColumns(preview) };
}

/** The column that somebody means by a name, also by one it is known by elsewhere: "vendor number". */
export const meantColumn = columnMatcher();

/** The names that a column can be given. */
export function canonicalColumns(): readonly string[] {
  return COLUMNS.map(({ name }) => name);
}

/** What each of them is, in a line. */
export function columnSummaries(): readonly (readonly [name: string, summary: string])[] {
  return COLUMNS.map(({ name, summary }) => [name, summary]);
}
