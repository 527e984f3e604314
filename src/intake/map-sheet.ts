import type { SheetRow } from '../model.ts';
import { sheetFromBytes } from '../sheets/files/sheet-file.ts';
import { COLUMNS } from '../sheets/headers/columns.ts';
import { columnMatcher, NOT_USED } from '../sheets/headers/match-header.ts';
import type { SavedFormats } from '../sheets/headers/normalize-header.ts';
import { ownHeader } from '../sheets/headers/result-columns.ts';
import type { OpenSheet, ReadOptions } from '../sheets/open-sheet.ts';
import { type GivenReading, readOptions } from '../sheets/read/reading.ts';
import { createPreview, PREVIEWED, type SheetPreview } from '../sheets/read/sheet-preview.ts';
import { KNOWN_BY, shownColumns } from '../sheets/read/shown-columns.ts';
import { previewInProcess } from '../sheets/readers/read-in-process.ts';
import type { SheetSource } from '../sheets/understood-sheet.ts';
import { type ColumnProposal, proposeColumns } from './propose-columns.ts';

export type { ColumnProposal, GivenReading, SavedFormats, SheetSource };
export { KNOWN_BY, NOT_USED, readOptions, sheetFromBytes as sheetOfBytes };

export interface SheetMap {
  /** The system that exported the sheet; null if it is not known. */
  readonly source: string | null;
  /** The header without the columns of earlier results. */
  readonly header: readonly string[];
  readonly columns: readonly ColumnProposal[];
}

/** Reads the first rows of a sheet and proposes a meaning for each column. Throws `file_*`, `sheet_*`. */
export async function mapSheet(file: SheetSource, options: ReadOptions): Promise<SheetMap> {
  return proposed(await previewInProcess(file, options));
}

/** The same for an open sheet, from its first rows. */
export function mapOf({ understood }: OpenSheet, rows: readonly SheetRow[], options: ReadOptions): SheetMap {
  const first = rows.slice(0, PREVIEWED).map(({ original }) => original);
  return proposed(createPreview(understood, first, columnMatcher(options.columns, options.sheetFormats)));
}

const proposed = (preview: SheetPreview): SheetMap => ({
  source: preview.source,
  header: ownHeader(preview.header),
  columns: proposeColumns(preview),
});

/** The headers of a stored sheet that no payment uses, without those of earlier results. */
export function unusedHeaders(understood: unknown): readonly string[] {
  return shownColumns(understood).flatMap(({ column, ofResults, header: text }) =>
    column === null && !ofResults ? [text] : [],
  );
}

/** The column that a name means. Also knows names of other systems: "vendor number". */
export const matchColumnName = columnMatcher();

/** The names that a column can have. */
export function canonicalColumns(): readonly string[] {
  return COLUMNS.map(({ name }) => name);
}

/** A one-line summary of each column. */
export function columnSummaries(): readonly (readonly [name: string, summary: string])[] {
  return COLUMNS.map(({ name, summary }) => [name, summary]);
}
