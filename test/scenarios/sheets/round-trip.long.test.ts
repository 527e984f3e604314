import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import exceljs from 'exceljs';
import { expect, it } from 'vitest';
import { describeDatabases } from '../../support/database.ts';
import { germanIban, type Payroll, testPayroll } from '../../support/payroll.ts';

const BROKEN = join(import.meta.dirname, '../../../samples/broken.csv');

/** What a clerk types into a wrong row: a person in Germany, the same for every fault. */
const fixOf = (n: number): Readonly<Record<string, string>> => ({
  amount: `${200 + n}.50`,
  currency: 'EUR',
  memo: 'Corrected',
  type: 'individual',
  firstName: 'Grace',
  lastName: 'Hopper',
  email: `fixed${n}@example.com`,
  street1: 'Lindenstraße 14',
  city: 'Berlin',
  postalCode: '10969',
  country: 'DE',
  iban: germanIban(5000 + n),
});

/** The workbook with up to `most` of its wrong rows corrected; `only` keeps one worksheet. Returns the references of the corrected. */
async function correct(from: string, to: string, worksheet: RegExp, most: number, only = false): Promise<string[]> {
  const book = new exceljs.Workbook();
  await book.xlsx.readFile(from);
  const sheet = book.worksheets.find(({ name }) => worksheet.test(name))!;
  const header = (sheet.getRow(1).values as string[]).slice();
  const status = header.lastIndexOf('status');
  const corrected: string[] = [];
  sheet.eachRow((row, number) => {
    if (number === 1 || corrected.length >= most || row.getCell(status).value !== 'Invalid') return;
    const at = (name: string) => row.getCell(header.indexOf(name));
    // A row whose fields could not be told apart stands in its first cell; its reference is the first field.
    const reference = at('paymentReference').text.split(',')[0]!;
    if (reference === '' || corrected.includes(reference)) return;
    const fix = fixOf(Number(reference.replace(/\D/g, '')) + (only ? 1000 : 0));
    for (let i = 1; i < status; i++) row.getCell(i).value = fix[header[i]!] ?? null;
    at('paymentReference').value = reference;
    corrected.push(reference);
  });
  if (only) for (const other of book.worksheets.filter((one) => one !== sheet)) book.removeWorksheet(other.id);
  await book.xlsx.writeFile(to);
  return corrected;
}

async function holds(payroll: Payroll, paid: number) {
  const { payments } = await payroll.ledger();
  expect(payments.filter(({ timesPaid }) => timesPaid > 1)).toEqual([]);
  expect(payments.filter(({ timesPaid }) => timesPaid === 1)).toHaveLength(paid);
}

describeDatabases('a broken sheet, corrected in its results', (database) => {
  const payroll = testPayroll(database);
  const path = (name: string) => join(payroll.folder, name);

  it('and dropped again pays exactly what was corrected, from all rows and from the rows to fix', async () => {
    copyFileSync(BROKEN, path('broken.csv'));
    const first = await payroll.pay(path('broken.csv'));
    const paid = first.counts.processed;
    expect(paid).toBeGreaterThan(5);

    const all = await correct(first.results!, path('all.xlsx'), /^Payments/, 8);
    const second = await payroll.pay(path('all.xlsx'));
    expect(second.counts).toMatchObject({ processed: 8, invalid: first.counts.invalid - 8, failed: 0 });
    expect(second.counts.already_paid).toBe(paid);
    await holds(payroll, paid + 8);

    const rest = await correct(second.results!, path('rest.xlsx'), /^Rows to fix/, 4, true);
    expect(rest.filter((reference) => all.includes(reference))).toEqual([]);
    const third = await payroll.pay(path('rest.xlsx'));
    expect(third.counts).toMatchObject({ processed: 4, invalid: second.counts.invalid - 4, failed: 0 });
    expect(third.rows, 'who was paid before is not among the rows to fix').toBeLessThanOrEqual(
      second.counts.invalid + second.counts.held,
    );
    await holds(payroll, paid + 12);
  });
});
