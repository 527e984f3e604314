import type { EventEmitter } from 'node:events';
import { createWriteStream } from 'node:fs';
import exceljs, { type Fill, type Style } from 'exceljs';
import { neutralise } from './formula-guard.ts';
import type { ResultCell, ResultColumn } from './result-table.ts';
import { sentenceOf, toneOf } from './row-result.ts';
import { columnLetters, createRowXml } from './row-xml.ts';
import { escapeText } from './xlsx-workbook.ts';

/** Comments in one worksheet. Excel takes seconds for every thousand; the reasons stand in their column for all rows. */
const COMMENTS = 2000;
/** Characters of XML that are handed on at once. */
const PART = 32_000;
/** On paper all columns stand side by side. */
const PRINTED = { orientation: 'landscape', fitToPage: true, fitToWidth: 1, fitToHeight: 0 } as const;
const WIDTH = { least: 11, most: 44, reason: 90 };

const fill = (argb: string): Fill => ({ type: 'pattern', pattern: 'solid', fgColor: { argb } });
const RED = fill('FFFFC7CE');
const FILLS = { good: fill('FFE2F0D9'), bad: RED, waits: fill('FFFFF2CC'), plain: undefined } as const;
const FONT = { name: 'Calibri', size: 11, family: 2 } as const;
const INPUT_HEADER: Partial<Style> = { font: { ...FONT, bold: true }, fill: fill('FFE7E6E6') };
const ADDED_HEADER: Partial<Style> = { font: { ...FONT, bold: true }, fill: fill('FFD9E2F3') };

/** A worksheet that is written row by row. */
export interface ResultsWorksheet {
  write(cells: readonly ResultCell[]): void;
  end(): void;
}

export interface ResultsWorkbook {
  /** Adds a worksheet; `sample` rows decide how wide its columns are. One is ended before the next is added. */
  table(name: string, columns: readonly ResultColumn[], sample: readonly (readonly ResultCell[])[]): ResultsWorksheet;
  /** Adds a worksheet of free form. */
  page(name: string, rows: readonly (readonly PageCell[])[], widths: readonly number[]): void;
  /** Waits until what was written is on its way to the disk. Call it after every chunk. Throws what the disk says. */
  drain(): Promise<void>;
  finish(): Promise<void>;
  /** Lets go of the file, after an error too. */
  abandon(): void;
}

export interface PageCell {
  readonly text: string;
  readonly form?: 'number' | 'title' | 'warning' | 'head' | 'sum';
}

interface Comment {
  readonly ref: string;
  readonly note: object;
}

/**
 * The parts of exceljs's streaming writer (4.4.0) under its rows. With its own row and cell objects, checking and writing
 * 100,000 rows of 18 cells took 4.2 s in 385 MB; with rows as XML it takes 2.9 s in 185 MB. Everything but the rows
 * (styles, comments, relations, the package) is exceljs's.
 */
interface WriterParts {
  readonly stream: {
    write(xml: string): void;
    /** Hands on what its buffers hold. */
    _flush(): void;
    readonly pipes: readonly (EventEmitter & { write(xml: string): boolean })[];
  };
  readonly _sheetCommentsWriter: { addComments(comments: Comment[]): void };
  hasComments: boolean;
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
  const book = new exceljs.stream.xlsx.WorkbookWriter({ stream, useStyles: true, zip: { zlib: { level: 4 } } });
  Object.assign(book, { creator: 'Payrun', lastModifiedBy: 'Payrun', created: date, modified: date });
  /** Resolves when there is room again; listened for from the moment on when there was none, or it would be missed. */
  let room: Promise<void> | null = null;

  return {
    table: (name, columns, sample) => {
      const sheet = book.addWorksheet(name, {
        pageSetup: PRINTED,
        views: [{ state: 'frozen', ySplit: 1, topLeftCell: 'A2' }],
      });
      const parts = sheet as unknown as WriterParts;
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
        head.getCell(i + 1).style = position === null ? ADDED_HEADER : INPUT_HEADER;
      });
      head.commit();
      let comments = 0;
      let row = 1;
      const xml = createRowXml();
      const styleIds = columns.map((column) => stylesOf(book, column));
      const flush = () => {
        // Past the buffers of exceljs's stream, which copy everything twice and never say that they are full.
        const pipe = parts.stream.pipes[0];
        if (pipe) {
          parts.stream._flush();
          if (!pipe.write(xml.take())) room ??= roomIn(pipe);
        } else parts.stream.write(xml.take());
      };
      return {
        write: (cells) => {
          row++;
          const lines = linesOf(columns, cells);
          xml.begin(row, lines);
          for (let i = 0; i < cells.length; i++) {
            const { text, problems } = cells[i]!;
            const column = columns[i]!;
            const places = column.form === 'amount' ? decimals(text) : NO_NUMBER;
            xml.cell(text, places !== NO_NUMBER, styleIds[i]!(places, toneOfCell(column, text, problems), lines > 1));
          }
          xml.end();
          if (xml.waiting > PART) flush();
          for (let i = 0; i < cells.length && comments < COMMENTS; i++) {
            const { problems } = cells[i]!;
            if (problems.length === 0) continue;
            comments++;
            const text = escapeText(problems.map(sentenceOf).join('\n'));
            parts.hasComments = true;
            parts._sheetCommentsWriter.addComments([comment(`${columnLetters(i)}${row}`, text)]);
          }
        },
        end: () => {
          flush();
          sheet.autoFilter = { from: { row: 1, column: 1 }, to: { row, column: Math.max(1, columns.length) } };
          sheet.commit();
          // A stream that is ended says nothing of room any more.
          room = null;
        },
      };
    },
    page: (name, rows, widths) => {
      const sheet = book.addWorksheet(name, { pageSetup: PRINTED });
      sheet.columns = widths.map((width) => ({ width }));
      for (const cells of rows) {
        const row = sheet.addRow([]);
        for (const [i, { text, form }] of cells.entries()) {
          const places = form === 'number' || form === 'sum' ? decimals(text) : NO_NUMBER;
          const cell = row.getCell(i + 1);
          if (text !== '') cell.value = places === NO_NUMBER ? escapeText(neutralise(text)) : Number(text);
          cell.style = pageStyle(form, places, i);
        }
        row.commit();
      }
      sheet.commit();
    },
    drain: async () => {
      const waiting = room;
      room = null;
      if (waiting && !failure) await Promise.race([waiting, failed]);
      if (failure) throw failure;
    },
    finish: async () => {
      await Promise.race([book.commit(), failed]);
    },
    abandon: () => {
      stream.destroy();
    },
  };
}

