import type { EventEmitter } from 'node:events';
import { createWriteStream } from 'node:fs';
import exceljs, { type Style } from 'exceljs';
import { type CellComment, cellComment } from './cell-comment.ts';
import { neutralise } from './formula-guard.ts';
import type { SheetLook } from './open-sheet.ts';
import {
  ADDED_HEADER,
  cellStyles,
  decimals,
  FONT,
  INPUT_HEADER,
  type InputStyles,
  inputStyles,
  isReason,
  NO_NUMBER,
  type Tone,
  usableTheme,
} from './result-styles.ts';
import type { ResultCell, ResultColumn } from './result-table.ts';
import { sentenceOf, toneOf } from './row-result.ts';
import { createRowXml } from './row-xml.ts';
import { escapeText } from './xlsx-text.ts';

/** Comments in one worksheet. Excel takes seconds for every thousand; the reasons stand in their column for all rows. */
const COMMENTS = 2000;
/** Characters of XML that are handed on at once. */
const PART = 32_000;
/** On paper all columns stand side by side. */
const PRINTED = { orientation: 'landscape', fitToPage: true, fitToWidth: 1, fitToHeight: 0 } as const;
const FROZEN = [{ state: 'frozen', ySplit: 1, topLeftCell: 'A2' }] as const;
const WIDTH = { least: 11, most: 44, reason: 90 };

/** A worksheet that is written row by row. */
export interface ResultsWorksheet {
  write(cells: readonly ResultCell[], hidden?: boolean): void;
  end(): void;
}

/** A worksheet whose rows are XML already. */
export interface ListedWorksheet {
  readonly name: string;
  readonly columns: readonly { readonly header: string; readonly width: number }[];
  readonly rows: number;
  readonly xml: Iterable<string>;
  /** Cells that lead to another: address here, and where to. */
  readonly links: readonly { readonly address: string; readonly target: string }[];
}

export interface ResultsWorkbook {
  /**
   * Adds a worksheet; `sample` rows decide how wide its columns are. `hint` is a comment on the header `status`. One is
   * ended before the next is added.
   */
  table(
    name: string,
    columns: readonly ResultColumn[],
    sample: readonly (readonly ResultCell[])[],
    hint?: string,
  ): ResultsWorksheet;
  /** Adds a worksheet of free form. */
  page(name: string, rows: readonly (readonly PageCell[])[], widths: readonly number[]): void;
  /** Adds a worksheet with a header that stays, a filter and links. */
  list(worksheet: ListedWorksheet): Promise<void>;
  /** exceljs's id of a style. */
  style(style: Partial<Style>): number;
  /** Waits until what was written is on its way to the disk. Call it after every chunk. Throws what the disk says. */
  drain(): Promise<void>;
  finish(): Promise<void>;
  /** Lets go of the file, after an error too. */
  abandon(): void;
}

export interface PageCell {
  readonly text: string;
  readonly form?: 'number' | 'title' | 'warning' | 'head' | 'headRight' | 'sum' | 'code';
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
  readonly _sheetCommentsWriter: { addComments(comments: CellComment[]): void };
  /** Its own method makes every link one to another file. */
  readonly _sheetRelsWriter: { readonly _hyperlinks: { address: string; target: string }[] };
  hasComments: boolean;
}

const Writer = exceljs.stream.xlsx.WorkbookWriter as unknown as new (
  options: object,
) => exceljs.stream.xlsx.WorkbookWriter & {
  readonly zip: { append(xml: string, entry: { name: string }): void };
  addThemes(): Promise<void>;
};

/**
 * Opens a workbook at `path`, which exists and is empty. It is written as it grows; memory does not grow with it.
 *
 * @param look of an XLSX that came in: cells keep their styles, columns their widths. `again`: it was a results workbook
 */
