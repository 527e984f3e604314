import { describe, expect, it } from 'vitest';
import type { Cells } from '../../../src/model.ts';
import { readBankAccount } from '../../../src/rules/banks/bank-account.ts';

const CONTEXT = { environment: 'sandbox', recipientName: 'Ada Lovelace', addressCountry: '' } as const;
const IBAN = 'DE89370400440532013000';
const output = (accountCountry: string, cells: Cells) =>
  readBankAccount({ accountCountry, ...cells }, CONTEXT).findings.map(({ code, column }) => [code, column].join(' '));

describe('a number in the wrong column', () => {
  it.each<[string, Cells, string[]]>([
    ['DE', { accountNum: IBAN }, ['iban_in_account_column accountNum']],
    ['DE', { swiftBic: IBAN }, ['iban_in_bic_column swiftBic']],
    ['DE', { bankId: IBAN }, ['iban_in_code_column bankId']],
    ['DE', { iban: 'DEUTDEFF', swiftBic: IBAN }, ['iban_bic_swapped iban']],
    ['DE', { iban: 'DEUTDEFF' }, ['bic_in_iban_column iban']],
    ['DE', { iban: '0532013000' }, ['account_in_iban_column iban']],
    ['US', { iban: '123456789' }, ['account_in_iban_column iban']],
    ['US', { iban: 'US12345678901234567' }, ['iban_not_used iban']],
    ['US', { iban: 'CHASUS33' }, ['iban_not_used iban']],
    ['US', { iban: IBAN }, ['iban_country_mismatch iban']],
    ['US', { branchId: '021000021', accountNum: IBAN }, ['iban_in_account_column accountNum']],
    ['US', { branchId: IBAN, accountNum: '123456789' }, ['iban_in_code_column branchId']],
    ['US', { bankId: '021000021', accountNum: '123456789' }, ['branch_in_bank_column bankId']],
    ['US', { branchId: '4000123456789', accountNum: '021000021' }, ['branch_account_swapped branchId']],
    ['US', { branchId: 'CHASUS33', accountNum: '123456789' }, ['bic_in_code_column branchId']],
    ['US', { accountNum: '021000021123456789' }, ['code_joined accountNum']],
    ['US', { branchId: '021000021', accountNum: '021000021123456789' }, ['code_joined accountNum']],
    ['US', { branchId: '021000021 123456789' }, ['code_joined branchId']],
    ['GB', { accountNum: '60-16-13 31926819' }, ['code_joined accountNum']],
    ['GB', { branchId: '60161331926819' }, ['code_joined branchId']],
    ['GB', { branchId: '31926819', accountNum: '601613' }, ['branch_account_swapped branchId']],
    ['AU', { accountNum: '062-000 12345678' }, ['code_joined accountNum']],
    ['IN', { bankId: 'HDFC0000001', accountNum: '50100123456789' }, ['branch_in_bank_column bankId']],
    ['CA', { branchId: '003', bankId: '00012', accountNum: '1234567' }, ['codes_swapped branchId']],
    ['CA', { branchId: '003', accountNum: '1234567' }, ['bank_in_branch_column branchId']],
    ['CA', { bankId: '00012', accountNum: '1234567' }, ['branch_in_bank_column bankId']],
    ['CA', { branchId: '00012-003', accountNum: '1234567' }, ['codes_joined branchId']],
    ['CA', { branchId: '000300012', accountNum: '1234567' }, ['codes_joined branchId']],
    ['CA', { bankId: '00012-003', accountNum: '1234567' }, ['codes_joined bankId']],
    ['CA', { bankId: '000300012', accountNum: '1234567' }, ['codes_joined bankId']],
    ['CA', { accountNum: '00012-003-1234567' }, ['codes_and_account_joined accountNum']],
  ])('%s %j: %j', (country, cells, expected) => {
    expect(output(country, cells)).toEqual(expected);
  });

  it('is not reported if every number fits its own column', () => {
    expect(output('US', { branchId: '021000021', accountNum: '021000021' })).toEqual([]);
    expect(output('CA', { branchId: '00012', bankId: '003', accountNum: '0001200' })).toEqual([]);
  });

  it('does not hide other errors', () => {
    expect(output('CA', { branchId: '003', bankId: '00012', accountNum: '12' })).toEqual([
      'codes_swapped branchId',
      'account_number_form accountNum',
    ]);
  });

  it('that the country does not use is named, and not sent', () => {
    const { fields, findings } = readBankAccount(
      { accountCountry: 'US', branchId: '021000021', bankId: '37040044', accountNum: '1' },
      CONTEXT,
    );
    expect(findings).toMatchObject([{ code: 'code_not_used', column: 'bankId', severity: 'warning' }]);
    expect(fields.bankId).toBeUndefined();
    expect(output('DE', { iban: IBAN, bankId: '37040044' })).toEqual([]);
    expect(output('DE', { iban: IBAN, bankId: '10010010' })).toEqual(['code_not_used bankId']);
  });
});

