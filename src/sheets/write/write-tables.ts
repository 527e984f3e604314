import { neutralize } from '../cells/formula-guard.ts';
import { writeWhole } from '../files/write-whole-file.ts';
import { escapeText } from '../xlsx/xlsx-text.ts';
import { FROZEN, PRINTED } from './page-setup.ts';
import { FONT, INPUT_HEADER } from './result-styles.ts';
import { WorkbookWriter } from './workbook-writer.ts';

/** Text, or decimal text that is a number in the worksheet. */
export type TableCell = string | { readonly number: string };

/** A worksheet: its columns with their widths in characters, and its lines. Titles of numbers are right-aligned. */
export interface TableSheet {
  readonly name: string;
  readonly columns: readonly (readonly [title: string, width: number, isNumber?: boolean])[];
  readonly lines: AsyncIterable<readonly (readonly TableCell[])[]>;
}

/** Text in columns at least this wide wraps, so that the next column does not cut it off. */
const WRAPS_FROM = 28;
const TOP = { vertical: 'top' } as const;
/** In points, of the font. */
const LINE_HEIGHT = 15;

/** A number with more digits would lose some in a spreadsheet. */
const MOST_DIGITS = 15;

/** Writes a workbook of tables. `at` is in ms since the epoch. Throws `file_unwritable`. */
export async function writeTables(path: string, sheets: readonly TableSheet[], at: number): Promise<void> {
  await writeWhole(path, async (filename) => {
    const date = new Date(at);
    const book = new WorkbookWriter({ filename, useStyles: true });
    Object.assign(book, { creator: 'Payrun', lastModifiedBy: 'Payrun', created: date, modified: date });
    book.views = [{ x: 0, y: 0, width: 24_000, height: 12_000, firstSheet: 0, activeTab: 0, visibility: 'visible' }];
    for (const { name, columns, lines } of sheets) {
      const sheet = book.addWorksheet(name, { views: [...FROZEN], pageSetup: PRINTED });
      sheet.columns = columns.map(([, width]) => ({ width }));
      const head = sheet.addRow(columns.map(([title]) => title));
      head.eachCell((cell, i) => {
        cell.style = {
          ...INPUT_HEADER,
          alignment: columns[i - 1]?.[2]
            ? { horizontal: 'right' }
            : { horizontal: 'left', indent: afterNumber(columns, i - 1) },
        };
      });
      head.commit();
      for await (const page of lines)
        for (const line of page) {
          const row = sheet.addRow(line.map(writtenValue));
          row.eachCell((cell, i) => {
            const given = line[i - 1];
            const places = typeof given === 'object' ? (given.number.split('.')[1]?.length ?? 0) : 0;
            cell.style =
              typeof given === 'object'
                ? { font: FONT, numFmt: places === 0 ? '#,##0' : `#,##0.${'0'.repeat(places)}`, alignment: TOP }
                : {
                    font: FONT,
                    numFmt: '@',
                    alignment: {
                      ...TOP,
                      horizontal: 'left',
                      indent: afterNumber(columns, i - 1),
                      wrapText: (columns[i - 1]?.[1] ?? 0) >= WRAPS_FROM,
                    },
                  };
          });
          const lines = linesOfRow(line, columns);
          if (lines > 1) row.height = lines * LINE_HEIGHT;
          row.commit();
        }
      sheet.commit();
    }
    await book.commit();
  });
}

/** Text beside a number stands apart from it. */
const afterNumber = (columns: TableSheet['columns'], at: number): number => (columns[at - 1]?.[2] ? 1 : 0);

/** Lines of the longest text that wraps: a program that opens the file may not fit the height of rows itself. */
function linesOfRow(line: readonly TableCell[], columns: TableSheet['columns']): number {
  const lines = line.map((cell, i) => {
    const width = columns[i]?.[1] ?? 0;
    if (typeof cell !== 'string' || width < WRAPS_FROM) return 1;
    // Words that do not fit go to the next line: a tenth of each is left free.
    return Math.ceil((cell.replace(WIDE, 'xx').length * 1.1) / width);
  });
  return Math.max(1, ...lines);
}

/** Signs as wide as two letters. */
const WIDE = /[\u1100-\u115F\u2E80-\uFFDC]/g;

function writtenValue(cell: TableCell): string | number {
  if (typeof cell === 'string') return escapeText(neutralize(cell));
  return cell.number.replace(/\D/g, '').length > MOST_DIGITS ? cell.number : Number(cell.number);
}
