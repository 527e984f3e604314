import { createWriteStream } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import exceljs, { type Fill, type Style } from 'exceljs';
import { neutralise } from './formula-guard.ts';
import type { ResultCell, ResultColumn } from './result-table.ts';
import { sentenceOf, toneOf } from './row-result.ts';
import { escapeText } from './xlsx-workbook.ts';

/** Comments in one worksheet. Excel takes seconds for every thousand; the reasons stand in their column for all rows. */
const COMMENTS = 2000;
/** Excel refuses a workbook with a longer cell. */
const CELL_LIMIT = 32_767;
/** Bytes that may wait for the disk. exceljs's writer never waits by itself and would hold the whole workbook. */
const BACKLOG = 1_000_000;
/** On paper all columns stand side by side. */
const PRINTED = { orientation: 'landscape', fitToPage: true, fitToWidth: 1, fitToHeight: 0 } as const;
const WIDTH = { least: 11, most: 44 };

const fill = (argb: string): Fill => ({ type: 'pattern', pattern: 'solid', fgColor: { argb } });
const RED = fill('FFFFC7CE');
const FILLS = { good: fill('FFE2F0D9'), bad: RED, waits: fill('FFFFF2CC'), plain: undefined } as const;
const INPUT_HEADER = fill('FFE7E6E6');
const ADDED_HEADER = fill('FFD9E2F3');

/** A worksheet that is written row by row. */
export interface ResultsWorksheet {
  write(cells: readonly ResultCell[]): void;
  /** Freezes nothing more: after this the next worksheet may be added. */
  end(): void;
}

export interface ResultsWorkbook {
  /** Adds a worksheet; `sample` rows decide how wide its columns are. */
  table(name: string, columns: readonly ResultColumn[], sample: readonly (readonly ResultCell[])[]): ResultsWorksheet;
  /** Adds a worksheet of free form. The texts are Payrun's or neutralised by it. */
  page(name: string, rows: readonly (readonly PageCell[])[], widths: readonly number[]): void;
  /** Waits until what was written is on its way to the disk. Call it after every chunk. Throws what the disk says. */
  drain(): Promise<void>;
  finish(): Promise<void>;
  /** After an error: lets go of the file. */
  abandon(): void;
}

export interface PageCell {
  readonly text: string;
  readonly form?: 'amount' | 'count' | 'strong' | 'warning' | 'head';
}

/** What of exceljs's streaming writer (4.4.0) tells how much of a worksheet still waits. */
interface Waiting {
  readonly stream: {
    readonly buffers: readonly unknown[];
    readonly pipes: readonly { readonly writableLength: number }[];
  };
}

