import { mkdir, readdir, readFile } from 'node:fs/promises';
import exceljs from 'exceljs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Problem, SheetRow } from '../../src/model.ts';
import { readSheet } from '../../src/sheets/read/read-sheet.ts';
import type { RowResult } from '../../src/sheets/write/row-result.ts';
import type { WriteResults } from '../../src/sheets/fill-results.ts';
import { writeResults } from '../../src/sheets/write-results.ts';
import { packageParts } from './package-parts.ts';
import { allRows, sheetFolder } from './sheet-folder.ts';

const folder = sheetFolder();

const AT = Date.UTC(2026, 10, 21, 9, 30);
const SHEET = [
  'email,amount,currency,iban,Cost centre,status',
  'ana@b.de,1240.50,EUR,ES9121000418450200051332,007,mine',
  'bob@b.de,10.00,EUR,DE00370400440532013000,=1+1,',
  'carl@b.de,15,USD,,-12.50,',
  '',
].join('\n');

const problem = (row: number, column: string | null, message: string, severity: Problem['severity'] = 'error'): Problem => ({
  row, column, message, severity, code: 'x',
});

const RESULTS: Readonly<Record<number, Omit<RowResult, 'row'>>> = {
  2: {
    status: 'processed', recipient: 'Ana López (A-7)', payment: 'P-1', batch: 'B-1', reference: 'PR-1', amount: '1240.50', currency: 'EUR', fees: '3.00', withheld: '0.50', compliance: 'verified',
    rate: '1.01015', targetAmount: '1250.00', targetCurrency: 'EUR', problems: [],
  },
  3: { status: 'invalid', reference: 'PR-2', problems: [problem(3, 'iban', 'The check digits are wrong.'), problem(3, 'street1', 'A street is missing.')] },
  4: { status: 'held', reference: 'PR-3', reason: 'It was paid before.', problems: [problem(4, 'amount', 'Unusual.', 'warning')] },
};

const options = (workbook: string, more: Partial<WriteResults> = {}): WriteResults => ({
  kind: 'full',
  workbook,
  heading: { title: 'Run 12', merchant: 'acme', sandbox: true, at: AT },
  results: (rows) => new Map(rows.map(({ row }) => [row, { row, status: 'valid', problems: [], ...RESULTS[row] }])),
  totals: () => ({
    stated: [
      { currency: 'EUR', status: 'processed', rows: 1, amount: '1240.50' },
      { currency: 'EUR', status: 'failed', rows: 1, amount: '10.00' },
      { currency: 'EUR', status: 'all', rows: 2, amount: '1250.50' },
      { currency: 'USD', status: 'held', rows: 1, amount: '15.00' },
      { currency: '', status: 'invalid', rows: 1, amount: '' },
    ],
    debits: [
      { currency: 'EUR', status: 'Paid', payments: 1, totalDebit: '1241.50', beforeFees: '', fees: '3.00', recipientFees: '2.00' },
      { currency: 'EUR', status: 'Awaiting funds', payments: 1, totalDebit: '10.00', beforeFees: '', fees: '', recipientFees: '' },
      { currency: 'USD', status: 'On hold', payments: 2, totalDebit: '', beforeFees: '15.00', fees: '', recipientFees: '' },
    ],
    sheet: { line: 'PAYRUN,3,EUR,1250.50,USD,15.00', debited: { EUR: '1250.50' }, arriving: { USD: '15.00' } },
    sent: { line: 'PAYRUN,1,EUR,1240.50', debited: { EUR: '1240.50' }, arriving: {} },
  }),
  ...more,
});

async function written(text = SHEET, more: Partial<WriteResults> = {}, name = 'in.csv') {
  const sheet = await readSheet(await folder.put(name, text));
  const counts = await writeResults(sheet, options(folder.path('out.xlsx'), more));
  const book = new exceljs.Workbook();
  await book.xlsx.readFile(folder.path('out.xlsx'));
  return { counts, book };
}

const texts = (row: exceljs.Row) => Array.from(row.values as exceljs.CellValue[], (value) => (value === undefined || value === null ? '' : String(value))).slice(1);
const commentOf = ({ note }: exceljs.Cell) => (typeof note === 'string' ? note : note?.texts?.map(({ text }) => text).join(''));

