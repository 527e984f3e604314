import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../src/config.ts';
import { checkRecipientRow } from '../../src/intake/check-row.ts';
import { checkSheet } from '../../src/intake/check-sheet.ts';
import { contentOf, number, odsOf, row, table, text } from '../sheets/ods/ods-of.ts';
import { testFolder } from '../support/test-folder.ts';

const folder = testFolder();

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

  it('is an error of the whole sheet if all rows have it and name three people or more', async () => {
    const output = async (ibans: readonly string[]) => {
      const rows = ibans.map((iban, i) => line(i + 1, `Firm ${'ABCD'[i]} GmbH`, `f${i}@example.com`, iban));
      const file = join(folder, `all-${ibans.length}.csv`);
      writeFileSync(file, [HEADER, ...rows].join('\n'));
      const report = await checkSheet(file, loadConfig({}, folder), { now: () => Date.UTC(2026, 10, 21) });
      return report.warnings.filter((one) => one.includes('one account'));
    };
    expect(await output([ONE, ONE, ONE])).toEqual([expect.stringContaining('all of them would be put on hold')]);
    expect(await output([ONE, ONE, ONE, OTHER])).toEqual([]);
    expect(await output([ONE, ONE])).toEqual([]);
  });

  it('is no warning for the same person: by e-mail, or by name', async () => {
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

  it('is a warning if its length varies and zeros may be lost', async () => {
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

describe('the merchant’s own accounts', () => {
  const check = async (own: string, header: string, ...rows: readonly string[]) => {
    const file = join(folder, 'own.csv');
    writeFileSync(file, [header, ...rows].join('\n'));
    const config = loadConfig({ PAYRUN_OWN_ACCOUNTS: own }, folder);
    const { problems } = await checkSheet(file, config, { now: () => Date.UTC(2026, 10, 21) });
    return problems.flatMap(({ row: at, column, code }) => (code === 'account_is_own' ? [`${at} ${column}`] : []));
  };
  const British =
    'paymentReference,amount,currency,type,name,email,street1,city,postalCode,country,branchId,accountNum';
  const british = 'R1,100,GBP,business,Firm Ltd,f@example.com,Main Street 1,Leeds,LS1 4AP,GB,60-16-13,31926819';

  it('are refused as accounts of recipients, in any spelling', async () => {
    const rows = [line(1, 'A GmbH', 'a@example.com', ONE), line(2, 'B GmbH', 'b@example.com', OTHER)];
    expect(await check('de02 1203 0000 0000 2020 51', HEADER, ...rows)).toEqual(['3 iban']);
    expect(await check('GB29NWBK60161331926819', HEADER, ...rows)).toEqual([]);
    for (const own of ['31926819', '60-16-13 31926819', 'DE89370400440532013000; GB29 NWBK 6016 1331 9268 19'])
      expect(await check(own, British, british)).toEqual(['2 accountNum']);
    expect(await check('20-00-00 31926819', British, british)).toEqual([]);
    expect(await check('370400440532013000', HEADER, ...rows)).toEqual(['2 iban']);
  });

  it('are refused in a sheet of recipients too', () => {
    const names = HEADER.split(',').slice(3);
    const values = line(1, 'A GmbH', 'a@example.com', ONE).split(',').slice(3);
    const cells = Object.fromEntries(names.map((name, i) => [name, values[i]!]));
    const given = { merchantCountry: 'DE', environment: 'sandbox', ownAccounts: [ONE] } as const;
    const { recipient, problems } = checkRecipientRow({ row: 2, cells, original: [], findings: [] }, given);
    expect(problems.map(({ code }) => code)).toEqual(['account_is_own']);
    expect(recipient).toBeNull();
  });

  it('have the form of account numbers, and the error of the setting does not show them', () => {
    expect(() => loadConfig({ PAYRUN_OWN_ACCOUNTS: 'DE89370400440532013000,?' }, folder)).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining('DE89') }),
    );
  });
});

describe('a currency that no account’s country uses', () => {
  const output = async (header: string, rows: readonly string[], name = 'currency.csv') => {
    const file = join(folder, name);
    writeFileSync(file, [header, ...rows].join('\n'));
    const report = await checkSheet(file, loadConfig({}, folder), { now: () => Date.UTC(2026, 10, 21) });
    return report.warnings.filter((one) => one.includes('converted'));
  };
  const rows = (currency: string, last: string = ONE, more = '') =>
    [ONE, OTHER, last].map(
      (iban, i) => line(i, `Firm ${i} GmbH`, `f${i}@example.com`, iban).replace('EUR', currency) + more,
    );

  it('is a warning if all amounts are in it', async () => {
    expect(await output(HEADER, rows('USD'))).toEqual([expect.stringMatching(/in USD.*countries that use EUR/)]);
    expect(await output(HEADER, rows('EUR'))).toEqual([]);
    expect(await output(HEADER, rows('USD', 'GB29NWBK60161331926819'))).toEqual([]);
    expect(await output(HEADER, rows('USD').slice(1))).toEqual([]);
    expect(await output(`${HEADER},targetCurrency`, rows('USD', ONE, ',EUR'))).toEqual([]);
  });

  it('is a question if an unknown column has the one that they use', async () => {
    const header = HEADER.replace('currency', 'Ccy').concat(',Blatt');
    await expect(output(header, rows('USD', ONE, ',EUR'))).rejects.toMatchObject({
      code: 'sheet_columns_unclear',
      message: expect.stringMatching(/"Ccy" in column C or "Blatt" in column L.*countries that use EUR/),
    });
    expect(await output(header, rows('USD', ONE, ',CHF'))).toHaveLength(1);
    expect(await output(header, rows('EUR', ONE, ',USD'))).toEqual([]);
  });
});