/** Resolves when the stream has room, or is over. */
function roomIn(pipe: EventEmitter): Promise<void> {
  const events = ['drain', 'finish', 'close', 'error'];
  return new Promise((resolve) => {
    const done = () => {
      for (const event of events) pipe.off(event, done);
      resolve();
    };
    for (const event of events) pipe.on(event, done);
  });
}

type Tone = keyof typeof FILLS;
const TONES = Object.keys(FILLS) as readonly Tone[];

function toneOfCell({ at, header }: ResultColumn, text: string, problems: ResultCell['problems']): Tone {
  if (at === null && header === 'status') return toneOf(text);
  return problems.some(({ severity }) => severity === 'error') ? 'bad' : 'plain';
}

/** Lines that the reason takes in its column; a few letters fewer than its width, because words are not split. */
function linesOf(columns: readonly ResultColumn[], cells: readonly ResultCell[]): number {
  const last = columns.at(-1);
  const text = last && isReason(last) ? (cells.at(-1)?.text ?? '') : '';
  return Math.min(20, Math.max(1, Math.ceil(text.length / (WIDTH.reason - 8))));
}

function isReason({ at, header }: ResultColumn): boolean {
  return at === null && header === 'reason';
}

type StyleId = (places: number, tone: Tone, tall: boolean) => number;

/**
 * exceljs's id for how a cell of a column looks; asked of it once for every kind of cell. `places` are decimals. In a row
 * of several lines (`tall`) all text is on top.
 */
function stylesOf(book: object, column: ResultColumn): StyleId {
  const { styles } = book as { styles: { addStyleModel(style: Partial<Style>): number } };
  const ids = new Map<number, number>();
  return (places, tone, tall) => {
    if (column.form !== 'code' && places === NO_NUMBER && tone === 'plain' && !tall) return 0;
    const key = (places + 1) * 8 + TONES.indexOf(tone) * 2 + (tall ? 1 : 0);
    let id = ids.get(key);
    if (id === undefined) {
      const format = column.form === 'code' ? '@' : places === NO_NUMBER ? '' : amountFormat(column, places);
      const colour = FILLS[tone];
      id = styles.addStyleModel({
        ...(format ? { numFmt: format } : {}),
        ...(colour ? { fill: colour } : {}),
        ...(tall ? { alignment: { vertical: 'top', ...(isReason(column) ? { wrapText: true } : {}) } } : {}),
      });
      ids.set(key, id);
    }
    return id;
  };
}

const NO_NUMBER = -1;

/** Decimals of a plain number that a spreadsheet keeps exactly (15 digits) and shows again as it was; else `NO_NUMBER`. */
function decimals(text: string): number {
  if (!/^(?:0|[1-9]\d{0,10})(?:\.\d{1,4})?$|^\d\.\d{1,12}$/.test(text)) return NO_NUMBER;
  const point = text.indexOf('.');
  return point < 0 ? 0 : text.length - point - 1;
}

function amountFormat({ header }: ResultColumn, places: number): string {
  const whole = header === 'row in the sheet' || header === 'exchange rate' ? '0' : '#,##0';
  return places === 0 ? whole : `${whole}.${'0'.repeat(places)}`;
}

function comment(ref: string, text: string): Comment {
  const margins = { insetmode: 'auto', inset: [0.13, 0.13, 0.25, 0.25] };
  const protection = { locked: 'True', lockText: 'True' };
  return { ref, note: { texts: [{ text }], margins, protection, editAs: 'absolute' } };
}

function pageStyle(form: PageCell['form'], places: number, column: number): Partial<Style> {
  if (form === 'title') return { font: { ...FONT, bold: true, size: 14 } };
  if (form === 'warning') return { font: { ...FONT, bold: true, color: { argb: 'FFC00000' } } };
  if (form === 'head') return { ...ADDED_HEADER, alignment: { horizontal: column > 1 ? 'right' : 'left' } };
  const format = places === NO_NUMBER ? {} : { numFmt: places === 0 ? '#,##0' : `#,##0.${'0'.repeat(places)}` };
  return form === 'sum' ? { ...INPUT_HEADER, ...format } : format;
}

function widthOf({ header, at }: ResultColumn, texts: readonly string[]): number {
  if (at === null && header === 'reason') return WIDTH.reason;
  const longest = texts.reduce((most, text) => Math.max(most, text.length), header.length + 3);
  return Math.min(WIDTH.most, Math.max(WIDTH.least, longest + 2));
}
