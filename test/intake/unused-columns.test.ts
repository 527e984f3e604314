import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { mapSheet } from '../../src/intake/map-sheet.ts';
import { unusedColumns, unusedColumnText } from '../../src/intake/unused-columns.ts';
import { readSheet } from '../../src/sheets/read/read-sheet.ts';

const HEADER = 'email,amount,currency,iban';
const ROWS = [
  'ada@example.com,100.00,EUR,DE89370400440532013000',
  'bob@example.com,120.00,EUR,FR1420041010050500013M02606',
];

/** The unused columns of a sheet with another column of this header and these cells. */
async function unusedOf(header: string, cells: readonly string[]) {
  const text = [`${HEADER},${header}`, ...ROWS.map((row, n) => `${row},${cells[n] ?? ''}`)].join('\n');
  const source = { name: 'sheet.csv', content: () => Readable.from([Buffer.from(text)]) };
  const sheet = await readSheet(source);
  for await (const _ of sheet.rows());
  return unusedColumns(await mapSheet(source, {}), sheet.noticed().unused);
}

it.each<[what: string, header: string, cells: readonly string[], words: string | null, looksUsed: boolean]>([
  ['a second amount', 'Topf 2', ['20.00', '35.50'], '"Topf 2" (20.00, 35.50)', true],
  ['an amount whose header is known as not paid', 'Bonus', ['20.00', '35.50'], '"Bonus" (20.00, 35.50)', false],
  ['a second currency', 'Settled in', ['USD', 'USD'], '"Settled in" (USD, USD)', true],
  [
    'a second account',
    'Konto neu',
    ['DE02120300000000202051', 'DE02500105170137075030'],
    '"Konto neu" (***2051, ***5030)',
    true,
  ],
  ['a text', 'Kostenstelle', ['North', 'South'], '"Kostenstelle" (North, South)', false],
  ['long digits, masked like an account', 'Objekt', ['12345678', '22345678'], '"Objekt" (***5678, ***5678)', false],
  ['values of later rows only', 'Kostenstelle', ['', 'South'], '"Kostenstelle" (South)', false],
  ['a blank column', 'Kostenstelle', ['', ''], null, false],
])('finds %s among the columns that are not used', async (_, header, cells, words, looksUsed) => {
  const found = await unusedOf(header, cells);
  expect(found.map(unusedColumnText)).toEqual(words === null ? [] : [words]);
  expect(found.some((one) => one.looksUsed)).toBe(looksUsed);
});
