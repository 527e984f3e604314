import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { checkRow } from '../../src/intake/check-row.ts';
import { readSheet } from '../../src/sheets/read/read-sheet.ts';

async function problemsByReference(name: string): Promise<Map<string, { cells: string; codes: string[] }>> {
  const sheet = await readSheet(fileURLToPath(new URL(`../../samples/${name}`, import.meta.url)));
  const found = new Map<string, { cells: string; codes: string[] }>();
  for await (const rows of sheet.rows())
    for (const row of rows) {
      const { problems } = checkRow(row, { merchantCountry: 'US', environment: 'sandbox' });
      const codes = problems.map(({ column, code }) => `${column} ${code}`);
      found.set(row.cells.paymentReference ?? '', { cells: JSON.stringify(row.cells), codes });
    }
  await sheet.close();
  return found;
}

it('the broken workbook has the errors of the broken CSV (made from it by make-broken-xlsx.ts)', async () => {
  const csv = await problemsByReference('broken.csv');
  const xlsx = await problemsByReference('broken.xlsx');
  const same = [...xlsx].filter(([reference, { cells }]) => csv.get(reference)?.cells === cells);
  expect(same.length, 'if too few: run make-broken-xlsx.ts again').toBeGreaterThan(75);
  for (const [reference, { codes }] of same) expect(codes, reference).toEqual(csv.get(reference)!.codes);
});
