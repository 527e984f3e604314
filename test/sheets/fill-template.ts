import exceljs from 'exceljs';
import type { Cells } from '../../src/model.ts';

/** Fills rows into the worksheet of payments of a template, as a clerk does, and saves it elsewhere. */
export async function fillTemplate(from: string, to: string, rows: readonly Cells[]): Promise<void> {
  const book = new exceljs.Workbook();
  await book.xlsx.readFile(from);
  const sheet = book.getWorksheet('Payments')!;
  const header = sheet.getRow(1).values as string[];
  for (const [i, cells] of rows.entries())
    for (const [name, text] of Object.entries(cells)) {
      const at = header.indexOf(name);
      if (at < 1) throw new Error(`the template has no column ${name}`);
      sheet.getRow(i + 2).getCell(at).value = name === 'amount' ? Number(text) : text;
    }
  await book.xlsx.writeFile(to);
}
