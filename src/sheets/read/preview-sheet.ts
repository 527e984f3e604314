import { restore } from '../cells/formula-guard.ts';
import { fileError, sheetFile } from '../files/sheet-file.ts';
import { didYouMean } from '../headers/known-headers.ts';
import { type ColumnMatcher, columnMatcher, resolveHeader } from '../headers/match-header.ts';
import { holdsData, isPaymentLine } from '../headers/payment-line.ts';
import type { ColumnQuestion, ResolvedColumn } from '../headers/resolve-columns.ts';
import type { ReadOptions } from '../open-sheet.ts';
import type { SheetRecord } from '../sheet-table.ts';
import type { SheetSource } from '../understood-sheet.ts';
import { openTables, readSheet } from './read-sheet.ts';

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

const LINES = 60;

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
    const header = lines[at]!.values.map((text) => restore(text).trim());
    const rows = lines.slice(at + 1).map(({ values }) => values.map((text) => restore(text).trim()));
    const { columns: resolved, questions, source: system } = resolveHeader(header, rows, columnOf);
    return {
      headerRow: lines[at]!.row,
      header,
      resolved,
      questions,
      source: system,
      similar: header.map((text, i) => (isOpen(resolved[i]!) ? didYouMean(text) : null)),
      rows,
    };
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
    const { header, headerRow, source: system = null } = sheet.understood;
    const rows: (readonly string[])[] = [];
    for await (const chunk of sheet.rows(LINES)) {
      rows.push(...chunk.map(({ original }) => original.map((text) => text.trim())));
      break;
    }
    const { columns: resolved, questions } = resolveHeader(header, rows, columnOf);
    return { headerRow, header, resolved, questions, source: system, similar: header.map(() => null), rows };
  } finally {
    await sheet.close();
  }
}

/** Whether the column is still unknown: neither resolved, nor a candidate, nor ruled out. */
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
