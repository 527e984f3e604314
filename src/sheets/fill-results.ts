import { truncate } from 'node:fs/promises';
import type { SheetRow } from '../model.ts';
import type { OpenSheet } from './open-sheet.ts';
import { isHidden, type ResultColumn, resultCells, resultColumns, type TableKind } from './write/result-table.ts';
import { type ResultsCsv, resultsCsv } from './write/results-csv.ts';
import { createProblemList } from './write/results-problems.ts';
import { TOTALS_WIDTHS, totalsPage } from './write/results-totals.ts';
import type { PageCell, ResultsWorkbook, ResultsWorksheet } from './write/results-workbook.ts';
import { isToFix, type ResultsHeading, type ResultsOf, type ResultTotals, type RowResult } from './write/row-result.ts';
import { Unpatchable } from './xlsx/unpatchable.ts';
import { XlsxFault } from './xlsx/xlsx-fault.ts';

/**
 * Rows that are read and looked up together (`CHUNK`), that decide the column widths (`SAMPLE`), and that are written
 * between two waits for the disk (`PART`). Small, because objects that live long enough to be promoted fill the memory.
 */
const CHUNK = 200;
const SAMPLE = 200;
const PART = 100;
const HINT =
  'Correct the red cells, save, and pay this file in a new run. Rows that were already paid are not paid again: each payment is identified by its reference.';

