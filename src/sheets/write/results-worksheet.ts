import type exceljs from 'exceljs';
import { neutralize } from '../cells/formula-guard.ts';
import type { SheetLook } from '../open-sheet.ts';
import { escapeText } from '../xlsx/xlsx-text.ts';
import { cellComment } from './cell-comment.ts';
import { FROZEN, PRINTED } from './page-setup.ts';
import { type InputStyles, styleBook } from './result-styles.ts';
import type { ResultCell, ResultColumn } from './result-table.ts';
import { headerChange, resultsRows, widthOf } from './results-rows.ts';
import type { ResultsSink, WriterParts } from './results-sink.ts';

/** A results table: columns of the input, and Payrun's. */
export interface ResultsTable {
  readonly name: string;
  readonly columns: readonly ResultColumn[];
  /** Rows that decide the widths of the columns. */
  readonly sample: readonly (readonly ResultCell[])[];
  /** A comment on the header `status`. */
  readonly hint: string | undefined;
  /** The table is the sheet itself, with all its rows. */
  readonly whole: boolean;
}

/** A worksheet that is written row by row. */
export interface ResultsWorksheet {
  write(cells: readonly ResultCell[], line: ResultsLine): void;
  end(): Promise<void>;
}

export interface ResultsLine {
  /** Its row number in the sheet. */
  readonly row: number;
  readonly hidden: boolean;
  /** The reason in earlier results; empty if the sheet has none. */
  readonly reason: string;
}

/** Characters of XML to write at once. */
const PART = 32_000;

/** The look and the styles of an input XLSX; null for other inputs. */
interface Input {
  readonly look: SheetLook | null;
  readonly styles: InputStyles | null;
}

/** Adds a worksheet of results with a frozen header, a filter, and a comment on each cell with an error. */
export function resultsWorksheet(
  book: exceljs.stream.xlsx.WorkbookWriter,
  outlet: ResultsSink,
  { look, styles: ofInput }: Input,
  { name, columns, sample, hint }: ResultsTable,
): ResultsWorksheet {
  const sheet = book.addWorksheet(name, { pageSetup: PRINTED, views: [...FROZEN] });
  const parts = sheet as unknown as WriterParts;
  sheet.columns = columns.map((column, i) => ({
    width: (column.at === null ? undefined : look?.widths[column.at]) ?? widthOf(column, i, sample),
    // Cells that users fill in later also have the text format, so that a spreadsheet does not change codes.
    style: column.form === 'code' ? { numFmt: '@' } : {},
  }));
  const head = sheet.addRow(columns.map(({ header }) => escapeText(neutralize(header))));
  columns.forEach((column, i) => {
    const own = column.at !== null && look ? ofInput?.(look.header[column.at] ?? 0) : null;
    const { alignment, ...change } = headerChange(column, own !== null && own !== undefined);
    head.getCell(i + 1).style = {
      ...own,
      ...change,
      ...(alignment ? { alignment: { ...own?.alignment, ...alignment } } : {}),
    };
  });
  head.commit();
  const addComment = (column: number, row: number, text: string) => {
    parts.hasComments = true;
    parts._sheetCommentsWriter.addComments([cellComment(column, row, text)]);
  };
  const status = columns.findIndex(({ at, header }) => at === null && header === 'status');
  if (hint && status >= 0) addComment(status, 1, hint);
  const rows = resultsRows(columns, styleBook(book, ofInput), ofInput !== null, addComment);
  return {
    write: (cells, { hidden }) => {
      rows.write(cells, hidden);
      if (rows.xml.waiting > PART) outlet.send(parts, rows.xml.take());
    },
    end: async () => {
      outlet.send(parts, rows.xml.take());
      sheet.autoFilter = { from: { row: 1, column: 1 }, to: { row: rows.last, column: Math.max(1, columns.length) } };
      sheet.commit();
      outlet.ended();
    },
  };
}