describe('a number that a spreadsheet has shortened', () => {
  it.each<[string, Cells, string]>([
    ['US', { branchId: '21000021', accountNum: '1' }, 'branch_code_zeros_lost branchId'],
    ['AU', { branchId: '62000', accountNum: '12345678' }, 'branch_code_zeros_lost branchId'],
    ['GB', { branchId: '70093', accountNum: '31926819' }, 'branch_code_zeros_lost branchId'],
    ['GB', { branchId: '601613', accountNum: '1926819' }, 'account_number_zeros_lost accountNum'],
    ['GB', { branchId: '601613', accountNum: '926819' }, 'account_number_zeros_lost accountNum'],
    ['CA', { branchId: '00012', bankId: '3', accountNum: '1234567' }, 'bank_code_zeros_lost bankId'],
    ['MX', { accountNum: '32180000118359719' }, 'account_number_zeros_lost accountNum'],
    ['AR', { accountNum: '170099220000067797370' }, 'account_number_zeros_lost accountNum'],
    ['AR', { accountNum: '70999020000065706080' }, 'account_number_zeros_lost accountNum'],
    // A zero in front does not make these right.
    ['US', { branchId: '21000022', accountNum: '1' }, 'branch_code_form branchId'],
    ['MX', { accountNum: '32180000118359718' }, 'account_number_form accountNum'],
    ['GB', { branchId: '601613', accountNum: '26819' }, 'account_number_form accountNum'],
  ])('%s %j: %s', (country, cells, expected) => {
    expect(output(country, cells)).toEqual([expected]);
  });

  it('is reported with its probable value, without being shown', () => {
    const { findings } = readBankAccount({ accountCountry: 'US', branchId: '21000021', accountNum: '1' }, CONTEXT);
    expect(findings[0]!.message).toMatch(
      /^The routing number has 8 .*9.* A spreadsheet probably dropped the leading 0\./,
    );
  });
});

describe('digits of another script', () => {
  it.each<[string, Cells, string]>([
    ['DE', { iban: 'ＤＥ８９ ３７０４ ００４４ ０５３２ ０１３０ ００' }, IBAN],
    ['DE', { iban: 'DE٨٩٣٧٠٤٠٠٤٤٠٥٣٢٠١٣٠٠٠' }, IBAN],
    ['DE', { iban: 'DE۸۹۳۷۰۴۰۰۴۴۰۵۳۲۰۱۳۰۰۰' }, IBAN],
  ])('%s %j are read, with a warning', (country, cells, iban) => {
    const { fields, findings } = readBankAccount({ accountCountry: country, ...cells }, CONTEXT);
    expect(fields.iban).toBe(iban);
    expect(findings).toMatchObject([{ code: 'digits_converted', column: 'iban', severity: 'warning' }]);
  });

  it('are checked like any others', () => {
    expect(output('US', { branchId: '٠٢١٠٠٠٠٢٢', accountNum: '1' })).toEqual([
      'digits_converted branchId',
      'branch_code_check_digits branchId',
    ]);
  });
});
