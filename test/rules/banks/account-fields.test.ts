import { describe, expect, it } from 'vitest';
import { checkAccountFields, contractCode } from '../../../src/rules/banks/account-fields.ts';
import { checkRecipientFields } from '../../../src/rules/people/recipient-fields.ts';

const CONTEXT = { environment: 'sandbox' } as const;
const GERMAN = {
  type: 'bank-transfer',
  country: 'DE',
  currency: 'EUR',
  accountHolderName: 'Ada',
  iban: 'DE89370400440532013000',
};

const refused = (fields: Record<string, unknown>) =>
  checkAccountFields(fields, CONTEXT)
    .filter(({ severity }) => severity === 'error')
    .map((found) => [contractCode(found), found.column, found.code]);

describe('an account in the shape of the contract', () => {
  it.each([
    [GERMAN],
    [{ ...GERMAN, country: undefined }],
    [
      {
        type: 'bank-transfer',
        country: 'US',
        currency: 'USD',
        accountHolderName: 'Ada',
        branchId: '021000021',
        accountNum: '1',
      },
    ],
    [{ type: 'paypal', emailAddress: 'ada@example.com' }],
  ])('is valid: %j', (fields) => {
    expect(refused(fields)).toEqual([]);
  });

  it.each([
    [{ ...GERMAN, iban: '' }, ['empty_field', 'iban', 'iban_missing']],
    [{ ...GERMAN, iban: 'DE88370400440532013000' }, ['invalid_field', 'iban', 'iban_check_digits']],
    [{ ...GERMAN, accountHolderName: null }, ['empty_field', 'accountHolderName', 'holder_name_missing']],
    [{ ...GERMAN, country: 'XX' }, ['invalid_field', 'country', 'country_unknown']],
    [{ ...GERMAN, currency: 'BGN' }, ['invalid_field', 'currency', 'currency_withdrawn']],
    [{ ...GERMAN, country: undefined, iban: undefined }, ['empty_field', 'country', 'country_missing']],
    [
      { ...GERMAN, iban: undefined, accountNum: GERMAN.iban },
      ['invalid_field', 'accountNum', 'iban_in_account_column'],
    ],
    [{ type: 'paypal' }, ['empty_field', 'emailAddress', 'paypal_email_missing']],
    [{ type: 'paypal', emailAddress: 'ada' }, ['invalid_field', 'emailAddress', 'email_form']],
    [{}, ['empty_field', 'type', 'payout_method_missing']],
    [{ type: 'cash' }, ['invalid_field', 'type', 'payout_method_unknown']],
  ])('%j is refused', (fields, refusal) => {
    expect(refused(fields)).toEqual([refusal]);
  });

  it('treats values that are not text as missing, and does not crash', () => {
    expect(refused({ ...GERMAN, iban: 5 })).toEqual([['empty_field', 'iban', 'iban_missing']]);
    expect(refused({ ...GERMAN, iban: { toString: 1 } })).toEqual([['empty_field', 'iban', 'iban_missing']]);
  });
});

describe('a recipient in the shape of the contract', () => {
  const ADA = { type: 'individual', firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com' };

  it.each([
    [ADA],
    [{ ...ADA, type: 'business', name: 'Engines Ltd' }],
    [{ ...ADA, address: { country: 'AR', street1: 'PO Box 1' } }],
  ])('is valid: %j', (profile) => {
    expect(checkRecipientFields(profile)).toEqual([]);
  });

  it.each([
    [{ ...ADA, email: undefined }, 'email', 'email_missing'],
    [{ ...ADA, firstName: '' }, 'firstName', 'first_name_missing'],
    [{ ...ADA, type: 'business' }, 'name', 'business_name_missing'],
    [{ ...ADA, type: 'robot' }, 'type', 'type_unknown'],
    [{ type: 'individual', email: 'ada@example.com', name: 'Ada Lovelace' }, 'firstName', 'full_name_missing'],
    [{ ...ADA, dob: 'yesterday' }, 'dob', 'dob_form'],
    [{ ...ADA, address: { country: 'Germany' } }, 'country', 'country_by_name'],
  ])('%j is refused', (profile, column, code) => {
    expect(checkRecipientFields(profile)).toMatchObject([{ column, code }]);
  });
});