describe('the results workbook', () => {
  it('has the input’s columns in their order, and then the outcome of each row', async () => {
    const { counts, book } = await written();
    expect(counts).toMatchObject({ rows: 3, toFix: 2 });
    expect(book.worksheets.map(({ name }) => name)).toEqual([
      'Payments (SANDBOX)', 'Rows to fix (SANDBOX)', 'Totals (SANDBOX)', 'Problems (SANDBOX)',
    ]);
    const sheet = book.worksheets[0]!;
    expect(texts(sheet.getRow(1))).toEqual([
      'email', 'amount', 'currency', 'iban', 'Cost centre', 'status', 'status', 'paymentReference', 'payment id', 'batch id',
      'amount paid', 'currency paid', 'fees', 'tax withheld', 'exchange rate', 'amount received', 'currency received', 'recipient in Payrun', 'compliance', 'status code', 'reason',
    ]);
    expect(texts(sheet.getRow(2))).toEqual([
      'ana@b.de', '1240.5', 'EUR', 'ES9121000418450200051332', '007', 'mine', 'Paid', 'PR-1', 'P-1', 'B-1', '1240.5', 'EUR', '3', '0.5',
      '1.01015', '1250', 'EUR', 'Ana López (A-7)', 'Verified by the payout service', 'processed',
    ]);
    expect(sheet.getRow(3).getCell(21).text).toBe('IBAN: The check digits are wrong. A street is missing.');
    expect(sheet.getRow(4).getCell(21).text).toBe('It was paid before. Warning: Amount: Unusual.');
    expect(sheet.rowCount).toBe(4);
  });

  it('shows amounts as numbers with their decimals, and bank details as text', async () => {
    const sheet = (await written()).book.worksheets[0]!;
    expect(sheet.getCell('B2')).toMatchObject({ value: 1240.5, numFmt: '#,##0.00' });
    expect(sheet.getCell('B4')).toMatchObject({ value: 15, numFmt: '#,##0' });
    expect(sheet.getCell('D2')).toMatchObject({ type: exceljs.ValueType.String, numFmt: '@' });
    expect(sheet.getCell('D4').numFmt, 'an empty cell too, for what is typed into it').toBe('@');
  });

  it('marks wrong cells red with the reason in a comment', async () => {
    const sheet = (await written()).book.worksheets[0]!;
    const color = (address: string) => (sheet.getCell(address).fill as exceljs.FillPattern | undefined)?.fgColor?.argb;
    expect(color('D3')).toBe('FFFFC7CE');
    expect(commentOf(sheet.getCell('D3'))).toBe('IBAN: The check digits are wrong.');
    expect(color('D2')).toBeUndefined();
    expect(commentOf(sheet.getCell('G3')), 'what has no cell of its own').toBe('A street is missing.');
    expect(color('B4'), 'a warning is no error').toBeUndefined();
    expect(commentOf(sheet.getCell('B4'))).toBe('Warning: Amount: Unusual.');
    expect([color('G2'), color('G3'), color('G4')]).toEqual(['FFE2F0D9', 'FFFFC7CE', 'FFFFF2CC']);
  });

  it('has a frozen header, a filter and readable column widths', async () => {
    const { book } = await written();
    for (const sheet of book.worksheets.slice(0, 2)) {
      expect(sheet.views[0]).toMatchObject({ state: 'frozen', ySplit: 1 });
      expect(sheet.autoFilter).toBeTruthy();
      for (const column of sheet.columns) expect(column.width).toBeGreaterThan(10);
    }
  });

  it('collects the rows to fix under the same header', async () => {
    const sheet = (await written()).book.worksheets[1]!;
    expect(texts(sheet.getRow(1))).toEqual([
      'email', 'amount', 'currency', 'iban', 'Cost centre', 'status', 'status', 'row in the sheet', 'paymentReference', 'recipient in Payrun',
      'status code', 'reason',
    ]);
    expect(texts(sheet.getRow(2)).slice(0, 9)).toEqual(['bob@b.de', '10', 'EUR', 'DE00370400440532013000', "'=1+1", '', 'Invalid', '3', 'PR-2']);
    expect(texts(sheet.getRow(3))[0]).toBe('carl@b.de');
    expect(sheet.rowCount).toBe(3);
    expect(commentOf(sheet.getCell('D2'))).toContain('check digits');
  });

  it('has no worksheet of rows to fix if there are none', async () => {
    const { book } = await written(SHEET, { results: (rows) => new Map(rows.map(({ row }) => [row, { row, status: 'processed', problems: [] }])) });
    expect(book.worksheets.map(({ name }) => name)).toEqual(['Payments (SANDBOX)', 'Totals (SANDBOX)']);
  });

  it('adds up per currency', async () => {
    const sheet = (await written()).book.worksheets[2]!;
    const lines: string[][] = [];
    sheet.eachRow((row) => lines.push(texts(row)));
    expect(lines).toEqual([
      ['Run 12'],
      ['SANDBOX, NO MONEY MOVES'],
      ['File', 'in.csv'],
      ['Merchant', 'acme'],
      ['Written (UTC)', '2026-11-21 09:30:00'],
      ['Rows in the sheet', '3'],
      ['Total debit by status'],
      ['currency debited', 'status', 'payments', 'total debit', 'not quoted, before fees', 'sum of fees', 'deducted from recipients'],
      ['EUR', 'Paid', '1', '1241.5', '', '3', '2'],
      ['EUR', 'Awaiting funds', '1', '10'],
      ['USD', 'On hold', '2', '', '15'],
      ['What the sheet states'],
      ['currency in the sheet', 'status', 'rows', 'the sheet states'],
      ['EUR', 'Paid', '1', '1240.5'],
      ['EUR', 'Failed', '1', '10'],
      ['EUR', 'all', '2', '1250.5'],
      ['USD', 'On hold', '1', '15'],
      ['', 'Invalid', '1', 'not counted'],
      ['Control totals'],
      ['of the sheet', 'PAYRUN,3,EUR,1250.50,USD,15.00'],
      ['', 'The rows add up to 1,250.50 EUR; target amounts of 15.00 USD, before fees.'],
      ['of paid and processing payments', 'PAYRUN,1,EUR,1240.50'],
      ['', 'The rows add up to 1,240.50 EUR, before fees.'],
      ['What to do'],
      ['2 of 3 rows were not paid and can be corrected. Red cells have a comment that gives the reason.'],
      ['Correct the cells in the first worksheet, save, and pay this file in a new run: only what was corrected is paid.'],
      ['Or save the worksheet "Rows to fix" as a file of its own, correct it there, and pay that.'],
    ]);
  });

  it('says that the whole file pays the canceled rows too, and the rows to fix alone do not', async () => {
    const asked = [{ currency: 'EUR', status: 'canceled', rows: 26, amount: '1240.50' }];
    const { book } = await written(SHEET, { totals: () => ({ stated: asked, debits: [], sheet: { line: 'PAYRUN,3', debited: {}, arriving: {} } }) });
    const lines: string[] = [];
    book.worksheets[2]!.eachRow((row) => lines.push(texts(row).join(' ')));
    expect(lines.slice(lines.indexOf('What to do') + 1)).toEqual([
      '2 of 3 rows were not paid and can be corrected, and 26 were canceled. Red cells have a comment that gives the reason.',
      'Correct the cells in the first worksheet, save, and pay this file in a new run: what was corrected and what was canceled is paid.',
      'Or save the worksheet "Rows to fix" as a file of its own, correct it there, and pay that: only what was corrected is paid then, and nothing that was canceled.',
    ]);
  });

  it('lists every problem on a line of its own, with a link to its cell', async () => {
    const sheet = (await written()).book.worksheets[3]!;
    const lines: string[][] = [];
    sheet.eachRow((row) => lines.push(Array.from({ length: 6 }, (_, i) => row.getCell(i + 1).text)));
    expect(lines).toEqual([
      ['cell', 'row in the sheet', 'column of the sheet', 'what is wrong', 'what to do', 'what happens'],
      ['D3', '3', 'iban', 'The check digits are wrong.', '', 'Invalid'],
      ['G3', '3', 'street1', 'A street is missing.', '', 'Invalid'],
      ['B4', '4', 'amount', 'Unusual.', '', 'only a warning'],
      ['G4', '4', 'the row', 'It was paid before.', '', 'On hold'],
    ]);
    expect(sheet.views[0]).toMatchObject({ state: 'frozen', ySplit: 1 });
    const xml = (await packageParts(folder.path('out.xlsx'))).get('xl/worksheets/sheet4.xml')!;
    expect(xml).toContain(`<hyperlink ref="A2" location="'Payments (SANDBOX)'!D3"/>`);
    expect(xml.match(/<hyperlink /g)).toHaveLength(4);
  });

  it('separates the error from the next step, even if the first sentence has an abbreviation', async () => {
    const problem = {
      ...{ row: 2, column: 'country', code: 'payout_method_elsewhere', severity: 'error' as const },
      message: 'Venmo reaches Guam and the U.S. Virgin Islands only. Correct country.',
    };
    const { book } = await written(SHEET, {
      results: (rows) => new Map(rows.map(({ row }) => [row, { row, status: 'invalid', problems: row === 2 ? [problem] : [] }])),
    });
    const line = book.worksheets.at(-1)!.getRow(2);
    expect([line.getCell(4).text, line.getCell(5).text]).toEqual(['Venmo reaches Guam and the U.S. Virgin Islands only.', 'Correct country.']);
  });

  it('of a check has only status, row, code and reason', async () => {
    const { book } = await written(SHEET, { kind: 'check', heading: { title: 'Check', sandbox: false, at: AT } });
    expect(book.worksheets[0]!.name).toBe('Payments');
    expect(texts(book.worksheets[0]!.getRow(1)).slice(5)).toEqual(['status', 'status', 'row in the sheet', 'status code', 'reason']);
    const again = await readSheet(folder.path('out.xlsx'));
    expect(again.understood.results, 'known again').toEqual({ from: 6, to: 10 });
    await again.close();
  });

  it('says if a row has no result', async () => {
    const { book } = await written(SHEET, { results: () => new Map() });
    expect(book.worksheets[0]!.getCell('G2').text).toBe('Not read');
  });
});

