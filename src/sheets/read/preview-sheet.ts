import { restore } from '../cells/formula-guard.ts';
import { fileError, sheetFile } from '../files/sheet-file.ts';
import { type ColumnMatcher, columnMatcher } from '../headers/match-header.ts';
import { holdsData, isPaymentLine } from '../headers/payment-line.ts';
import type { ReadOptions } from '../open-sheet.ts';
import type { SheetRecord } from '../sheet-table.ts';
import type { SheetSource } from '../understood-sheet.ts';
import { openTables, readSheet } from './read-sheet.ts';
import { createPreview, PREVIEWED, type SheetPreview } from './sheet-preview.ts';

/** A line that may be the header. `at` is its index in `lines`. */
interface Candidate {
  readonly lines: readonly SheetRecord[];
  readonly at: number;
  /** The number of its cells that are known header names. */
  readonly known: number;
}

/**
 * Reads the beginning of a sheet. The header is the line with the most known names, over all visible worksheets of a
 * workbook. If no line has a known name, it is the first line with the most cells. Throws `file_*`, `sheet_empty`,
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
      const count = (is: (text: string) => boolean) =>
        lines.map(({ values }) => (holdsData(values) ? 0 : values.filter(is).length));
      const known = count((text) => columnOf(text) !== null);
      const filled = count((text) => text.trim() !== '');
      const score = Math.max(0, ...known) > 0 ? known : filled;
      const at = score.indexOf(Math.max(...score));
      // A cover worksheet has lines of one cell only.
      if (at < 0 || filled[at]! < 2) continue;
      if (best === null || known[at]! > best.known) best = { lines, at, known: known[at]! };
    }
    const first = best?.lines[0] ?? null;
    // A line below a payment is not a header: the file is read as one without a header, or refused.
    if (best === null || isPaymentLine(first!.values)) return await withoutHeader(source, options, columnOf);
    const { lines, at } = best;
    const header = lines[at]!.values.map(restore);
    const rows = lines.slice(at + 1).map(({ values }) => values.map(restore));
    return createPreview({ headerRow: lines[at]!.row, header }, rows, columnOf);
  } catch (error) {
    throw fileError(file.name, error);
  }
}

/** The preview of a file that has no header. Throws `sheet_no_header`. */
async function withoutHeader(
  source: SheetSource,
  options: ReadOptions,
  columnOf: ColumnMatcher,
): Promise<SheetPreview> {
  const sheet = await readSheet(source, options);
  try {
    for await (const rows of sheet.rows(PREVIEWED))
      return createPreview(
        sheet.understood,
        rows.map(({ original }) => original),
        columnOf,
      );
    return createPreview(sheet.understood, [], columnOf);
  } finally {
    await sheet.close();
  }
}

async function firstLines(records: AsyncGenerator<SheetRecord[], void>): Promise<readonly SheetRecord[]> {
  const lines: SheetRecord[] = [];
  for await (const chunk of records) {
    lines.push(...chunk.filter(({ values }) => values.some((text) => text.trim() !== '')));
    if (lines.length >= PREVIEWED) break;
  }
  return lines.slice(0, PREVIEWED);
}
