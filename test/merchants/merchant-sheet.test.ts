import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import exceljs from 'exceljs';
import { describe, expect, it } from 'vitest';
import { checkMerchantRow } from '../../src/merchants/check-row.ts';
import { readMerchantSheet } from '../../src/merchants/merchant-sheet.ts';
import { testFolder } from '../support/test-folder.ts';
import { SAMPLE, SAMPLE_ROWS, sheetOfMerchants } from './partner-world.ts';

describe('A sheet of sub-merchants', () => {
  const folder = testFolder();
  const file = (name: string, content: string | Buffer) => {
    const path = join(folder, name);
    writeFileSync(path, content);
    return path;
  };

  it('is read from a CSV', async () => {
    const { rows, understood } = await readMerchantSheet(SAMPLE);
    expect(rows.map(({ cells }) => cells)).toEqual(SAMPLE_ROWS);
    expect(understood.notes).toEqual([]);
  });

  it('is read from a workbook, numbers and texts alike, and what Excel destroyed is reported', async () => {
    const book = new exceljs.Workbook();
    const sheet = book.addWorksheet('Sub-merchants');
    const names = Object.keys(SAMPLE_ROWS[0]!);
    sheet.addRow(names.map((name) => (name === 'merchant' ? 'Sub Merchant' : name)));
    sheet.addRow(
      names.map((name) =>
        /^business(Ppm|TotalMonthly)$/.test(name) ? Number(SAMPLE_ROWS[0]![name]) : SAMPLE_ROWS[0]![name],
      ),
    );
    sheet.addRow(
      names.map((name) => (name === 'bankAccountNum' ? 12_345_678_901_234_560 : (SAMPLE_ROWS[1]![name] ?? ''))),
    );
    const path = file('merchants.xlsx', Buffer.from(await book.xlsx.writeBuffer()));
    const { rows } = await readMerchantSheet(path);
    expect(rows[0]!.cells).toEqual(SAMPLE_ROWS[0]);
    expect(rows[0]!.findings).toEqual([]);
    expect(checkMerchantRow(rows[0]!.cells, true)).toEqual([]);
    expect(rows[1]!.findings.map(({ column, code }) => [column, code])).toEqual([['bankAccountNum', 'cell_spoilt']]);
  });

  const BAD: readonly [what: string, content: string, code: string][] = [
    ['nothing of sub-merchants', 'amount,currency\n1.00,EUR\n', 'sheet_no_header'],
    ['a header only', 'merchant,name\n', 'sheet_no_rows'],
    ['a column twice', 'merchant,name,Merchant ID\na,b,c\n', 'sheet_column_twice'],
    ['nothing', '', 'sheet_empty'],
  ];
  it.each(BAD)('with %s is refused', async (_, content, code) => {
    await expect(readMerchantSheet(file('bad.csv', content))).rejects.toMatchObject({ code });
  });

  it('with a row of too many fields reads nothing of that row, and shows nothing of it', async () => {
    const { rows } = await readMerchantSheet(
      file('wide.csv', `${sheetOfMerchants([{ merchant: 'a', name: 'b' }])}c,d,secret-1\n`),
    );
    expect(rows[1]).toMatchObject({ cells: {}, findings: [{ code: 'row_fields' }] });
    expect(JSON.stringify(rows[1])).not.toContain('secret-1');
  });
});
