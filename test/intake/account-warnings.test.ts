import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { loadConfig } from '../../src/config.ts';
import { checkSheet } from '../../src/intake/check-sheet.ts';
import { contentOf, number, odsOf, row, table, text } from '../sheets/ods/ods-of.ts';

const folder = mkdtempSync(join(tmpdir(), 'payrun-accounts-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Warnings of accounts in a sheet: row, column and code. */
async function warned(name: string, content: string | Buffer) {
  const file = join(folder, name);
  writeFileSync(file, content);
  const report = await checkSheet(file, loadConfig({}, folder), { now: () => Date.UTC(2026, 10, 21) });
  expect(report.invalid).toBe(0);
  return report.problems
    .filter(({ code }) => code === 'shared_account' || code === 'account_from_number')
    .map(({ row: at, column, code, severity }) => `${at} ${column} ${code} ${severity}`);
}

const HEADER = 'paymentReference,amount,currency,type,name,email,street1,city,postalCode,country,iban';
const line = (n: number, name: string, email: string, iban: string) =>
  `R${n},${n}00,EUR,business,${name},${email},Lindenstr. 1,Berlin,10969,DE,${iban}`;
const [ONE, OTHER] = ['DE89370400440532013000', 'DE02120300000000202051'];

describe('one account for several people', () => {
  it('is a warning of every row but the first, for check', async () => {
    const rows = [
      line(1, 'Muster GmbH', 'a@example.com', ONE),
      line(2, 'Other GmbH', 'b@example.com', 'DE89 3704 0044 0532 0130 00'),
      line(3, 'Third GmbH', 'c@example.com', OTHER),
      line(4, 'Fourth GmbH', 'd@example.com', ONE),
    ];
    expect(await warned('shared.csv', [HEADER, ...rows].join('\n'))).toEqual([
      '3 iban shared_account warning',
      '5 iban shared_account warning',
    ]);
  });

  it('is said of the whole sheet if all rows have it and name three people or more', async () => {
    const said = async (ibans: readonly string[]) => {
      const rows = ibans.map((iban, i) => line(i + 1, `Firm ${'ABCD'[i]} GmbH`, `f${i}@example.com`, iban));
      const file = join(folder, `all-${ibans.length}.csv`);
      writeFileSync(file, [HEADER, ...rows].join('\n'));
      const report = await checkSheet(file, loadConfig({}, folder), { now: () => Date.UTC(2026, 10, 21) });
      return report.warnings.filter((one) => one.includes('one account'));
    };
    expect(await said([ONE, ONE, ONE])).toEqual([expect.stringContaining('all of them would be on hold')]);
    expect(await said([ONE, ONE, ONE, OTHER])).toEqual([]);
    expect(await said([ONE, ONE])).toEqual([]);
  });

  it('is none for the same person: by e-mail, or by name', async () => {
    const rows = [
      line(1, 'Muster GmbH', 'a@example.com', ONE),
      line(2, 'Muster Film GmbH', 'A@example.com', ONE),
      line(3, 'MUSTER GMBH', 'new@example.com', ONE),
      line(4, 'Third GmbH', 'c@example.com', OTHER),
    ];
    expect(await warned('same.csv', [HEADER, ...rows].join('\n'))).toEqual([]);
  });
});

describe('an account number from a cell with a number', () => {
  const header = row(
    'paymentReference amount currency type name email street1 city postalCode region country accountNum branchId'
      .split(' ')
      .map((name) => text(name)),
  );
  const us = (n: number, account: string) =>
    row([
      text(`R${n}`),
      number(`${n}00`),
      ...[
        'USD',
        'business',
        `Firm ${n} Inc`,
        `f${n}@example.com`,
        '480 Market Street',
        'San Francisco',
        '94104',
        'CA',
        'US',
      ].map((one) => text(one)),
      account,
      text('091000019'),
    ]);
  const gb = (n: number, account: string) =>
    row([
      text(`R${n}`),
      number(`${n}00`),
      ...['GBP', 'business', `Firm ${n} Ltd`, `f${n}@example.com`, '12 High Street', 'Leeds', 'LS1 4AP'].map((one) =>
        text(one),
      ),
      '<table:table-cell/>',
      text('GB'),
      account,
      text('60-16-13'),
    ]);

  it('is a warning where its length varies and zeros may be lost', async () => {
    const rows = [
      us(1, number('123456789')),
      us(2, text('223456789')),
      us(3, number('323456789', '', '0323456789')),
      us(4, number('12345678901234567'.slice(0, 15))),
      gb(5, number('31926819')),
    ];
    expect(await warned('numbers.ods', odsOf(contentOf(table('June', [header, ...rows]))))).toEqual([
      '2 accountNum account_from_number warning',
      '5 accountNum account_from_number warning',
    ]);
  });
});
