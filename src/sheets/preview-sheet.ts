import { PayrunError } from '../errors.ts';
import { restore } from './formula-guard.ts';
import type { ColumnQuestion, ResolvedColumn } from './headers/resolve-columns.ts';
import { columnMatcher, didYouMean, resolveHeader } from './match-header.ts';
import type { ReadOptions, SheetRecord, SheetSource } from './open-sheet.ts';
import { openTables } from './read-sheet.ts';
import { fileError, sheetFile } from './sheet-file.ts';

/** The beginning of a sheet whose columns need not be known. */
export interface SheetPreview {
  readonly headerRow: number;
  readonly header: readonly string[];
  /** What Payrun makes of each header. */
  readonly resolved: readonly ResolvedColumn[];
  readonly questions: readonly ColumnQuestion[];
  /** The system that the sheet is from; null if it is not known. */
  readonly source: string | null;
  /** A name that a header is one or two slips away from. */
  readonly similar: readonly (string | null)[];
  /** The first rows below it. */
  readonly rows: readonly (readonly string[])[];
}

const LINES = 60;

/** A line that may be the header. */
interface Candidate {
  readonly lines: readonly SheetRecord[];
  readonly at: number;
  /** Names in it that Payrun knows. */
  readonly known: number;
}

/**
 * Reads the beginning of a sheet: its header is the line with the most names that Payrun knows, in a workbook that of all its
 * worksheets; or, where none has any, the first of those with the most cells. Throws `file_*`, `sheet_empty`,
 * `sheet_not_a_sheet`, `sheet_encoding_unclear`, `sheet_no_header`.
 */
export async function previewSheet(source: SheetSource, options: ReadOptions = {}): Promise<SheetPreview> {
  const columnOf = columnMatcher(options.columns, options.sheetFormats);
  const { file, head } = await sheetFile(source);
  try {
    const { tables } = await openTables(file, head, columnOf, options.encoding);
    let best: Candidate | null = null;
    for (const table of tables) {
      if (table.hidden || (options.worksheet !== undefined && table.worksheet !== options.worksheet)) continue;
      const lines = await firstLines(table.open().records);
      const known = lines.map(({ values }) => values.filter((text) => columnOf(text) !== null).length);
      const filled = lines.map(({ values }) => values.filter((text) => text.trim() !== '').length);
      const score = Math.max(0, ...known) > 0 ? known : filled;
      const at = score.indexOf(Math.max(...score));
      // A cover has a line or two, and no rows below them.
      if (at < 0 || filled[at]! < 2) continue;
      if (best === null || known[at]! > best.known) best = { lines, at, known: known[at]! };
    }
    if (best !== null) {
      const { lines, at } = best;
      const header = lines[at]!.values.map((text) => restore(text).trim());
      const rows = lines.slice(at + 1).map(({ values }) => values.map((text) => restore(text).trim()));
      const { columns: resolved, questions, source } = resolveHeader(header, rows, columnOf);
      return {
        headerRow: lines[at]!.row,
        header,
        resolved,
        questions,
        source,
        similar: header.map((text, i) => (isOpen(resolved[i]!) ? didYouMean(text) : null)),
        rows,
      };
    }
  } catch (error) {
    throw fileError(file.name, error);
  }
  throw new PayrunError('sheet_no_header', { file: file.name, detail: 'no line of it has two cells or more' });
}

/** Nothing is known of the column, neither what it is nor that it is not meant. */
function isOpen({ column, candidate, ruledOut }: ResolvedColumn): boolean {
  return column === null && candidate === null && !ruledOut;
}

async function firstLines(records: AsyncGenerator<SheetRecord[], void>): Promise<readonly SheetRecord[]> {
  const lines: SheetRecord[] = [];
  for await (const chunk of records) {
    lines.push(...chunk.filter(({ values }) => values.some((text) => text.trim() !== '')));
    if (lines.length >= LINES) break;
  }
  return lines.slice(0, LINES);
}
