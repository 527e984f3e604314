import { PayrunError } from '../errors.ts';
import { columnMatcher, didYouMean } from './match-header.ts';
import type { ReadOptions, SheetRecord, SheetSource } from './open-sheet.ts';
import { openTables } from './read-sheet.ts';
import { fileError, sheetFile } from './sheet-file.ts';

/** The beginning of a sheet whose columns need not be known. */
export interface SheetPreview {
  readonly headerRow: number;
  readonly header: readonly string[];
  /** What Payrun makes of each header by its name; null where it knows none. */
  readonly known: readonly (string | null)[];
  /** A name that a header is one or two slips away from. */
  readonly similar: readonly (string | null)[];
  /** The first rows below it. */
  readonly rows: readonly (readonly string[])[];
}

const LINES = 60;

/**
 * Reads the beginning of a sheet: its header is the line with the most names that Payrun knows, or, where none has any, the
 * first of those with the most cells. Throws `file_*`, `sheet_empty`, `sheet_not_a_sheet`, `sheet_encoding_unclear`, `sheet_no_header`.
 */
export async function previewSheet(source: SheetSource, options: ReadOptions = {}): Promise<SheetPreview> {
  const columnOf = columnMatcher(options.columns);
  const { file, head } = await sheetFile(source);
  try {
    const { tables } = await openTables(file, head, columnOf, options.encoding);
    for (const table of tables) {
      if (table.hidden || (options.worksheet !== undefined && table.worksheet !== options.worksheet)) continue;
      const lines = await firstLines(table.open().records);
      const known = lines.map(({ values }) => values.filter((text) => columnOf(text) !== null).length);
      const filled = lines.map(({ values }) => values.filter((text) => text.trim() !== '').length);
      const score = Math.max(0, ...known) > 0 ? known : filled;
      const at = score.indexOf(Math.max(...score));
      if (at < 0 || filled[at]! < 2) continue;
      const header = lines[at]!.values.map((text) => text.trim());
      return {
        headerRow: lines[at]!.row,
        header,
        known: header.map(columnOf),
        similar: header.map((text) => (columnOf(text) === null ? didYouMean(text) : null)),
        rows: lines.slice(at + 1).map(({ values }) => values.map((text) => text.trim())),
      };
    }
  } catch (error) {
    throw fileError(file.name, error);
  }
  throw new PayrunError('sheet_no_header', { file: file.name, detail: 'no line of it has two cells or more' });
}

async function firstLines(records: AsyncGenerator<SheetRecord[], void>): Promise<readonly SheetRecord[]> {
  const lines: SheetRecord[] = [];
  for await (const chunk of records) {
    lines.push(...chunk.filter(({ values }) => values.some((text) => text.trim() !== '')));
    if (lines.length >= LINES) break;
  }
  return lines.slice(0, LINES);
}
