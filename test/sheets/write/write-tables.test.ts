import { join } from 'node:path';
import exceljs from 'exceljs';
import { expect, it } from 'vitest';
import { writeTables } from '../../../src/sheets/write/write-tables.ts';
import { testFolder } from '../../support/test-folder.ts';

const folder = testFolder();

it('wraps long texts in rows as high as their lines, and right-aligns titles of numbers', async () => {
  const path = join(folder, 'tables.xlsx');
  const lines = [
    ['Ada', { number: '12.50' }],
    ['Northwind Traders International Wholesale and Distribution Ltd', { number: '7' }],
    ['山田太郎山田太郎山田太郎山田太郎', ''],
  ] as const;
  await writeTables(
    path,
    [
      {
        name: 'Payments',
        columns: [
          ['recipient', 28],
          ['sent', 14, true],
        ],
        lines: (async function* () {
          yield lines;
        })(),
      },
    ],
    0,
  );
  const book = new exceljs.Workbook();
  await book.xlsx.readFile(path);
  const sheet = book.getWorksheet('Payments')!;
  expect(sheet.getCell('B1').alignment?.horizontal).toBe('right');
  expect(sheet.getCell('A1').alignment?.horizontal).toBe('left');
  expect([2, 3, 4].map((row) => sheet.getRow(row).height)).toEqual([undefined, 45, 30]);
  expect(sheet.getCell('A3').alignment).toMatchObject({ wrapText: true, vertical: 'top' });
  expect(sheet.getCell('B2').value).toBe(12.5);
});
