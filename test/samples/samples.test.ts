import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { type CheckedRow, checkRecipientRow, checkRow } from '../../src/intake/check-row.ts';
import { ROW_MESSAGES } from '../../src/messages.ts';
import { COLUMNS } from '../../src/sheets/headers/columns.ts';
import { readSheet } from '../../src/sheets/read/read-sheet.ts';

const FOLDER = new URL('../../samples/', import.meta.url);
const CONTEXT = { merchantCountry: 'US', environment: 'sandbox', today: '2026-11-21' } as const;

async function checked(name: string): Promise<CheckedRow[]> {
  const sheet = await readSheet(fileURLToPath(new URL(name, FOLDER)));
  const results: CheckedRow[] = [];
  for await (const rows of sheet.rows()) for (const row of rows) results.push(checkRow(row, CONTEXT));
  await sheet.close();
  return results;
}

const problemsOf = (rows: readonly CheckedRow[]) =>
  rows.flatMap(({ problems }) => problems.map(({ row, column, code }) => ({ row, column, code })));

describe('the samples', () => {
  it.each([
    ['good.csv', 20],
    ['good-100.csv', 100],
    ['paypal.csv', 10],
    ['known-recipients.csv', 12],
    ['payments.pain.001.xml', 5],
  ])('%s has no problems', async (name, count) => {
    const rows = await checked(name);
    expect(problemsOf(rows)).toEqual([]);
    expect(rows.filter(({ draft }) => draft !== null)).toHaveLength(count);
  });

  it('the good sheet pays to eight countries or more from three currencies, to people and to businesses', async () => {
    const drafts = (await checked('good.csv')).map(({ draft }) => draft!);
    const countries = new Set(drafts.map(({ recipient }) => recipient.account!.fields.country));
    expect(countries.size).toBeGreaterThanOrEqual(8);
    expect(new Set(drafts.map(({ sourceCurrency }) => sourceCurrency)).size).toBe(3);
    expect(new Set(drafts.map(({ recipient }) => recipient.profile!.type)).size).toBe(2);
    expect(new Set(drafts.map(({ fixed }) => fixed)).size).toBe(2);
  });

  it('the sheet of recipients has people for three methods or countries, no payments, and no problems', async () => {
    const sheet = await readSheet(fileURLToPath(new URL('recipients.csv', FOLDER)), { of: 'profiles' });
    const rows = [];
    for await (const chunk of sheet.rows()) rows.push(...chunk.map((row) => checkRecipientRow(row, CONTEXT)));
    await sheet.close();
    expect(rows.flatMap(({ problems }) => problems)).toEqual([]);
    expect(rows.map(({ recipient }) => recipient?.account?.method)).toEqual([
      'bank-transfer',
      'bank-transfer',
      'bank-transfer',
      'paypal',
    ]);
  });

  it('known recipients are those of the good sheet', async () => {
    const good = new Set((await checked('good.csv')).map(({ draft }) => draft!.recipient.key));
    for (const { draft } of await checked('known-recipients.csv')) expect(good).toContain(draft!.recipient.key);
  });

  it('the broken sheet has every planted error and no other', async () => {
    const expected = JSON.parse(readFileSync(new URL('broken.expected.json', import.meta.url), 'utf8'));
    expect(problemsOf(await checked('broken.csv'))).toEqual(expected);
  });

  it('the broken sheet breaks every rule that a sheet can break in the sandbox', async () => {
    const broken = new Set((await checked('broken.csv')).flatMap(({ problems }) => problems.map(({ code }) => code)));
    expect(Object.keys(ROW_MESSAGES).filter((code) => !broken.has(code))).toEqual([
      // They need more than a row: the rows before it, whose run it is, and what the merchant has set.
      'shared_account',
      'account_is_own',
      // A CSV has no cells that are numbers.
      'account_from_number',
      'amount_below_route_minimum',
      'duplicate_in_sheet',
      'reference_conflict',
      'similar_reference',
      'possible_duplicate',
      'merchant_other',
      'merchant_not_known',
      'merchant_missing',
      // A day goes by, and the sheet stays.
      'pay_on_form',
      'pay_on_far',
      'pay_on_past',
      // A sheet may name a country; the service takes only its code.
      'country_by_name',
      'country_not_enabled',
      // The service's side only: a row always has a method, and its holder is the recipient.
      'payout_method_missing',
      // Of what the recipient sets up in the service nothing is asked for.
      'mailing_missing',
      'paypal_email_missing',
      // Production only.
      'bic_test',
      // No country's bank codes have check digits.
      'bank_code_check_digits',
      'holder_name_missing',
    ]);
  });

  it('no message and no shown value of the broken sheet has a bank detail or an ID in full', async () => {
    const sheet = await readSheet(fileURLToPath(new URL('broken.csv', FOLDER)));
    const secret = COLUMNS.filter(({ sensitive }) => sensitive).map(({ name }) => name);
    for await (const rows of sheet.rows()) {
      for (const row of rows) {
        const output = JSON.stringify(checkRow(row, CONTEXT).problems);
        for (const column of secret) {
          const value = row.cells[column];
          // Shorter ones are within the row's other texts by chance.
          if (value !== undefined && value.length > 4) expect(output).not.toContain(value);
        }
      }
    }
    await sheet.close();
  });

  it('every sample is tested', () => {
    expect(
      readdirSync(FOLDER)
        .filter((name) => name.endsWith('.csv'))
        .sort(),
    ).toEqual([
      'broken.csv',
      'good-100.csv',
      'good.csv',
      'known-recipients.csv',
      'merchants.csv',
      'paypal.csv',
      'recipients.csv',
    ]);
  });
});
