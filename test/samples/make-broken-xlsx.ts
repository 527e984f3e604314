/** `node test/samples/make-broken-xlsx.ts` makes samples/broken.xlsx of samples/broken.csv: the same faults, in a workbook with a look. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'csv-parse/sync';
import exceljs from 'exceljs';

const FOLDER = fileURLToPath(new URL('../../samples/', import.meta.url));
const AMOUNT = /^\d{1,9}(\.\d{1,2})?$/;

/** Writes the rows of broken.csv as a workbook. Those whose fields cannot be told apart have no like in one, and are left out. */
export async function makeBrokenXlsx(path: string): Promise<void> {
  const [header = [], ...rows] = parse(readFileSync(`${FOLDER}broken.csv`), { relax_column_count: true }) as string[][];
  const book = new exceljs.Workbook();
  // The same file from the same rows.
  Object.assign(book, { creator: 'Payrun', created: new Date(0), modified: new Date(0) });
  const sheet = book.addWorksheet('Payments', { views: [{ state: 'frozen', ySplit: 1 }] });
  sheet.addRow(header);
  sheet.getRow(1).font = { bold: true, color: { argb: 'FFFFFFFF' } };
  sheet.getRow(1).fill = { type: 'pattern', pattern: 'solid', fgColor: { argb: 'FF1F4E78' } };
  header.forEach((name, i) => {
    sheet.getColumn(i + 1).width = Math.max(12, name.length + 2);
    if (!/amount/i.test(name)) sheet.getColumn(i + 1).numFmt = '@';
  });
  for (const row of rows.filter(({ length }) => length === header.length)) {
    const line = sheet.addRow(
      row.map((text, i) =>
        text === '' ? null : /amount/i.test(header[i]!) && AMOUNT.test(text) ? Number(text) : text,
      ),
    );
    line.eachCell((cell) => {
      if (typeof cell.value === 'number') cell.numFmt = '#,##0.00';
    });
  }
  await book.xlsx.writeFile(path);
}

if (import.meta.main) await makeBrokenXlsx(`${FOLDER}broken.xlsx`);
