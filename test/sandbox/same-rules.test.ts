import { describe, expect, it } from 'vitest';
import { checkRow } from '../../src/intake/check-row.ts';
import type { Cells } from '../../src/model.ts';
import { contractCode } from '../../src/rules/banks/account-fields.ts';
import { COUNTRIES } from '../../src/rules/countries/countries.ts';
import { GOVERNMENT_IDS } from '../../src/rules/countries/government-ids.ts';
import { readAccountFields } from '../../src/sandbox/account-input.ts';
import { createMerchantStore } from '../../src/sandbox/merchant-store.ts';
import { readRecipientInput } from '../../src/sandbox/recipient-input.ts';
import type { MerchantRecord } from '../../src/sandbox/records.ts';
import { Refusal } from '../../src/sandbox/refusal.ts';
import { examplesOf } from '../rules/country-examples.ts';

const FIELDS: Readonly<Record<string, string>> = { accountCountry: 'country', accountCurrency: 'currency' };
const BOOKS = createMerchantStore({ id: 'M-1', country: 'US' } as MerchantRecord);
const countries = Object.values(COUNTRIES).map((country) => [country.code, country] as const);

/** A sheet's cells as the body of POST /v1/recipients/:id/accounts. */
function bodyOf(cells: Cells): Record<string, string> {
  const { currency } = COUNTRIES[cells.accountCountry!]!;
  return {
    type: 'bank-transfer',
    accountHolderName: 'Ada Lovelace',
    ...(currency ? { currency } : {}),
    ...Object.fromEntries(Object.entries(cells).map(([column, text]) => [FIELDS[column] ?? column, text])),
  };
}

/** "invalid_field iban" for every error that the sandbox answers with; its status is always 406. */
function refusals(read: () => unknown): string[] {
  try {
    read();
    return [];
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    expect(error.status).toBe(406);
    return error.errors.map(({ code, field }) => `${code} ${field}`).sort();
  }
}

const ROW: Cells = {
  amount: '2500',
  currency: 'USD',
  type: 'individual',
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada@example.com',
  street1: '12 High Street',
  city: 'London',
  country: 'GB',
};

const checked = (cells: Cells) => {
  const row = { row: 2, cells: { ...ROW, ...cells }, original: [], findings: [] };
  return checkRow(row, { merchantCountry: 'US', environment: 'sandbox' });
};

/** The cells with the account number under IBAN, if Payrun reads it as one; the contract refuses it where it is. */
function withIban({ accountNum, ...cells }: Cells): Cells | null {
  const iban = checked({ ...cells, ...(accountNum === undefined ? {} : { accountNum }) }).draft?.recipient.account
    ?.fields.iban;
  return cells.iban === undefined && accountNum !== undefined && iban !== undefined ? { ...cells, iban } : null;
}

/** What `payrun check` refuses of a row, in the contract's words. */
function refusedByCheck(cells: Cells): string[] {
  const { problems } = checked(cells);
  const errors = problems.filter(({ severity }) => severity === 'error');
  return [...new Set(errors.map((found) => `${contractCode(found)} ${FIELDS[found.column!] ?? found.column}`))].sort();
}

describe('the sandbox refuses the same accounts as the rules, in the words of the contract', () => {
  it.each(countries)('%s', (_, country) => {
    const { good, bad } = examplesOf(country);
    for (const cells of [...good, ...bad.map((example) => example.cells)]) {
      const body = bodyOf(cells);
      const answered = refusals(() => readAccountFields(body));
      const moved = withIban(cells);
      if (moved) {
        expect(answered, JSON.stringify(body)).toEqual(['invalid_field accountNum']);
        expect(refusals(() => readAccountFields(bodyOf(moved)))).toEqual([]);
        continue;
      }
      const expected = refusedByCheck(cells);
      // Without an IBAN the contract asks for an account number in every country.
      const all = new Set([...expected, ...(body.iban || body.accountNum ? [] : ['empty_field accountNum'])]);
      expect(answered, JSON.stringify(body)).toEqual([...all].sort());
    }
  });

  it('field by field, with the field of the example', () => {
    let walked = 0;
    for (const [, country] of countries) {
      for (const { cells, column, severity } of examplesOf(country).bad) {
        if (severity !== 'error' || country.receives === 'never') continue;
        const answered = refusals(() => readAccountFields(bodyOf(cells)));
        expect(
          answered.map((error) => error.split(' ')[1]),
          JSON.stringify(cells),
        ).toContain(column);
        walked++;
      }
    }
    expect(walked).toBeGreaterThan(1500);
  });
});

describe('the sandbox refuses the same government IDs as the rules', () => {
  const recipient = (country: string, governmentId: string) => ({
    type: 'individual',
    firstName: 'Ada',
    lastName: 'Lovelace',
    email: 'ada@example.com',
    address: { country },
    governmentId,
  });

  it.each(Object.entries(GOVERNMENT_IDS))('of %s', (country, { kinds, severity }) => {
    for (const { example, bad } of kinds) {
      expect(refusals(() => readRecipientInput(BOOKS, recipient(country, example), null))).toEqual([]);
      for (const wrong of bad) {
        const answered = refusals(() => readRecipientInput(BOOKS, recipient(country, wrong), null));
        expect(answered, wrong).toEqual(severity === 'error' ? ['invalid_field governmentId'] : []);
        const cells = { iban: 'GB29NWBK60161331926819', country, governmentId: wrong };
        expect(refusedByCheck(cells), wrong).toEqual(answered);
      }
    }
  });
});