/** Opens a workbook at `path`, which exists and is empty. It is written as it grows; memory does not grow with it. */
export function resultsWorkbook(path: string, at: number): ResultsWorkbook {
  const stream = createWriteStream(path, { flags: 'r+' });
  let failure: Error | null = null;
  const failed = new Promise<never>((_, reject) => {
    stream.on('error', (error) => {
      failure = error;
      reject(error);
    });
  });
  failed.catch(() => {});
  const date = new Date(at);
  const book = new exceljs.stream.xlsx.WorkbookWriter({
    stream,
    useStyles: true,
    useSharedStrings: false,
    zip: { zlib: { level: 4 } },
  });
  Object.assign(book, { creator: 'Payrun', lastModifiedBy: 'Payrun', created: date, modified: date });
  const styles = styleCache();
  let current: Waiting | null = null;

  return {
    table: (name, columns, sample) => {
      const sheet = book.addWorksheet(name, {
        pageSetup: PRINTED,
        views: [{ state: 'frozen', ySplit: 1, topLeftCell: 'A2' }],
      });
      current = sheet as unknown as Waiting;
      sheet.columns = columns.map((column, i) => ({
        width: widthOf(
          column,
          sample.map((cells) => cells[i]?.text ?? ''),
        ),
        // Cells that a clerk fills in later are text as well: a spreadsheet leaves them as they were typed.
        style: column.form === 'code' ? { numFmt: '@' } : {},
      }));
      const head = sheet.addRow(columns.map(({ header }) => escapeText(neutralise(header))));
      columns.forEach(({ at: position }, i) => {
        head.getCell(i + 1).style = { font: { bold: true }, fill: position === null ? ADDED_HEADER : INPUT_HEADER };
      });
      head.commit();
      let comments = 0;
      let last = 1;
      return {
        write: (cells) => {
          const row = sheet.addRow([]);
          last = row.number;
          for (const [i, { text, problems }] of cells.entries()) {
            const column = columns[i]!;
            const wrong = problems.some(({ severity }) => severity === 'error');
            const tone = column.at === null && column.header === 'status' ? toneOf(text) : wrong ? 'bad' : 'plain';
            if (text === '' && problems.length === 0 && column.form !== 'code') continue;
            const cell = row.getCell(i + 1);
            const number = column.form === 'amount' ? decimals(text) : null;
            cell.value = number === null ? textValue(text) : Number(text);
            cell.style = styles(
              column.form === 'code' ? '@' : number === null ? '' : amountFormat(column, number),
              tone,
            );
            if (problems.length > 0 && comments++ < COMMENTS)
              cell.note = escapeText(problems.map(sentenceOf).join('\n'));
          }
          row.commit();
        },
        end: () => {
          sheet.autoFilter = { from: { row: 1, column: 1 }, to: { row: last, column: Math.max(1, columns.length) } };
          sheet.commit();
          current = null;
        },
      };
    },
    page: (name, rows, widths) => {
      const sheet = book.addWorksheet(name, { pageSetup: PRINTED });
      sheet.columns = widths.map((width) => ({ width }));
      for (const cells of rows) {
        const row = sheet.addRow([]);
        for (const [i, { text, form }] of cells.entries()) {
          if (text === '') continue;
          const places = form === 'amount' || form === 'count' ? decimals(text) : null;
          const cell = row.getCell(i + 1);
          cell.value = places === null ? escapeText(neutralise(text)) : Number(text);
          cell.style = pageStyle(form, places);
        }
        row.commit();
      }
      sheet.commit();
    },
    drain: async () => {
      while (!failure && current && waiting(current) > BACKLOG) await pause(1);
      if (failure) throw failure;
    },
    finish: async () => {
      await Promise.race([book.commit(), failed]);
    },
    abandon: () => {
      stream.on('error', () => {});
      stream.destroy();
    },
  };
}

function waiting({ stream }: Waiting): number {
  return stream.buffers.length * 65_536 + (stream.pipes[0]?.writableLength ?? 0);
}

/** One object per style, however many cells have it: exceljs then writes and compares it once. */
function styleCache(): (format: string, tone: keyof typeof FILLS) => Partial<Style> {
  const cache = new Map<string, Partial<Style>>();
  return (format, tone) => {
    const key = `${tone} ${format}`;
    let style = cache.get(key);
    if (!style) {
      const colour = FILLS[tone];
      style = { ...(format ? { numFmt: format } : {}), ...(colour ? { fill: colour } : {}) };
      cache.set(key, style);
    }
    return style;
  };
}

/** Decimals of a plain number that a spreadsheet keeps exactly (15 digits) and shows again as it was; else null. */
function decimals(text: string): number | null {
  const match = /^(?:0|[1-9]\d{0,10})(?:\.(\d{1,4}))?$/.exec(text) ?? /^[0-9](?:\.(\d{1,12}))$/.exec(text);
  return match ? (match[1] ?? '').length : null;
}

function amountFormat({ header }: ResultColumn, places: number): string {
  const grouped = header === 'row in the sheet' || header === 'exchange rate' ? '0' : '#,##0';
  return places === 0 ? grouped : `${grouped}.${'0'.repeat(places)}`;
}

function textValue(text: string): exceljs.CellValue {
  const safe = escapeText(neutralise(text));
  const value = safe.length > CELL_LIMIT ? `${safe.slice(0, CELL_LIMIT - 1)}…` : safe;
  // As rich text, blanks at the ends and line breaks are marked as meant; a plain cell leaves them to the reader.
  return /^\s|\s$|\n/.test(value) ? { richText: [{ text: value }] } : value === '' ? null : value;
}

function pageStyle(form: PageCell['form'], places: number | null): Partial<Style> {
  if (form === 'strong') return { font: { bold: true, size: 14 } };
  if (form === 'warning') return { font: { bold: true, color: { argb: 'FFC00000' } } };
  if (form === 'head') return { font: { bold: true }, fill: ADDED_HEADER };
  if (places === null) return {};
  return { numFmt: places === 0 ? '#,##0' : `#,##0.${'0'.repeat(places)}` };
}

function widthOf({ header, at }: ResultColumn, texts: readonly string[]): number {
  if (at === null && header === 'reason') return 80;
  const longest = texts.reduce((most, text) => Math.max(most, text.length), header.length + 3);
  return Math.min(WIDTH.most, Math.max(WIDTH.least, longest + 2));
}
