import { COLUMNS } from '../sheets/columns.ts';
import { columnMatcher } from '../sheets/match-header.ts';
import type { ReadOptions } from '../sheets/open-sheet.ts';
import { previewSheet } from '../sheets/preview-sheet.ts';
import { KNOWN_BY } from '../sheets/shown-columns.ts';
import { type ColumnProposal, proposeColumns } from './propose-columns.ts';

export type { ColumnProposal };
export { KNOWN_BY };

/** Reads the beginning of a sheet and proposes what its columns are. Throws `file_*`, `sheet_*`. */
export async function mapSheet(file: string, options: ReadOptions): Promise<readonly ColumnProposal[]> {
  return proposeColumns(await previewSheet(file, options));
}

/** The column that somebody means by a name, also by one it is known by elsewhere: "vendor number". */
export const meantColumn = columnMatcher();

/** The names that a column can be given. */
export function canonicalColumns(): readonly string[] {
  return COLUMNS.map(({ name }) => name);
}