describe('dropped again', () => {
  it('the workbook reads as the input did, and identifies every payment by its reference', async () => {
    const input = await allRows(await readSheet(await folder.put('in.csv', SHEET)));
    await written();
    const again = await readSheet(folder.path('out.xlsx'));
    const rows = await allRows(again);
    expect(rows.map(({ cells }) => cells)).toEqual(input.map(({ row, cells }) => ({ ...cells, paymentReference: RESULTS[row]!.reference })));
    expect(rows.map(({ original }) => original.slice(0, 5))).toEqual(input.map(({ original }) => original.slice(0, 5)));
    expect(rows.every(({ findings }) => findings.length === 0)).toBe(true);
  });

  it('its results have the columns once, with the new status', async () => {
    await written();
    const again = await readSheet(folder.path('out.xlsx'));
    await writeResults(again, options(folder.path('out2.xlsx'), { results: (rows) => new Map(rows.map(({ row }) => [row, { row, status: 'canceled', problems: [] }])) }));
    const book = new exceljs.Workbook();
    await book.xlsx.readFile(folder.path('out2.xlsx'));
    const header = texts(book.worksheets[0]!.getRow(1));
    expect(header.filter((text) => text === 'reason')).toHaveLength(1);
    expect(header.filter((text) => text === 'status'), 'the team’s own and Payrun’s').toHaveLength(2);
    expect(book.worksheets[0]!.getCell('G2').text).toBe('Canceled');
    expect(book.worksheets[0]!.getCell('H2').text, 'the reference that the sheet brought').toBe('PR-1');
  });

  it('the CSV beside it has the input’s delimiter and reads as the input did', async () => {
    const semicolons = 'email;amount;currency;memo\r\nzoë@b.de;1,50;EUR;"a;b\n""c"""\r\ny@b.de;2;EUR;=x\r\n';
    const sheet = await readSheet(await folder.put('semi.csv', semicolons));
    await writeResults(sheet, options(folder.path('semi.xlsx'), { csv: folder.path('semi.results.csv') }));
    const bytes = await readFile(folder.path('semi.results.csv'), 'utf8');
    expect(bytes.startsWith('\uFEFFemail;amount;currency;memo;status;paymentReference;')).toBe(true);
    expect(bytes).toContain(";'=x;");
    const again = await readSheet(folder.path('semi.results.csv'));
    expect((await allRows(again)).map(({ original }) => original.slice(0, 4))).toEqual((await allRows(sheet)).map(({ original }) => original));
  });

  const cell = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 12 }),
    fc.string({ maxLength: 12 }),
    fc.constantFrom('=1', '-1', "'x", "''=", '<&>"', '_x000D_', '&amp;', ' a ', '1.50', '007', '\u0001', 'a\tb', '1e5', '-0.5', '@'),
  );

  it('every value is read back unchanged, through the workbook and through the CSV', async () => {
    // NUL and half characters are refused in a row before; a quote at the beginning with a line break behind it looks
    // like an unclosed one; blank rows are left out.
    const value = cell.filter((text) => text.isWellFormed() && !/[\0\uFFFD\uFEFF]|^"[^]*[\r\n]/.test(text));
    const line = fc.tuple(value, value, fc.constantFrom('10', '1240.50', '0.5', '1,5', 'x'));
    await fc.assert(
      fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 8 }), async (lines) => {
        const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
        const text = `amount,currency,email,memo,Anything\n${lines.map(([memo, any, amount]) => [amount, 'EUR', 'a@b.de', memo, any].map(quoted).join(',')).join('\n')}\n`;
        const sheet = await readSheet(await folder.put('any.csv', text));
        const before = (await allRows(sheet)).map(({ original }) => original);
        await writeResults(sheet, options(folder.path('any.xlsx'), { csv: folder.path('any.out.csv') }));
        for (const path of ['any.xlsx', 'any.out.csv']) {
          const after = (await allRows(await readSheet(folder.path(path)))).map(({ original }) => original.slice(0, 5));
          expect(after, path).toEqual(before);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('nothing from data is a formula, or could become one', async () => {
    const { book } = await written(
      'email,amount,currency,memo,=HYPERLINK("x")\n=cmd|1,+1,@x,"\t=1",-2+3\n',
      { results: (rows: readonly SheetRow[]) => new Map(rows.map(({ row }) => [row, { row, status: 'failed', reason: '=1+1', reference: '@r', problems: [problem(row, 'memo', '=x')] }])) },
    );
    book.eachSheet((sheet) =>
      sheet.eachRow((row) =>
        row.eachCell((at) => {
          expect(at.type).not.toBe(exceljs.ValueType.Formula);
          if (at.type === exceljs.ValueType.String) expect(at.text).not.toMatch(/^[=+@\t\r-]/);
        }),
      ),
    );
  });
});

describe('writing', () => {
  it('is complete or has no effect', async () => {
    await folder.put('kept.xlsx', 'the old one');
    const sheet = await readSheet(await folder.put('in.csv', SHEET));
    const failing = options(folder.path('kept.xlsx'), {
      csv: folder.path('kept.csv'),
      totals: () => Promise.reject(new Error('the ledger is gone')),
    });
    await expect(writeResults(sheet, failing)).rejects.toThrow('the ledger is gone');
    expect(await readFile(folder.path('kept.xlsx'), 'utf8')).toBe('the old one');
    expect((await readdir(folder.path('.'))).filter((name) => name.endsWith('.tmp') || name === 'kept.csv')).toEqual([]);
  });

  it.each([['no-such-folder/out.xlsx'], ['a-folder.xlsx']])('to %s is refused in words', async (name) => {
    await mkdir(folder.path('a-folder.xlsx'), { recursive: true });
    const sheet = await readSheet(await folder.put('in.csv', SHEET));
    await expect(writeResults(sheet, options(folder.path(name)))).rejects.toMatchObject({ code: 'file_unwritable', details: { file: folder.path(name) } });
  });


  it('takes any number of rows to fix, with comments on the first 2,000 cells', async () => {
    const lines = Array.from({ length: 3000 }, (_, i) => `p${i}@b.de,${i + 1},EUR`);
    const { counts, book } = await written(`email,amount,currency\n${lines.join('\n')}\n`, {
      results: (rows) => new Map(rows.map(({ row }) => [row, { row, status: 'invalid', problems: [problem(row, 'email', 'Wrong.')] }])),
    });
    expect(counts).toMatchObject({ rows: 3000, toFix: 3000 });
    const sheet = book.worksheets[1]!;
    expect(sheet.rowCount).toBe(3001);
    expect(sheet.getCell('A2001').note).toBeTruthy();
    expect(sheet.getCell('A2002').note).toBeFalsy();
    expect(sheet.getCell('A3001').fill).toMatchObject({ fgColor: { argb: 'FFFFC7CE' } });
  });
});

it.each([1, 16, 20, 30, 40, 60, 200])('results of %i rows are written completely, even if the disk is faster than the rows', async (count) => {
  const rows = Array.from({ length: count }, (_, i) => `p${i}@b.de,${i + 1}.00,EUR,DE89370400440532013000,Street ${i},Berlin,a memo of some length`);
  const { counts } = await written(['email,amount,currency,iban,street1,city,memo', ...rows, ''].join('\n'), {
    csv: folder.path('out.csv'),
    // Time for the stream to say that it has room before it is asked.
    results: async (chunk) => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      return new Map(chunk.map(({ row }) => [row, { row, status: row === 2 ? 'failed' : 'processed', problems: [] }]));
    },
  });
  expect(counts).toMatchObject({ rows: count, toFix: 1 });
});

describe('of an XLSX', () => {
  const BLUE = { type: 'pattern', pattern: 'solid', fgColor: { argb: 'FFBDD7EE' } } as const;

  async function input(): Promise<string> {
    const book = new exceljs.Workbook();
    const sheet = book.addWorksheet('June');
    sheet.addRow(['email', 'amount', 'currency', 'iban', 'dob', 'Hours', 'Due', 'Approved', 'Rate', 'accountNum']);
    sheet.addRow(['ana@b.de', 1240.5, 'EUR', 'ES9121000418450200051332', new Date(Date.UTC(1990, 3, 17)), 12.25, new Date(Date.UTC(2026, 5, 30)), true, { formula: '1+1', result: 2 }, '']);
    sheet.addRow(['bob@b.de', 10, 'EUR', 'DE00370400440532013000', '', 7, '', false, { error: '#N/A' }, 1234567890123456]);
    sheet.getRow(1).font = { name: 'Arial', size: 12, bold: true, color: { argb: 'FFC00000' } };
    sheet.getCell('B2').numFmt = '#,##0.00 "€"';
    sheet.getCell('A2').fill = BLUE;
    sheet.getCell('A2').font = { italic: true, name: 'Arial', size: 9 };
    sheet.getCell('E2').numFmt = 'dd.mm.yyyy';
    sheet.getCell('G2').numFmt = 'd mmm yyyy';
    sheet.getColumn(1).width = 33;
    await book.xlsx.writeFile(folder.path('look.xlsx'));
    return folder.path('look.xlsx');
  }

  async function results(from: string, to = 'look.out.xlsx') {
    const sheet = await readSheet(from);
    await writeResults(sheet, options(folder.path(to), {
      results: (rows) => new Map(rows.map(({ row, findings }) => [row, { row, status: row === 3 ? 'invalid' : 'valid', problems: row === 3 ? [problem(3, 'iban', 'Wrong.'), ...findings.map((found) => ({ ...found, row }))] : [] }])),
    }));
    const book = new exceljs.Workbook();
    await book.xlsx.readFile(folder.path(to));
    return book;
  }

  it('numbers, dates and booleans keep their type and look', async () => {
    const sheet = (await results(await input())).worksheets[0]!;
    expect(sheet.getCell('A1').font).toMatchObject({ name: 'Arial', size: 12, bold: true, color: { argb: 'FFC00000' } });
    expect(sheet.getCell('K1').font, 'Payrun’s own').toMatchObject({ name: 'Calibri', bold: true });
    expect(sheet.getColumn(1).width).toBe(33);
    expect(sheet.getCell('A2')).toMatchObject({ value: 'ana@b.de', fill: BLUE });
    expect(sheet.getCell('A2').font).toMatchObject({ italic: true, name: 'Arial', size: 9 });
    expect(sheet.getCell('B2')).toMatchObject({ value: 1240.5, numFmt: '#,##0.00 "€"' });
    expect(sheet.getCell('E2')).toMatchObject({ value: new Date(Date.UTC(1990, 3, 17)), numFmt: 'dd.mm.yyyy' });
    expect(sheet.getCell('F2').value).toBe(12.25);
    expect(sheet.getCell('G2').value).toEqual(new Date(Date.UTC(2026, 5, 30)));
    expect([sheet.getCell('H2').value, sheet.getCell('H3').value]).toEqual([true, false]);
    expect(sheet.getCell('I2').value, 'a formula stays one').toEqual({ formula: '1+1', result: 2 });
    expect(sheet.getCell('I3').value).toEqual({ error: '#N/A' });
    expect(sheet.getCell('D3').fill, 'wrong').toMatchObject({ fgColor: { argb: 'FFFFC7CE' } });
    expect(sheet.getCell('D2'), 'a bank detail stays text').toMatchObject({ type: exceljs.ValueType.String, numFmt: undefined });
  });

  it('values with a finding of the reader have it again when the results are dropped again', async () => {
    const before = await allRows(await readSheet(await input()));
    await results(folder.path('look.xlsx'));
    const after = await allRows(await readSheet(folder.path('look.out.xlsx')));
    expect(after.map(({ cells }) => cells)).toEqual(before.map(({ cells }) => cells));
    expect(before[1]!.findings.map(({ code }) => code)).toContain('number_too_long');
    expect(after[1]!.findings.map(({ code }) => code)).toContain('number_too_long');
  });

  it('a hidden row stays hidden, and merged or uncalculated cells are not taken for values', async () => {
    const book = new exceljs.Workbook();
    const sheet = book.addWorksheet('June');
    sheet.addRow(['email', 'amount', 'currency', 'memo']);
    for (const name of ['a', 'b', 'c']) sheet.addRow([`${name}@b.de`, 10, 'EUR', 'x']);
    sheet.getRow(2).hidden = true;
    sheet.mergeCells('D3:D4');
    sheet.getCell('D4').value = 'x';
    await book.xlsx.writeFile(folder.path('traps.xlsx'));
    const from = await readSheet(folder.path('traps.xlsx'));
    const before = (await allRows(from)).map(({ findings }) => findings.some(({ severity }) => severity === 'error'));
    expect(before).toEqual([true, true, true]);
    await writeResults(from, options(folder.path('traps.out.xlsx'), {
      results: (rows) => new Map(rows.map(({ row, findings }) => [row, { row, status: 'invalid', problems: findings.map((found) => ({ ...found, row })) }])),
    }));
    const after = await allRows(await readSheet(folder.path('traps.out.xlsx')));
    expect(after.map(({ findings }) => findings.some(({ severity }) => severity === 'error'))).toEqual(before);
  });

  it('a cell is no longer red once it is right in the sheet that is dropped again', async () => {
    await results(await input());
    const sheet = await readSheet(folder.path('look.out.xlsx'));
    await writeResults(sheet, options(folder.path('look.2.xlsx'), { results: (rows) => new Map(rows.map(({ row }) => [row, { row, status: 'processed', problems: [] }])) }));
    const book = new exceljs.Workbook();
    await book.xlsx.readFile(folder.path('look.2.xlsx'));
    expect(book.worksheets[0]!.getCell('D3').fill).toMatchObject({ pattern: 'none' });
    expect(book.worksheets[0]!.getCell('A2').fill).toMatchObject(BLUE);
  });
});

it('the fields of a row that could not be separated are in one cell, so that they are not shifted when dropped again', async () => {
  const text = 'amount,currency,email,memo\n10,EUR,a@b.de,x\n20,EUR,b@b.de,Royalties, June\n30,EUR\n';
  const sheet = await readSheet(await folder.put('ragged.csv', text));
  await writeResults(sheet, options(folder.path('ragged.xlsx'), {
    csv: folder.path('ragged.out.csv'),
    results: (rows) => new Map(rows.map(({ row, findings }) => [row, { row, status: findings.length > 0 ? 'invalid' : 'valid', problems: findings.map((found) => ({ ...found, row })) }])),
  }));
  for (const path of ['ragged.xlsx', 'ragged.out.csv']) {
    const again = await allRows(await readSheet(folder.path(path)));
    expect(again.map(({ cells }) => cells), path).toEqual([
      { amount: '10', currency: 'EUR', email: 'a@b.de', memo: 'x' },
      { amount: '20,EUR,b@b.de,Royalties, June' },
      { amount: '30,EUR' },
    ]);
  }
});
