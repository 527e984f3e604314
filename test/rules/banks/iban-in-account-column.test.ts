import { describe, expect, it } from 'vitest';
import type { Cells } from '../../../src/model.ts';
import { readAccountOfSheet } from '../../../src/rules/banks/bank-account.ts';
import { COUNTRIES, IBAN_SHAPES } from '../../../src/rules/countries/countries.ts';

const read = (cells: Cells, addressCountry = '') =>
  readAccountOfSheet(cells, { environment: 'sandbox', recipientName: 'Ada Lovelace', addressCountry });
/** Errors about the number, not about a BIC or an address of the bank that is missing. */
const errorsOf = (cells: Cells, addressCountry?: string) =>
  read(cells, addressCountry).findings.flatMap(({ severity, column, code }) =>
    severity === 'error' && ['iban', 'accountNum', 'branchId', 'bankId'].includes(column ?? '')
      ? [`${code} ${column}`]
      : [],
  );

const WITH_IBAN = Object.values(COUNTRIES).filter(
  (country) =>
    country.receives !== 'never' &&
    (country.iban === 'required' || country.iban === 'optional') &&
    IBAN_SHAPES[country.ibanCode ?? country.code],
);
const exampleOf = (country: string, ibanCode: string | null) =>
  IBAN_SHAPES[ibanCode ?? country]!.example.replaceAll(' ', '');

describe('a column of account numbers with IBANs in some rows', () => {
  it('has countries to try', () => expect(WITH_IBAN.length).toBeGreaterThan(70));

  it.each(WITH_IBAN.map(({ code, ibanCode }) => [code, exampleOf(code, ibanCode)] as const))(
    'is the IBAN of an account in %s, the same as in its own column',
    (code, iban) => {
      for (const [cells, address] of [
        [{ accountCountry: code }, ''],
        [{}, code],
      ] as const) {
        const there = read({ ...cells, accountNum: iban }, address);
        const own = read({ ...cells, iban }, address);
        expect(there.fields).toEqual(own.fields);
        expect(there.fields.iban).toBe(iban);
        expect(errorsOf({ ...cells, accountNum: iban }, address)).toEqual([]);
      }
    },
  );

  it.each(WITH_IBAN.map(({ code, ibanCode }) => [code, exampleOf(code, ibanCode)] as const))(
    'asks about an IBAN with a wrong digit of an account in %s',
    (code, iban) => {
      const wrong = `${iban.slice(0, 2)}${String((Number(iban.slice(2, 4)) % 96) + 2).padStart(2, '0')}${iban.slice(4)}`;
      expect(read({ accountCountry: code, accountNum: wrong }).fields.iban).toBeUndefined();
      expect(errorsOf({ accountCountry: code, accountNum: wrong })).not.toEqual([]);
    },
  );

  const GERMAN = 'DE89370400440532013000';
  const BRITISH = 'GB29NWBK60161331926819';
  it.each<[what: string, cells: Cells, address: string, errors: readonly string[]]>([
    [
      'of another country than the account',
      { accountCountry: 'FR', accountNum: GERMAN },
      '',
      ['iban_in_account_column accountNum'],
    ],
    ['of another country than the recipient', { accountNum: GERMAN }, 'FR', ['iban_in_account_column accountNum']],
    [
      'in a country without IBANs',
      { accountCountry: 'US', accountNum: GERMAN },
      '',
      ['iban_in_account_column accountNum', 'branch_code_missing branchId'],
    ],
    [
      'beside a routing number',
      { accountCountry: 'US', branchId: '021000021', accountNum: GERMAN },
      '',
      ['iban_in_account_column accountNum'],
    ],
    [
      'beside a sort code',
      { accountCountry: 'GB', branchId: '601613', accountNum: BRITISH },
      '',
      ['iban_in_account_column accountNum'],
    ],
    ['beside another IBAN', { accountCountry: 'DE', iban: 'DE02120300000000202051', accountNum: GERMAN }, '', []],
  ])('asks about an IBAN %s', (_, cells, address, errors) => {
    expect(errorsOf(cells, address)).toEqual(errors);
    expect(read(cells, address).fields.iban).not.toBe(GERMAN);
  });

  it.each<[country: string, cells: Cells, fields: Readonly<Record<string, string>>]>([
    ['US', { branchId: '021000021', accountNum: '123456789' }, { branchId: '021000021', accountNum: '123456789' }],
    ['GB', { branchId: '601613', accountNum: '31926819' }, { branchId: '601613', accountNum: '31926819' }],
    ['AU', { branchId: '062000', accountNum: '12345678' }, { branchId: '062000', accountNum: '12345678' }],
  ])('leaves an account number of %s as it is', (accountCountry, cells, fields) => {
    expect(read({ accountCountry, ...cells }).fields).toMatchObject(fields);
    expect(read({ accountCountry, ...cells }).fields.iban).toBeUndefined();
  });

  it.each([
    ['an account number without an IBAN', '0532013000', 'bban_iban_missing iban'],
    ['an IBAN with a wrong digit', 'DE89370400440532013001', 'iban_check_digits accountNum'],
    ['an IBAN with spaces and a wrong digit', 'DE89 3704 0044 0532 0130 01', 'iban_check_digits accountNum'],
    ['an IBAN with a missing digit', 'DE8937040044053201300', 'iban_length accountNum'],
  ])('says of %s in Germany what is wrong with it', (_, accountNum, error) =>
    expect(errorsOf({ accountCountry: 'DE', accountNum })).toEqual([error]),
  );
});
