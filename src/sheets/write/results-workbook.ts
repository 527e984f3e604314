import { createWriteStream } from 'node:fs';
import type { Style } from 'exceljs';
import { neutralize } from '../cells/formula-guard.ts';
import type { SheetLook } from '../open-sheet.ts';
import { escapeText } from '../xlsx/xlsx-text.ts';
import { FROZEN, PRINTED } from './page-setup.ts';
import { ADDED_HEADER, decimals, FONT, INPUT_HEADER, inputStyles, NO_NUMBER, usableTheme } from './result-styles.ts';
import { createSink, type WriterParts } from './results-sink.ts';
import { type ResultsTable, type ResultsWorksheet, resultsWorksheet } from './results-worksheet.ts';
import { WorkbookWriter } from './workbook-writer.ts';

/** A worksheet with rows that are already XML. */
export interface ListedWorksheet {
  readonly name: string;
  readonly columns: readonly { readonly header: string; readonly width: number }[];
  readonly rows: number;
  readonly xml: Iterable<string>;
  /** Links to other cells: the address of the cell, and the target. */
  readonly links: readonly { readonly address: string; readonly target: string }[];
}

export interface ResultsWorkbook {
  /** Adds a worksheet. End it before the next one is added. */
  table(table: ResultsTable): Promise<ResultsWorksheet>;
  /** Adds a worksheet of free form. */
  page(name: string, rows: readonly (readonly PageCell[])[], widths: readonly number[]): Promise<void>;
  /** Adds a worksheet with a frozen header, a filter and links. */
  list(worksheet: ListedWorksheet): Promise<void>;
  /** The ID of a style. */
  style(style: Partial<Style>): number;
  /** Waits until the output accepts more. Call it after every chunk. Throws a write error of the file. */
  drain(): Promise<void>;
  finish(): Promise<void>;
  /** Closes the file, also after an error. */
  abandon(): void | Promise<void>;
  /**
   * Set if the workbook is a patched copy of the input: the name of the sheet's worksheet, and the position of each
   * column in it. Rows keep their numbers.
   */
  readonly inPlace: { readonly worksheet: string; column(at: number): number } | null;
}

export interface PageCell {
  readonly text: string;
  readonly form?: 'number' | 'title' | 'warning' | 'head' | 'headRight' | 'sum' | 'code';
}

const Writer = WorkbookWriter as unknown as new (
  options: object,
) => InstanceType<typeof WorkbookWriter> & {
  readonly zip: { append(xml: string, entry: { name: string }): void };
  addThemes(): Promise<void>;
};

/**
 * Opens a workbook at `path`, an existing empty file. It is written in a stream; memory does not grow with the number
 * of rows.
 * @param look the styles and widths of an input XLSX; null if none
 * @param again the input is a results workbook
 */
export async function resultsWorkbook(
  path: string,
  at: number,
  look: SheetLook | null = null,
  again = false,
): Promise<ResultsWorkbook> {
  const stream = createWriteStream(path, { flags: 'r+' });
  const outlet = createSink(stream);
  const input = { look, styles: look?.styles ? await inputStyles(look.styles, again) : null };
  const date = new Date(at);
  const theme = look?.theme && usableTheme(look.theme) ? look.theme : null;
  const book = new (class extends Writer {
    /** The input's theme gives its theme colors the same meaning. */
    override async addThemes(): Promise<void> {
      if (theme) this.zip.append(theme, { name: 'xl/theme/theme1.xml' });
      else await super.addThemes();
    }
  })({ stream, useStyles: true, zip: { zlib: { level: 4 } } });
  Object.assign(book, { creator: 'Payrun', lastModifiedBy: 'Payrun', created: date, modified: date });
  const { styles } = book as unknown as { styles: { addStyleModel(style: Partial<Style>): number } };
  return {
    drain: outlet.drain,
    style: (style) => styles.addStyleModel(style),
    inPlace: null,
    table: async (table) => resultsWorksheet(book, outlet, input, table),
    page: async (name, rows, widths) => {
      const sheet = book.addWorksheet(name, { pageSetup: PRINTED });
      sheet.columns = widths.map((width) => ({ width }));
      for (const cells of rows) {
        const row = sheet.addRow([]);
        for (const [i, { text, form }] of cells.entries()) {
          const places = form === 'number' || form === 'sum' ? decimals(text) : NO_NUMBER;
          const cell = row.getCell(i + 1);
          if (text !== '') cell.value = places === NO_NUMBER ? escapeText(neutralize(text)) : Number(text);
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
        outlet.send(parts, part);
        await outlet.drain();
      }
      sheet.autoFilter = { from: { row: 1, column: 1 }, to: { row: rows + 1, column: columns.length } };
      parts._sheetRelsWriter._hyperlinks.push(...links);
      sheet.commit();
      outlet.ended();
    },
    finish: () => outlet.orFailure(book.commit()),
    abandon: () => {
      stream.destroy();
    },
  };
}

/** The style of a cell on a page of free form. */
export function pageStyle(form: PageCell['form'], places: number): Partial<Style> {
  if (form === 'title') return { font: { ...FONT, bold: true, size: 14 } };
  if (form === 'warning') return { font: { ...FONT, bold: true, color: { argb: 'FFC00000' } } };
  if (form === 'head') return ADDED_HEADER;
  if (form === 'headRight') return { ...ADDED_HEADER, alignment: { horizontal: 'right' } };
  if (form === 'code') return { numFmt: '@', font: { name: 'Courier New', size: 11 } };
  const format = places === NO_NUMBER ? {} : { numFmt: places === 0 ? '#,##0' : `#,##0.${'0'.repeat(places)}` };
  return form === 'sum' ? { ...INPUT_HEADER, ...format } : format;
}
