import { readFile } from 'node:fs/promises';
import exceljs, { type CellValue, type Worksheet } from 'exceljs';
import { describe, expect, it } from 'vitest';
import { readSheet } from '../../../src/sheets/read/read-sheet.ts';
import { allRows, sheetFolder } from '../sheet-folder.ts';

const folder = sheetFolder();

/** Writes a workbook with exceljs; `fill` gets its worksheets by name. */
async function workbook(name: string, fill: (sheet: (title: string) => Worksheet) => void): Promise<string> {
  const book = new exceljs.Workbook();
  fill((title) => book.addWorksheet(title));
  await book.xlsx.writeFile(folder.path(name));
  return folder.path(name);
}

const HEAD = ['email', 'amount', 'currency', 'accountNum', 'dob', 'memo'];

async function rowOf(values: CellValue[], style: (sheet: Worksheet) => void = () => {}) {
  const path = await workbook('cells.xlsx', (sheet) => {
    const worksheet = sheet('Payments');
    worksheet.addRow(HEAD);
    worksheet.addRow(values);
    style(worksheet);
  });
  const rows = await allRows(await readSheet(path));
  expect(rows).toHaveLength(1);
  return rows[0]!;
}

describe('a workbook', () => {
  it('is read by its worksheet with a header, whatever the file is called', async () => {
    const path = await workbook('really.csv', (sheet) => {
      sheet('Read me').addRow(['How to fill in', 'amount']);
      const payments = sheet('June');
      payments.addRow(['Payments of June']);
      payments.addRow([]);
      payments.addRow(['E-Mail', 'Amount', 'Currency']);
      payments.addRow(['a@b.de', 10.1, 'EUR']);
      payments.addRow([]);
      payments.addRow(['c@d.de', 20, 'EUR']);
    });
    const sheet = await readSheet(path);
    expect(sheet.understood).toMatchObject({ format: 'xlsx', worksheet: 'June', headerRow: 3, skippedRows: 1, encoding: null, delimiter: null });
    const rows = [
      { row: 4, cells: { email: 'a@b.de', amount: '10.1', currency: 'EUR' }, findings: [] },
      { row: 6, cells: { email: 'c@d.de', amount: '20', currency: 'EUR' }, findings: [] },
    ];
    expect(await allRows(sheet)).toMatchObject(rows);
    expect(await allRows(sheet)).toMatchObject(rows);
    await sheet.close();
  });

  it('passes over hidden worksheets', async () => {
    const path = await workbook('hidden.xlsx', (sheet) => {
      const old = sheet('Old');
      old.state = 'hidden';
      old.addRow(HEAD);
      old.addRow(['old@b.de', 1, 'EUR']);
      const now = sheet('Now');
      now.addRow(HEAD);
      now.addRow(['new@b.de', 1, 'EUR']);
    });
    const sheet = await readSheet(path);
    expect(sheet.understood.worksheet).toBe('Now');
    expect(await allRows(sheet)).toMatchObject([{ cells: { email: 'new@b.de' } }]);
  });

  it('may have thousands of empty rows and many payments', async () => {
    const path = await workbook('many.xlsx', (sheet) => {
      const worksheet = sheet('Payments');
      worksheet.addRow(HEAD);
      for (let i = 0; i < 3000; i++) worksheet.addRow([`p${i}@b.de`, i + 1, 'EUR']);
      for (let i = 3002; i < 9000; i++) worksheet.getRow(i).getCell(1).style = { numFmt: '@' };
    });
    const sheet = await readSheet(path);
    const rows = await allRows(sheet);
    expect(rows).toHaveLength(3000);
    expect(rows[2999]).toMatchObject({ row: 3001, cells: { email: 'p2999@b.de', amount: '3000' } });
    expect(await allRows(sheet)).toEqual(rows);
  });

  it('of exceljs’s streaming writer, with everything in another order, is read the same', async () => {
    const path = folder.path('streamed.xlsx');
    const book = new exceljs.stream.xlsx.WorkbookWriter({ filename: path, useStyles: true, useSharedStrings: true });
    const worksheet = book.addWorksheet('Payments');
    worksheet.addRow(HEAD).commit();
    const row = worksheet.addRow(['a@b.de', 1, 'EUR', 21000021, new Date(Date.UTC(1990, 3, 17)), 'x & y <z> &amp;']);
    row.getCell(4).numFmt = '000000000';
    row.getCell(5).numFmt = 'dd.mm.yyyy';
    row.commit();
    await book.commit();
    const rows = await allRows(await readSheet(path));
    expect(rows[0]!.cells).toEqual({
      email: 'a@b.de', amount: '1', currency: 'EUR', accountNum: '021000021', dob: '1990-04-17', memo: 'x & y <z> &amp;',
    });
    expect(rows[0]!.findings).toEqual([]);
  });
});

