import type { SheetRow } from '../model.ts';
import type { OpenSheet } from './open-sheet.ts';
import { isHidden, type ResultColumn, resultCells, resultColumns, type TableKind } from './result-table.ts';
import { type ResultsCsv, resultsCsv } from './results-csv.ts';
import { createProblemList } from './results-problems.ts';
import { TOTALS_WIDTHS, totalsPage } from './results-totals.ts';
import type { PageCell, ResultsWorkbook } from './results-workbook.ts';
import { isToFix, type ResultsHeading, type ResultsOf, type ResultTotals, type RowResult } from './row-result.ts';
import { writeWhole } from './whole-file.ts';

/**
 * Rows that are read and looked up at once, that decide how wide the columns are, and that are written between two waits
 * for the disk. Small, because garbage that lives long enough to be promoted is what fills the memory here.
 */
const CHUNK = 200;
const SAMPLE = 200;
const PART = 100;
const HINT =
  'Correct the red cells, save, and drop this file again. Only what was corrected is paid: every payment is known by its reference.';

export interface WriteResults {
  /** `check`: adds status, row and reason. `full`: also references, ids, amounts, fees and rates. */
  readonly kind: Exclude<TableKind, 'to-fix'>;
  /** Path of the XLSX. What stands there is replaced when the new one is whole. */
  readonly workbook: string;
  /** Path of a CSV of the same rows, with the delimiter of the input; none is written without it. */
  readonly csv?: string | undefined;
  readonly heading: ResultsHeading;
  readonly results: ResultsOf;
  /** Asked for when all rows are written; null where the sheet is not one of payments. */
  readonly totals: (() => ResultTotals | Promise<ResultTotals>) | null;
  /** What its rows are: "Payments" if not given. */
  readonly worksheet?: string;
  /** The comment on the header `status`. */
  readonly hint?: string;
  /** Worksheets of free form, before the problems. */
  readonly pages?: readonly ResultsPage[];
}

export interface ResultsPage {
  readonly name: string;
  readonly rows: readonly (readonly PageCell[])[];
  readonly widths: readonly number[];
}

/**
 * Writes the results of a sheet: its rows with what became of them, a worksheet of the rows to fix, one of totals and one of
 * problems. Reads the sheet once, and again for what is wrong if anything is; `results` is then asked for those rows again.
 * Returns how many rows were written. Throws `file_unwritable` and what reading a sheet throws.
 */
export async function writeResults(sheet: OpenSheet, options: WriteResults): Promise<{ rows: number; toFix: number }> {
  let counts = { rows: 0, toFix: 0 };
  await writeWhole(options.workbook, async (workbookPath) => {
    if (options.csv === undefined) counts = await writeBook(sheet, options, workbookPath, null);
    else
      await writeWhole(options.csv, async (csvPath) => {
        const csv = await resultsCsv(csvPath, sheet.understood.delimiter ?? ',');
        try {
          counts = await writeBook(sheet, options, workbookPath, csv);
          await csv.finish();
        } finally {
          csv.abandon();
        }
      });
  });
  return counts;
}

async function writeBook(
  sheet: OpenSheet,
  options: WriteResults,
  path: string,
  csv: ResultsCsv | null,
): Promise<{ rows: number; toFix: number }> {
  // Loaded when needed: exceljs takes 100 ms and 25 MB.
  const { resultsWorkbook } = await import('./results-workbook.ts');
  const { understood } = sheet;
  const look = (await sheet.look?.()) ?? null;
  const book = await resultsWorkbook(path, options.heading.at, look, understood.results !== null);
  try {
    const columns = resultColumns(understood, options.kind);
    const mark = options.heading.sandbox ? ' (SANDBOX)' : '';
    const name = `${options.worksheet ?? 'Payments'}${mark}`;
    await csv?.write([columns.map(({ header }) => header)]);
    /** Lines of the first worksheet, by row of the sheet: those with something to say. */
    const wrong = new Map<number, number>();
    let rows = 0;
    let toFix = 0;
    const table = {
      name,
      columns,
      delimiter: understood.format === 'csv' ? (understood.delimiter ?? ',') : null,
      always: true,
      hint: options.hint ?? HINT,
    };
    await writeTable(book, table, resultChunks(sheet, options.results), csv, ({ row, result }) => {
      rows++;
      if (isToFix(result)) toFix++;
      if (isToFix(result) || result.problems.length > 0) wrong.set(row.row, rows + 1);
      return true;
    });
    const problems = createProblemList(book, columns, name);
    if (wrong.size > 0) {
      const chunks = resultChunks(sheet, options.results, wrong);
      const fix = { ...table, name: `Rows to fix${mark}`, columns: resultColumns(understood, 'to-fix'), always: false };
      await writeTable(book, fix, chunks, null, ({ row, result }) => {
        problems.add(wrong.get(row.row)!, row, result);
        return isToFix(result) && !isHidden(row);
      });
    }
    if (options.totals) {
      const page = totalsPage(sheet, options.heading, rows, toFix, await options.totals());
      book.page(`Totals${mark}`, page, TOTALS_WIDTHS);
    }
    for (const page of options.pages ?? []) book.page(`${page.name}${mark}`, page.rows, page.widths);
    await problems.write(`Problems${mark}`);
    await book.finish();
    return { rows, toFix };
  } finally {
    book.abandon();
  }
}

interface Line {
  readonly row: SheetRow;
  readonly result: RowResult;
}

async function* resultChunks(
  sheet: OpenSheet,
  results: ResultsOf,
  only?: ReadonlyMap<number, number>,
): AsyncGenerator<readonly Line[]> {
  for await (const chunk of sheet.rows(CHUNK)) {
    const rows = only ? chunk.filter(({ row }) => only.has(row)) : chunk;
    if (rows.length === 0) continue;
    const found = await results(rows);
    yield rows.map((row) => ({
      row,
      result: found.get(row.row) ?? { row: row.row, status: 'not read', problems: [] },
    }));
  }
}

interface Table {
  readonly name: string;
  readonly columns: readonly ResultColumn[];
  /** Null for an XLSX, whose cells are always told apart. */
  readonly delimiter: string | null;
  /** Whether it is there without a line too. */
  readonly always: boolean;
  readonly hint: string;
}

/** Writes a worksheet of the lines that `take` wants. */
async function writeTable(
  book: ResultsWorkbook,
  { name, columns, delimiter, always, hint }: Table,
  chunks: AsyncIterable<readonly Line[]>,
  csv: ResultsCsv | null,
  take: (line: Line) => boolean,
): Promise<void> {
  let worksheet: ReturnType<ResultsWorkbook['table']> | null = null;
  const open = (first: readonly Line[]) =>
    book.table(
      name,
      columns,
      first.slice(0, SAMPLE).map(({ row, result }) => resultCells(columns, row, result, delimiter)),
      hint,
    );
  for await (const all of chunks) {
    const chunk = all.filter(take);
    if (chunk.length === 0) continue;
    worksheet ??= open(chunk);
    for (let from = 0; from < chunk.length; from += PART) {
      const lines: string[][] = [];
      for (const { row, result } of chunk.slice(from, from + PART)) {
        const cells = resultCells(columns, row, result, delimiter);
        worksheet.write(cells, isHidden(row));
        if (csv) lines.push(cells.map(({ text }) => text));
      }
      await csv?.write(lines);
      await book.drain();
    }
  }
  if (always) worksheet ??= open([]);
  worksheet?.end();
}
