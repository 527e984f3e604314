import type { Style } from 'exceljs';
import {
  ADDED_HEADER,
  cellStyles,
  decimals,
  INPUT_HEADER,
  isReason,
  NO_NUMBER,
  type StyleBook,
  type Tone,
} from './result-styles.ts';
import type { ResultCell, ResultColumn } from './result-table.ts';
import { problemSentence, toneOf } from './row-result.ts';
import { type CellKind, createRowXml, type RowXml } from './row-xml.ts';

/** The limit of comments in one worksheet. Excel takes seconds per thousand; the column of reasons covers all rows. */
export const COMMENTS = 2000;
const WIDTH = { least: 11, most: 44, reason: 90 };

export interface ResultsRows {
  readonly xml: RowXml;
  readonly last: number;
  write(cells: readonly ResultCell[], hidden?: boolean): void;
}

/**
 * @param ofInput whether the input has styles: a cell without one then gets the input's first style
 * @param addComment adds a comment: position, row, text
 */
export function resultsRows(
  columns: readonly ResultColumn[],
  styles: StyleBook,
  ofInput: boolean,
  addComment: (column: number, row: number, text: string) => void,
): ResultsRows {
  let row = 1;
  let comments = 0;
  const xml = createRowXml();
  const styleIds = columns.map((column) => cellStyles(styles, column));
  return {
    xml,
    get last() {
      return row;
    },
    write: (cells, hidden) => {
      row++;
      const lines = linesOf(columns, cells);
      xml.begin(row, lines, hidden);
      for (let i = 0; i < cells.length; i++) {
        const cell = cells[i]!;
        const column = columns[i]!;
        const { places, kind } = getCellForm(column, cell);
        const tone = getCellTone(cell);
        const stored = cell.kind !== undefined && cell.kind !== 'text';
        const input = cell.style ?? (ofInput && column.at !== null ? 0 : -1);
        xml.cell(cell.text, kind, styleIds[i]!(places, tone, lines > 1, input, stored));
      }
      xml.end();
      for (let i = 0; i < cells.length && comments < COMMENTS; i++) {
        const { problems } = cells[i]!;
        if (problems.length === 0) continue;
        comments++;
        addComment(i, row, commentOn(problems));
      }
    },
  };
}

export function getCellForm(column: ResultColumn, { text, kind }: ResultCell): { places: number; kind: CellKind } {
  const places = column.form === 'amount' && kind === undefined ? decimals(text) : NO_NUMBER;
  return { places, kind: kind ?? (places === NO_NUMBER ? 'text' : 'number') };
}

export function getCellTone({ status, problems }: ResultCell): Tone {
  if (status !== undefined) return toneOf(status);
  return problems.some(({ severity }) => severity === 'error') ? 'bad' : 'plain';
}

export function commentOn(problems: ResultCell['problems']): string {
  return problems.map(problemSentence).join('\n');
}

/** The style change for the header of a column. `hasOwn`: the input has a style for it. */
export function headerChange({ at, header }: ResultColumn, hasOwn: boolean): Partial<Style> {
  if (at === null) return ADDED_HEADER;
  return { ...(hasOwn ? {} : INPUT_HEADER), ...(header.includes('\n') ? { alignment: { wrapText: true } } : {}) };
}

/**
 * The number of lines that the reason takes in its column. The estimate uses less than the column width, because words
 * are not split.
 */
function linesOf(columns: readonly ResultColumn[], cells: readonly ResultCell[]): number {
  const last = columns.at(-1);
  const text = last && isReason(last) ? (cells.at(-1)?.text ?? '') : '';
  return Math.min(20, Math.max(1, Math.ceil(text.length / (WIDTH.reason - 8))));
}

/** The width of a column; `sample` are some of its rows, `i` is its index in them. */
export function getColumnWidth(
  { header, at }: ResultColumn,
  i: number,
  sample: readonly (readonly ResultCell[])[],
): number {
  if (at === null && header === 'reason') return WIDTH.reason;
  const title = header.split('\n').reduce((most, line) => Math.max(most, line.length), 0) + 3;
  const longest = sample.reduce((most, cells) => Math.max(most, cells[i]?.text.length ?? 0), title);
  return Math.min(WIDTH.most, Math.max(WIDTH.least, longest + 2));
}