describe('cells of a workbook', () => {
  it('may be rich text, links and booleans', async () => {
    const { cells, findings } = await rowOf([
      { text: 'a@b.de', hyperlink: 'mailto:a@b.de' },
      10,
      { richText: [{ text: 'E' }, { font: { bold: true }, text: 'UR' }] },
      '00123',
      null,
      true,
    ]);
    expect(cells).toEqual({ email: 'a@b.de', amount: '10', currency: 'EUR', accountNum: '00123', memo: 'TRUE' });
    expect(findings).toEqual([]);
  });

  it('that were calculated have the saved value, with a warning', async () => {
    const { cells, findings } = await rowOf(['a@b.de', { formula: '5*2.1', result: 10.5 }, 'EUR']);
    expect(cells.amount).toBe('10.5');
    expect(findings).toMatchObject([{ code: 'cell_formula', column: 'amount', severity: 'warning' }]);
  });

  it('that show an error are refused', async () => {
    const { findings } = await rowOf(['a@b.de', { error: '#N/A' }, 'EUR']);
    expect(findings).toMatchObject([{ code: 'cell_error', column: 'amount', severity: 'error', value: '#N/A' }]);
  });

  it('that were never calculated are refused', async () => {
    const { findings } = await rowOf(['a@b.de', { formula: '5*2' } as CellValue, 'EUR']);
    expect(findings).toMatchObject([{ code: 'cell_uncalculated', column: 'amount', severity: 'error' }]);
  });

  it('in a bank column with more than 15 digits are refused, and not shown', async () => {
    const { findings } = await rowOf(['a@b.de', 10, 'EUR', 12180000118359719]);
    expect(findings).toMatchObject([{ code: 'number_too_long', column: 'accountNum', severity: 'error' }]);
    expect(JSON.stringify(findings)).not.toContain('1218');
  });

  it('are dates in date columns, and refused elsewhere', async () => {
    const { cells, findings } = await rowOf(['a@b.de', new Date(Date.UTC(2026, 0, 5)), 'EUR', null, new Date(Date.UTC(1990, 3, 17))]);
    expect(cells.dob).toBe('1990-04-17');
    expect(findings).toMatchObject([{ code: 'cell_is_date', column: 'amount', severity: 'error' }]);
  });

  it.each([
    ['amount (EUR)', []],
    ['amount', ['Euro']],
  ])('whose number format shows another currency than “%s” %j are refused', async (header, currency) => {
    const path = await workbook('shown.xlsx', (sheet) => {
      const worksheet = sheet('Payments');
      worksheet.addRow(['email', header, ...currency.map(() => 'currency')]);
      worksheet.addRow(['a@b.de', 10, ...currency]);
      worksheet.getCell('B2').numFmt = '[$USD] #,##0.00';
    });
    const [row] = await allRows(await readSheet(path));
    expect(row!.findings.map(({ code }) => code)).toEqual(['amount_other_currency']);
  });

  it('outside the header are not used, which is reported', async () => {
    const { cells, findings } = await rowOf(['a@b.de', 10, 'EUR', null, null, null, null, 'stray']);
    expect(Object.values(cells)).not.toContain('stray');
    expect(findings).toMatchObject([{ code: 'cell_without_header', severity: 'warning', message: expect.stringContaining('column H') }]);
  });
});

describe('a damaged workbook', () => {
  it.each([0.2, 0.5, 0.8, 0.99])('cut off at %f of its length is refused', async (share) => {
    const path = await workbook('whole.xlsx', (sheet) => {
      const worksheet = sheet('Payments');
      worksheet.addRow(HEAD);
      for (let i = 0; i < 500; i++) worksheet.addRow([`p${i}@b.de`, i + 0.5, 'EUR', String(i)]);
    });
    const bytes = await readFile(path);
    const cut = await folder.put('cut.xlsx', bytes.subarray(0, Math.floor(bytes.length * share)));
    const reading = readSheet(cut).then(async (sheet) => (await allRows(sheet)).length);
    // The directory of a ZIP stands at its end: a file without only that may still be read whole, but never in part.
    await expect(reading.catch((error: { code: string }) => error.code)).resolves.toSatisfy(
      (answer) => answer === 'sheet_damaged' || (share > 0.9 && answer === 500),
    );
  });

  it('without a worksheet is refused', async () => {
    const path = await folder.put('none.xlsx', Buffer.from('PK\x05\x06[Content_Types].xml'.padEnd(60, '\0'), 'latin1'));
    await expect(readSheet(path)).rejects.toMatchObject({ code: 'sheet_damaged' });
  });

  it('with worksheets but no header is refused in words', async () => {
    const path = await workbook('no-header.xlsx', (sheet) => sheet('x').addRow(['a', 'b']));
    await expect(readSheet(path)).rejects.toMatchObject({ code: 'sheet_no_header' });
  });
});
