import { expect, it } from 'vitest';
import { readSheet } from '../../../src/sheets/read/read-sheet.ts';
import { allRows, sheetFolder } from '../sheet-folder.ts';

const folder = sheetFolder();
const HEAD = 'paymentReference,referenceId,amount,currency,memo\nR1,A,10.50,EUR,x\nR2,B,1.50,EUR,y\n';

async function read(below: string) {
  const sheet = await readSheet(await folder.put('in.csv', `${HEAD}${below}\n`));
  const rows = await allRows(sheet);
  await sheet.close();
  return { rows: rows.map(({ row }) => row), notes: sheet.noticed().totals.notes.map(({ text }) => text) };
}

it.each([
  ['Prepared by,Bo,,,', 'a note'],
  ['Approved by: Ann,,,,', 'a note'],
  ['Geprüft,Ina,,,', 'a note'],
  ['"Ort, Datum","Berlin",,,', 'a note'],
  ['Fait à Paris,,,,', 'a note'],
  ['Firma,,,,', 'a note'],
  ['作成者,山田,,,', 'a note'],
  ['Prepared by,,,,Ina\n________,,,,________', 'notes'],
  ['Datum,,Unterschrift,,', 'a note'],
  ['Mit freundlichen Grüßen,,,,', 'a note'],
  ['i.A. Müller,,,,', 'a note'],
  ['Datum: ______,,,,', 'a note'],
  ['Seite 1 von 1,,,,', 'a note'],
  ['Page 2,,,,', 'a note'],
  ['Kind regards Ann,,,,', 'a note'],
  ['Gedruckt von SAP,,,,', 'a note'],
  ['Med vänlig hälsning,,,,', 'a note'],
  ['С уважением,,,,', 'a note'],
  ['Vu et approuvé,,,,\nLe directeur financier,,,,\nParis le 28 novembre,,,,', 'notes'],
  ['Prepared by,Bo,,,\n,,12.00,,', 'is a total'],
  [',,12.00,,', 'is a total'],
  [',,12.00,EUR,', 'is a total'],
  [',,12,,', 'is a total'],
  [',,12.00 EUR,,', 'is a total'],
  [',,,,\n,,12.00,,', 'is a total'],
  [',,12.00,,\nGeprüft,Ina,,,', 'is a total'],
])('%s is no payment', async (below, what) => {
  const { rows, notes } = await read(below);
  expect(rows).toEqual([2, 3]);
  expect(notes.join(' ')).toContain(what);
});

it.each([
  ['a sum that differs', ',,13.00,EUR,', [2, 3, 4]],
  ['a sum of only one row', ',,1.50,,', [2, 3, 4]],
  ['a payment whose reference begins like a signature', 'VISA-2026-1,V,5.00,EUR,', [2, 3, 4]],
  ['a payment whose reference begins like a page', 'Page,V,5.00,EUR,', [2, 3, 4]],
  ['a payment whose amount is missing', 'Page,V,,EUR,z', [2, 3, 4]],
  ['a payment below a signature', 'Prepared by,Bo,,,\nR3,C,1.00,EUR,z', [2, 3, 4, 5]],
  ['a payment below a sum', ',,12.00,EUR,\nR3,C,1.00,EUR,z', [2, 3, 4, 5]],
])('%s is a row', async (_, below, rows) => expect((await read(below)).rows).toEqual(rows));