export async function resultsWorkbook(
  path: string,
  at: number,
  look: SheetLook | null = null,
  again = false,
): Promise<ResultsWorkbook> {
  const stream = createWriteStream(path, { flags: 'r+' });
  let failure: Error | null = null;
  const failed = new Promise<never>((_, reject) => {
    stream.on('error', (error) => {
      failure = error;
      reject(error);
    });
  });
  failed.catch(() => {});
  const ofInput: InputStyles | null = look?.styles ? await inputStyles(look.styles, again) : null;
  const date = new Date(at);
  const theme = look?.theme && usableTheme(look.theme) ? look.theme : null;
  const book = new (class extends Writer {
    /** Theme colours of the input mean what they meant there. */
    override async addThemes(): Promise<void> {
      if (theme) this.zip.append(theme, { name: 'xl/theme/theme1.xml' });
      else await super.addThemes();
    }
  })({ stream, useStyles: true, zip: { zlib: { level: 4 } } });
  Object.assign(book, { creator: 'Payrun', lastModifiedBy: 'Payrun', created: date, modified: date });
  const { styles } = book as unknown as { styles: { addStyleModel(style: Partial<Style>): number } };
  /** Resolves when there is room again; listened for from the moment on when there was none, or it would be missed. */
  let room: Promise<void> | null = null;
  /** Past the buffers of exceljs's stream, which copy everything twice and never say that they are full. */
  const send = (parts: WriterParts, xml: string) => {
    const pipe = parts.stream.pipes[0];
    if (!pipe) {
      parts.stream.write(xml);
      return;
    }
    parts.stream._flush();
    if (!pipe.write(xml)) room ??= roomIn(pipe);
  };
  const drain = async () => {
    const waiting = room;
    room = null;
    if (waiting && !failure) await Promise.race([waiting, failed]);
    if (failure) throw failure;
  };

  return {
    drain,
    style: (style) => styles.addStyleModel(style),
    table: (name, columns, sample, hint) => {
      const sheet = book.addWorksheet(name, { pageSetup: PRINTED, views: [...FROZEN] });
      const parts = sheet as unknown as WriterParts;
      sheet.columns = columns.map((column, i) => ({
        width:
          (column.at === null ? undefined : look?.widths[column.at]) ??
          widthOf(
            column,
            sample.map((cells) => cells[i]?.text ?? ''),
          ),
        // Cells that a clerk fills in later are text as well: a spreadsheet leaves them as they were typed.
        style: column.form === 'code' ? { numFmt: '@' } : {},
      }));
      const head = sheet.addRow(columns.map(({ header }) => escapeText(neutralise(header))));
      columns.forEach(({ at: position, header }, i) => {
        head.getCell(i + 1).style = headerStyle(position, header, look, ofInput);
      });
      head.commit();
      // The hint is not one of them.
      let comments = hint ? -1 : 0;
      const say = (column: number, line: number, text: string) => {
        comments++;
        parts.hasComments = true;
        parts._sheetCommentsWriter.addComments([cellComment(column, line, text)]);
      };
      const status = columns.findIndex(({ at: position, header }) => position === null && header === 'status');
      if (hint && status >= 0) say(status, 1, hint);
      let row = 1;
      const xml = createRowXml();
      const styleIds = columns.map((column) => cellStyles(book, column, ofInput));
      return {
        write: (cells, hidden) => {
          row++;
          const lines = linesOf(columns, cells);
          xml.begin(row, lines, hidden);
          for (let i = 0; i < cells.length; i++) {
            const { text, problems, kind, style } = cells[i]!;
            const column = columns[i]!;
            const places = column.form === 'amount' && kind === undefined ? decimals(text) : NO_NUMBER;
            const tone = toneOfCell(column, text, problems);
            const stored = kind !== undefined && kind !== 'text';
            // What has no style of its own in an XLSX has its first.
            const input = style ?? (ofInput && column.at !== null ? 0 : -1);
            xml.cell(
              text,
              kind ?? (places === NO_NUMBER ? 'text' : 'number'),
              styleIds[i]!(places, tone, lines > 1, input, stored),
            );
          }
          xml.end();
          if (xml.waiting > PART) send(parts, xml.take());
          for (let i = 0; i < cells.length && comments < COMMENTS; i++) {
            const { problems } = cells[i]!;
            if (problems.length > 0) say(i, row, problems.map(sentenceOf).join('\n'));
          }
        },
        end: () => {
          send(parts, xml.take());
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
          cell.style = pageStyle(form, places);
        }
        row.commit();
      }
      sheet.commit();
    },
    list: async ({ name, columns, rows, xml, links }) => {
      const sheet = book.addWorksheet(name, { pageSetup: PRINTED, views: [...FROZEN] });
      const parts = sheet as unknown as WriterParts;
      sheet.columns = columns.map(({ width }) => ({ width }));
      const head = sheet.addRow(columns.map(({ header }) => header));
      head.eachCell((cell) => {
        cell.style = ADDED_HEADER;
      });
      head.commit();
      for (const part of xml) {
        send(parts, part);
        await drain();
      }
      sheet.autoFilter = { from: { row: 1, column: 1 }, to: { row: rows + 1, column: columns.length } };
      parts._sheetRelsWriter._hyperlinks.push(...links);
      sheet.commit();
      room = null;
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

function headerStyle(
  position: number | null,
  header: string,
  look: SheetLook | null,
  ofInput: InputStyles | null,
): Partial<Style> {
  if (position === null) return ADDED_HEADER;
  const own = look ? ofInput?.(look.header[position] ?? 0) : null;
  const style = own ?? INPUT_HEADER;
  return header.includes('\n') ? { ...style, alignment: { ...style.alignment, wrapText: true } } : style;
}

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

function pageStyle(form: PageCell['form'], places: number): Partial<Style> {
  if (form === 'title') return { font: { ...FONT, bold: true, size: 14 } };
  if (form === 'warning') return { font: { ...FONT, bold: true, color: { argb: 'FFC00000' } } };
  if (form === 'head') return ADDED_HEADER;
  if (form === 'headRight') return { ...ADDED_HEADER, alignment: { horizontal: 'right' } };
  if (form === 'code') return { numFmt: '@', font: { name: 'Courier New', size: 11 } };
  const format = places === NO_NUMBER ? {} : { numFmt: places === 0 ? '#,##0' : `#,##0.${'0'.repeat(places)}` };
  return form === 'sum' ? { ...INPUT_HEADER, ...format } : format;
}

function widthOf({ header, at }: ResultColumn, texts: readonly string[]): number {
  if (at === null && header === 'reason') return WIDTH.reason;
  const title = header.split('\n').reduce((most, line) => Math.max(most, line.length), 0) + 3;
  const longest = texts.reduce((most, text) => Math.max(most, text.length), title);
  return Math.min(WIDTH.most, Math.max(WIDTH.least, longest + 2));
}