/** The part of `writeResults` that reads the sheet. */
export interface WriteResults {
  /**
   * `check`: adds status, row, status code and reason. `full`: instead of the row, also adds reference, IDs, amounts,
   * fees and rate.
   */
  readonly kind: Exclude<TableKind, 'to-fix'>;
  /** Path of the XLSX. An existing file is replaced when the new one is complete. */
  readonly workbook: string;
  /** Path of a CSV of the same rows, with the delimiter of the input; if undefined, none is written. */
  readonly csv?: string | undefined;
  readonly heading: ResultsHeading;
  readonly results: ResultsOf;
  /** Called after all rows are written; null if the sheet has no payments. */
  readonly totals: (() => ResultTotals | Promise<ResultTotals>) | null;
  /** The name of the main worksheet; "Payments" if not given. */
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

export interface WrittenResults {
  readonly rows: number;
  readonly toFix: number;
  /**
   * The reason why the workbook for an XLSX is a new one and not a patched copy of the input; null if it is a copy, and
   * for other formats.
   */
  readonly rewriteReason: string | null;
}

/** Existing empty files that become the results. */
export interface EmptyResults {
  readonly workbook: string;
  readonly csv: string | null;
}

/** The part of `writeResults` that reads the sheet. */
export type FillResults = (sheet: OpenSheet, options: WriteResults, files: EmptyResults) => Promise<WrittenResults>;

export async function fillResults(
  sheet: OpenSheet,
  options: WriteResults,
  files: EmptyResults,
): Promise<WrittenResults> {
  if (files.csv === null) return writeBook(sheet, options, files.workbook, null);
  const csv = await resultsCsv(files.csv, sheet.understood.delimiter ?? ',');
  try {
    const counts = await writeBook(sheet, options, files.workbook, csv);
    await csv.finish();
    return counts;
  } finally {
    csv.abandon();
  }
}

async function writeBook(
  sheet: OpenSheet,
  options: WriteResults,
  path: string,
  csv: ResultsCsv | null,
): Promise<WrittenResults> {
  let rewriteReason: string | null = null;
  if (sheet.package) {
    try {
      return await fillBook(sheet, options, csv, await patchedBook(sheet, options, path), null);
    } catch (error) {
      if (!(error instanceof Unpatchable) && !(error instanceof XlsxFault)) throw error;
      rewriteReason = error instanceof Unpatchable ? error.reason : `of this: ${error.message}`;
      await truncate(path);
    }
  }
  return fillBook(sheet, options, csv, await newBook(sheet, options, path), rewriteReason);
}

/** A patched copy of the input workbook. Throws `Unpatchable`. */
async function patchedBook(sheet: OpenSheet, { kind, heading }: WriteResults, path: string): Promise<ResultsWorkbook> {
  const { patchedWorkbook } = await import('./patches/patched-workbook.ts');
  const count = resultColumns(sheet.understood, kind).filter(({ at }) => at === null).length;
  return patchedWorkbook(path, heading.at, await sheet.package!(), sheet.understood, {
    count,
    sandbox: heading.sandbox,
  });
}

async function newBook(sheet: OpenSheet, { heading }: WriteResults, path: string): Promise<ResultsWorkbook> {
  const { newWorkbook } = await import('./patches/new-workbook.ts');
  return newWorkbook(path, heading.at, sheet);
}

async function fillBook(
  sheet: OpenSheet,
  options: WriteResults,
  csv: ResultsCsv | null,
  book: ResultsWorkbook,
  rewriteReason: string | null,
): Promise<WrittenResults> {
  const { understood } = sheet;
  try {
    const columns = resultColumns(understood, options.kind);
    const reasonAt = (understood.results?.to ?? 0) - 1;
    const mark = options.heading.sandbox ? ' (SANDBOX)' : '';
    const name = `${options.worksheet ?? 'Payments'}${mark}`;
    await csv?.write([columns.map(({ header }) => header)]);
    /** The rows to fix or with problems, by index. */
    const wrong = createMarks();
    let rows = 0;
    let toFix = 0;
    const table = {
      name,
      columns,
      delimiter: understood.format === 'csv' ? (understood.delimiter ?? ',') : null,
      always: true,
      reasonAt,
      hint:
        book.inPlace && options.heading.sandbox
          ? `SANDBOX, NO MONEY MOVES. ${options.hint ?? HINT}`
          : (options.hint ?? HINT),
    };
    await writeTable(book, table, resultChunks(sheet, options.results), csv, ({ result }) => {
      if (isToFix(result)) toFix++;
      if (isToFix(result) || result.problems.length > 0) wrong.add(rows);
      rows++;
      return true;
    });

    const problems = createProblemList(book, columns, name);
    if (wrong.any()) {
      const chunks = resultChunks(sheet, options.results, wrong);
      const fix = { ...table, name: `Rows to fix${mark}`, columns: resultColumns(understood, 'to-fix'), always: false };
      await writeTable(book, fix, chunks, null, ({ row, place, result }) => {
        problems.add(book.inPlace ? row.row : place + 2, row, result);
        return isToFix(result) && !isHidden(row);
      });
    }

    if (options.totals) {
      const page = totalsPage(sheet, {
        heading: options.heading,
        rows,
        toFix,
        totals: await options.totals(),
        rewriteReason,
      });
      await book.page(`Totals${mark}`, page, TOTALS_WIDTHS);
    }
    for (const page of options.pages ?? []) await book.page(`${page.name}${mark}`, page.rows, page.widths);
    await problems.write(`Problems${mark}`);
    await book.finish();
    return { rows, toFix, rewriteReason };
  } finally {
    await book.abandon();
  }
}

interface Line {
  readonly row: SheetRow;
  /** The number of rows of the sheet before it. */
  readonly place: number;
  readonly result: RowResult;
}

async function* resultChunks(sheet: OpenSheet, results: ResultsOf, only?: Marks): AsyncGenerator<readonly Line[]> {
  let before = 0;
  for await (const chunk of sheet.rows(CHUNK)) {
    const first = before;
    before += chunk.length;
    const placed = chunk.map((row, i) => ({ row, place: first + i }));
    const rows = only ? placed.filter(({ place }) => only.has(place)) : placed;
    if (rows.length === 0) continue;
    const found = await results(rows.map(({ row }) => row));
    yield rows.map(({ row, place }) => ({
      row,
      place,
      result: found.get(row.row) ?? { row: row.row, status: 'not_read', problems: [] },
    }));
  }
}

/** A set of row indexes with one bit each: for a million rows, a Map takes 40 MB. */
interface Marks {
  add(place: number): void;
  has(place: number): boolean;
  any(): boolean;
}

function createMarks(): Marks {
  let bits = new Uint8Array(1024);
  let any = false;
  return {
    add: (place) => {
      const at = place >> 3;
      if (at >= bits.length) {
        const more = new Uint8Array(Math.max(at + 1, bits.length * 2));
        more.set(bits);
        bits = more;
      }
      bits[at]! |= 1 << (place & 7);
      any = true;
    },
    has: (place) => ((bits[place >> 3] ?? 0) & (1 << (place & 7))) !== 0,
    any: () => any,
  };
}

interface Table {
  readonly name: string;
  readonly columns: readonly ResultColumn[];
  /** The delimiter of a CSV; null for other formats, whose cells are always separate. */
  readonly delimiter: string | null;
  /** The table is the sheet itself, and is written even without rows. */
  readonly always: boolean;
  readonly hint: string;
  /** Position of the reason in earlier results; -1 if none. */
  readonly reasonAt: number;
}

/** Writes a worksheet of the lines that `take` accepts. */
async function writeTable(
  book: ResultsWorkbook,
  { name, columns, delimiter, always, hint, reasonAt }: Table,
  chunks: AsyncIterable<readonly Line[]>,
  csv: ResultsCsv | null,
  take: (line: Line) => boolean,
): Promise<void> {
  let worksheet: ResultsWorksheet | null = null;
  const open = (first: readonly Line[]) =>
    book.table({
      name,
      columns,
      sample: first.slice(0, SAMPLE).map(({ row, result }) => resultCells(columns, row, result, delimiter)),
      hint,
      whole: always,
    });
  for await (const all of chunks) {
    const chunk = all.filter(take);
    if (chunk.length === 0) continue;
    worksheet ??= await open(chunk);
    for (let from = 0; from < chunk.length; from += PART) {
      const lines: string[][] = [];
      for (const { row, result } of chunk.slice(from, from + PART)) {
        const cells = resultCells(columns, row, result, delimiter);
        worksheet.write(cells, { row: row.row, hidden: isHidden(row), reason: row.original[reasonAt] ?? '' });
        if (csv) lines.push(cells.map(({ text }) => text));
      }
      await csv?.write(lines);
      await book.drain();
    }
  }
  if (always) worksheet ??= await open([]);
  await worksheet?.end();
}
