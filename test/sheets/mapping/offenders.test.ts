import { join } from 'node:path';
import { expect, it } from 'vitest';
import { loadConfig } from '../../../src/config.ts';
import { isError } from '../../../src/errors.ts';
import { checkSheet } from '../../../src/intake/check-sheet.ts';
import { mapSheet } from '../../../src/intake/map-sheet.ts';

const FOLDER = join(import.meta.dirname, 'offenders');
const CONFIG = loadConfig({ PAYRUN_HOME: '/nowhere' }, FOLDER);
const CLOCK = { now: () => Date.UTC(2026, 10, 21) };

interface End {
  readonly file: string;
  readonly ends: string;
  /** Of an error that says why nothing of it is read. */
  readonly error?: string;
  readonly valid?: number;
  readonly rows?: number;
  readonly totals?: Readonly<Record<string, string>>;
  /** Codes of rows, by row. */
  readonly codes?: readonly string[];
  readonly says?: readonly string[];
  readonly control?: RegExp;
}

/** Sheets that were once understood wrongly. */
const ENDS: readonly End[] = [
  {
    file: 'amount-currency-target.csv',
    ends: 'pays what must arrive, in the currency that arrives',
    valid: 1,
    rows: 1,
    totals: { PHP: '12000.50' },
  },
  {
    file: 'own-debit-iban.csv',
    ends: 'pays the beneficiary, not the account that is debited',
    valid: 2,
    rows: 2,
    totals: { EUR: '30.00' },
    says: ['Column A, "Debit IBAN", is not used: it is about the payer, not the recipient.'],
  },
  { file: 'gross-and-net-pay.csv', ends: 'pays the net pay', valid: 1, rows: 1, totals: { EUR: '3100.00' } },
  {
    file: 'foreign-amount.csv',
    ends: 'is known as an export of NetSuite, pays in the foreign currency, and misses what NetSuite does not say',
    valid: 0,
    rows: 1,
    codes: ['2 country_missing'],
    says: ['Row 2 has no type, and the name of a company or an office: paid as a business. If one is a person, fill in its type.'],
  },
  { file: 'swallowed-rows.csv', ends: 'is refused: a quote takes in rows', error: 'sheet_swallowed_rows' },
  {
    file: 'total-by-formula.xlsx',
    ends: 'pays nothing: its total does not agree',
    valid: 3,
    rows: 3,
    control: /says 357\.00 EUR, but its rows total 714\.00 EUR/,
  },
  {
    file: 'euro-header-pound-rows.csv',
    ends: 'pays nothing: header and rows name two currencies',
    valid: 0,
    rows: 1,
    codes: ['2 amount_header_currency'],
  },
  { file: 'windows-1251.csv', ends: 'asks which encoding it is', error: 'sheet_encoding_unclear' },
  { file: 'shift-jis.csv', ends: 'has its names, with a warning that banks cannot carry them', valid: 2, rows: 2, totals: { EUR: '24.00' } },
  { file: 'cover-worksheet.xlsx', ends: 'is read from the worksheet with payments', valid: 2, rows: 2, totals: { EUR: '31.50' } },
  {
    file: 'subtotals.xlsx',
    ends: 'pays its rows, and neither subtotals nor total',
    valid: 3,
    rows: 3,
    totals: { EUR: '60.00' },
    says: ['Rows 4 and 6 are subtotals, not payments. They match the rows above them.'],
  },
  { file: 'results-again.xlsx', ends: 'is read as the results that it is, without its total and the signature below', valid: 3, rows: 5 },
  {
    file: 'second-table.xlsx',
    ends: 'pays the first table only',
    valid: 1,
    rows: 4,
    totals: { EUR: '10.00' },
    codes: ['5 row_of_repeated_table', '6 row_of_repeated_table'],
  },
];

it.each(ENDS)('$file $ends', async ({ file, error, valid, rows, totals, codes, says, control }) => {
  const checking = checkSheet(join(FOLDER, file), CONFIG, CLOCK);
  if (error !== undefined) {
    const thrown: unknown = await checking.catch((one: unknown) => one);
    expect(isError(thrown) ? thrown.code : thrown).toBe(error);
    return;
  }
  const report = await checking;
  expect([report.valid, report.rows]).toEqual([valid, rows]);
  const amounts = Object.entries(report.totals).map(([currency, { amount }]) => [currency, amount]);
  if (totals !== undefined) expect(Object.fromEntries(amounts)).toEqual(totals);
  if (codes !== undefined)
    expect(report.problems.map(({ row, code }) => `${row} ${code}`)).toEqual(expect.arrayContaining([...codes]));
  if (says !== undefined) expect(report.warnings).toEqual(expect.arrayContaining([...says]));
  if (control === undefined) expect(report.control).toBeNull();
  else expect(report.control).toMatch(control);
});

it('words-for-codes.csv is understood in the words of other systems, and causes a question if they are ambiguous', async () => {
  const { problems } = await checkSheet(join(FOLDER, 'words-for-codes.csv'), CONFIG, CLOCK);
  const refused = problems.filter(({ severity }) => severity === 'error').map(({ row, column }) => `${row} ${column}`);
  const of = (column: string) => refused.filter((one) => one.endsWith(` ${column}`)).map((one) => Number(one.split(' ')[0]));
  // A check only the recipient can set up. ACH, wire, SEPA, EFT, BACS and their like are transfers to a bank account.
  expect(of('payoutMethod')).toEqual([11]);
  // A letter and a role say neither; nothing at all is decided by a legal form in the name; "Person" stands beside the name of a business.
  expect(of('type')).toEqual([24, 25, 26]);
  expect(of('firstName')).toEqual([16, 18, 20]);
  // Names in several languages, three letters and digits.
  expect(of('country')).toEqual([]);
  expect(of('currency')).toEqual([]);
});

it('the worksheet with payments is the one that is mapped, not the cover', async () => {
  const { columns } = await mapSheet(join(FOLDER, 'cover-worksheet.xlsx'), {});
  expect(columns.map(({ column }) => column)).toContain('iban');
});
