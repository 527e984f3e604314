import type exceljs from 'exceljs';
import type { Style } from 'exceljs';
import { cellComment } from './cell-comment.ts';
import { neutralise } from './formula-guard.ts';
import type { SheetLook } from './open-sheet.ts';
import { FROZEN, PRINTED } from './page-setup.ts';
import {
  ADDED_HEADER,
  cellStyles,
  decimals,
  INPUT_HEADER,
  type InputStyles,
  isReason,
  NO_NUMBER,
  type Tone,
} from './result-styles.ts';
import type { ResultCell, ResultColumn } from './result-table.ts';
import type { ResultsOutlet, WriterParts } from './results-outlet.ts';
import { sentenceOf, toneOf } from './row-result.ts';
import { createRowXml } from './row-xml.ts';
import { escapeText } from './xlsx-text.ts';

/** Comments in one worksheet. Excel takes seconds for every thousand; the reasons stand in their column for all rows. */
const COMMENTS = 2000;
/** Characters of XML that are handed on at once. */
const PART = 32_000;
const WIDTH = { least: 11, most: 44, reason: 90 };

/** A worksheet that is written row by row. */
export interface ResultsWorksheet {
  write(cells: readonly ResultCell[], hidden?: boolean): void;
  end(): void;
}

interface Table {
  readonly name: string;
  readonly columns: readonly ResultColumn[];
  /** Rows that decide how wide the columns are. */
  readonly sample: readonly (readonly ResultCell[])[];
  /** A comment on the header `status`. */
  readonly hint: string | undefined;
}

/** Of an XLSX that came in: how it looks, and its styles. Nulls of anything else. */
interface Input {
  readonly look: SheetLook | null;
  readonly styles: InputStyles | null;
}

/** Adds a worksheet of results, with a header that stays, a filter, and a comment on each wrong cell. */
export function resultsWorksheet(
  book: exceljs.stream.xlsx.WorkbookWriter,
  outlet: ResultsOutlet,
  { look, styles: ofInput }: Input,
  { name, columns, sample, hint }: Table,
): ResultsWorksheet {
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
      if (xml.waiting > PART) outlet.send(parts, xml.take());
      for (let i = 0; i < cells.length && comments < COMMENTS; i++) {
        const { problems } = cells[i]!;
        if (problems.length > 0) say(i, row, problems.map(sentenceOf).join('\n'));
      }
    },
    end: () => {
      outlet.send(parts, xml.take());
      sheet.autoFilter = { from: { row: 1, column: 1 }, to: { row, column: Math.max(1, columns.length) } };
      sheet.commit();
      outlet.ended();
    },
  };
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

function widthOf({ header, at }: ResultColumn, texts: readonly string[]): number {
  if (at === null && header === 'reason') return WIDTH.reason;
  const title = header.split('\n').reduce((most, line) => Math.max(most, line.length), 0) + 3;
  const longest = texts.reduce((most, text) => Math.max(most, text.length), title);
  return Math.min(WIDTH.most, Math.max(WIDTH.least, longest + 2));
}
