import type { SheetRow } from '../model.ts';
import { formatMinor, readServiceAmount } from '../money.ts';
import type { OpenSheet } from './open-sheet.ts';
import { type ResultColumn, resultCells, resultColumns, type TableKind } from './result-table.ts';
import { type ResultsCsv, resultsCsv } from './results-csv.ts';
import type { PageCell, ResultsWorkbook } from './results-workbook.ts';
import { isToFix, type ResultsHeading, type ResultsOf, type RowResult, type TotalsRow } from './row-result.ts';
import { writeWhole } from './whole-file.ts';

/**
 * Rows that are read and looked up at once, that decide how wide the columns are, and that are written between two waits
 * for the disk. Small, because garbage that lives long enough to be promoted is what fills the memory here.
 */
const CHUNK = 200;
const SAMPLE = 200;
const PART = 100;

export interface WriteResults {
  /** `check`: adds status and reason. `full`: also references, ids, amounts, fees and rates. */
  readonly kind: Exclude<TableKind, 'to-fix'>;
  /** Path of the XLSX. What stands there is replaced when the new one is whole. */
  readonly workbook: string;
  /** Path of a CSV of the same rows, with the delimiter of the input; none is written without it. */
  readonly csv?: string | undefined;
  readonly heading: ResultsHeading;
  readonly results: ResultsOf;
  /** Asked for when all rows are written. */
  readonly totals: () => readonly TotalsRow[] | Promise<readonly TotalsRow[]>;
}

/**
 * Writes the results of a sheet: its rows with what became of them, a worksheet of the rows to fix and one of totals.
 * Reads the sheet once, and again for the rows to fix if there are any; `results` is then asked for those again. Returns
 * how many rows were written. Throws `file_unwritable` and what reading a sheet throws.
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
  const book = resultsWorkbook(path, options.heading.at);
  try {
    const columns = resultColumns(sheet.understood, options.kind);
    const mark = options.heading.sandbox ? ' (SANDBOX)' : '';
    await csv?.write([columns.map(({ header }) => header)]);
    const toFix: number[] = [];
    const rows = await writeTable(book, `Payments${mark}`, columns, resultChunks(sheet, options.results), csv, toFix);
    if (toFix.length > 0) {
      const fixColumns = resultColumns(sheet.understood, 'to-fix');
      const chunks = resultChunks(sheet, options.results, new Set(toFix));
      await writeTable(book, `Rows to fix${mark}`, fixColumns, chunks, null, []);
    }
    book.page(`Totals${mark}`, totalsPage(sheet, options.heading, rows, await options.totals()), [24, 16, 12, 18]);
    await book.finish();
    return { rows, toFix: toFix.length };
  } finally {
    book.abandon();
  }
}

type Chunk = readonly { readonly row: SheetRow; readonly result: RowResult }[];

async function* resultChunks(sheet: OpenSheet, results: ResultsOf, only?: ReadonlySet<number>): AsyncGenerator<Chunk> {
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

async function writeTable(
  book: ResultsWorkbook,
  name: string,
  columns: readonly ResultColumn[],
  chunks: AsyncIterable<Chunk>,
  csv: ResultsCsv | null,
  toFix: number[],
): Promise<number> {
  let worksheet: ReturnType<ResultsWorkbook['table']> | null = null;
  let count = 0;
  for await (const chunk of chunks) {
    worksheet ??= book.table(
      name,
      columns,
      chunk.slice(0, SAMPLE).map(({ row, result }) => resultCells(columns, row, result)),
    );
    for (let from = 0; from < chunk.length; from += PART) {
      const lines: string[][] = [];
      for (const { row, result } of chunk.slice(from, from + PART)) {
        const cells = resultCells(columns, row, result);
        worksheet.write(cells);
        if (csv) lines.push(cells.map(({ text }) => text));
        if (isToFix(result.status)) toFix.push(row.row);
        count++;
      }
      await csv?.write(lines);
      await book.drain();
    }
  }
  (worksheet ?? book.table(name, columns, [])).end();
  return count;
}

function totalsPage(
  sheet: OpenSheet,
  heading: ResultsHeading,
  rows: number,
  totals: readonly TotalsRow[],
): readonly (readonly PageCell[])[] {
  const plain = (text: string): PageCell => ({ text });
  const line = ({ currency, status, rows: count, amount }: TotalsRow): readonly PageCell[] => [
    plain(currency || 'no currency'),
    plain(status),
    { text: String(count), form: 'number' },
    { text: amount, form: 'number' },
  ];
  const head = ['currency', 'status', 'rows', 'amount'].map((text): PageCell => ({ text, form: 'head' }));
  const currencies = [...new Set(totals.map(({ currency }) => currency))];
  return [
    [{ text: heading.title, form: 'title' }],
    ...(heading.sandbox ? [[{ text: 'SANDBOX, NO MONEY MOVES', form: 'warning' } as const]] : []),
    [plain('File'), plain(sheet.name.replace(/^.*[/\\]/, ''))],
    ...(heading.merchant === undefined ? [] : [[plain('Merchant'), plain(heading.merchant)]]),
    [plain('Written (UTC)'), plain(new Date(heading.at).toISOString().replace('T', ' ').slice(0, 19))],
    [plain('Rows in the sheet'), { text: String(rows), form: 'number' }],
    [],
    head,
    ...currencies.flatMap((currency) => {
      const lines = totals.filter((total) => total.currency === currency);
      return lines.length > 1 ? [...lines.map(line), sumLine(currency, lines)] : lines.map(line);
    }),
  ];
}

/** The control sum of a currency over its statuses. */
function sumLine(currency: string, lines: readonly TotalsRow[]): readonly PageCell[] {
  const count = lines.reduce((sum, { rows }) => sum + rows, 0);
  const minor = lines.reduce((sum, { amount }) => sum + (readServiceAmount(amount, currency) ?? 0n), 0n);
  return [
    { text: currency || 'no currency', form: 'sum' },
    { text: 'all', form: 'sum' },
    { text: String(count), form: 'sum' },
    { text: currency ? formatMinor(minor, currency) : '', form: 'sum' },
  ];
}
