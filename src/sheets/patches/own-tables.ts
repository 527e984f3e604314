import { ADDED_HEADER, decimals, NO_NUMBER, type StyleBook } from '../write/result-styles.ts';
import { getColumnWidth, headerChange, resultsRows } from '../write/results-rows.ts';
import {
  pageStyle,
  type ResultsTable,
  type ResultsWorkbook,
  type ResultsWorksheet,
} from '../write/results-workbook.ts';
import { createRowXml } from '../write/row-xml.ts';
import type { OwnWorksheets, OwnWriter } from './own-worksheets.ts';
import type { PatchComment } from './patch-comments.ts';

/** The look of the input's columns and header; null if the input has no styles. */
export interface InputLook {
  readonly widths: readonly (number | undefined)[];
  readonly header: readonly (number | undefined)[];
}

/** Characters of XML to write at once. */
const PART = 32_000;

/** Payrun's worksheets with their content: tables of results, pages of free form, and lists of links. */
export function ownTables(
  own: OwnWorksheets,
  styles: StyleBook,
  look: InputLook | null,
): Pick<ResultsWorkbook, 'table' | 'page' | 'list' | 'style' | 'drain'> {
  let current: OwnWriter | null = null;

  const begin = async (...args: Parameters<typeof own.begin>): Promise<OwnWriter> => {
    current = await own.begin(...args);
    return current;
  };

  const table = async ({ name, columns, sample, hint }: ResultsTable): Promise<ResultsWorksheet> => {
    const code = columns.some((column) => column.form === 'code') ? styles.add(-1, { numFmt: '@' }) : 0;
    const writer = await begin(name, {
      filtered: true,
      widths: columns.map(
        (column, i) => (column.at === null ? undefined : look?.widths[column.at]) ?? getColumnWidth(column, i, sample),
      ),
      styles: columns.map((column) => (column.form === 'code' ? code : 0)),
    });
    const headStyle = (column: (typeof columns)[number]) => {
      const base = column.at === null || look === null ? -1 : (look.header[column.at] ?? 0);
      return styles.add(base, headerChange(column, base >= 0));
    };
    writer.send(headXml(columns.map((column) => ({ text: column.header, style: headStyle(column) }))));
    const comments: PatchComment[] = [];
    const addComment = (column: number, row: number, text: string) => void comments.push({ row, column, text });
    const status = columns.findIndex((column) => column.at === null && column.header === 'status');
    if (hint && status >= 0) addComment(status, 1, hint);
    const rows = resultsRows(columns, styles, look !== null, addComment);
    return {
      write: (cells, { hidden }) => {
        rows.write(cells, hidden);
        if (rows.xml.waiting > PART) writer.send(rows.xml.take());
      },
      end: async () => {
        writer.send(rows.xml.take());
        await writer.end(rows.last, [], comments);
      },
    };
  };

  return {
    table,
    style: (style) => styles.add(-1, style),
    drain: async () => current?.drain(),
    page: async (name, rows, widths) => {
      const writer = await begin(name, { widths, filtered: false });
      const xml = createRowXml();
      for (const [i, cells] of rows.entries()) {
        xml.begin(i + 1, 1);
        for (const cell of cells) {
          const number = cell.form === 'number' || cell.form === 'sum' ? decimals(cell.text) : NO_NUMBER;
          const cellLook = pageStyle(cell.form, number);
          const style = Object.keys(cellLook).length > 0 ? styles.add(-1, cellLook) : 0;
          xml.cell(cell.text, number === NO_NUMBER ? 'text' : 'number', style);
        }
        xml.end();
      }
      writer.send(xml.take());
      await writer.end(rows.length, [], []);
    },
    list: async ({ name, columns, rows, xml, links }) => {
      const writer = await begin(name, { widths: columns.map(({ width }) => width), filtered: true });
      const style = styles.add(-1, ADDED_HEADER);
      writer.send(headXml(columns.map(({ header }) => ({ text: header, style }))));
      for (const piece of xml) {
        writer.send(piece);
        await writer.drain();
      }
      await writer.end(rows + 1, links, []);
    },
  };
}

function headXml(cells: readonly { readonly text: string; readonly style: number }[]): string {
  const xml = createRowXml();
  xml.begin(1, 1);
  for (const { text, style } of cells) xml.cell(text, 'text', style);
  xml.end();
  return xml.take();
}
