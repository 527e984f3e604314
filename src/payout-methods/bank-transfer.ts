import { mask } from '../mask-bank-details.ts';
import type { Cells } from '../model.ts';
import { readAccountOfSheet } from '../rules/banks/bank-account.ts';
import { isRefused } from '../rules/finding.ts';
import type { PayoutMethod } from './payout-method.ts';

/** A bank transfer: an IBAN if the country uses it, else the country's own account number and codes. */
export const bankTransfer: PayoutMethod = {
  slug: 'bank-transfer',
  columns: [
    'accountHolderName',
    'accountCountry',
    'accountCurrency',
    'accountNum',
    'iban',
    'swiftBic',
    'branchId',
    'bankId',
    'bankAddress',
    'bankCity',
    'bankRegion',
  ],
  chosenBy: ['iban', 'accountNum', 'branchId', 'bankId', 'swiftBic'],
  setUpByRecipient: null,
  needsAddress: true,
  read(cells, context) {
    const { fields, findings } = readAccountOfSheet(cells, context);
    return { account: isRefused(findings) ? null : { method: 'bank-transfer', fields }, findings };
  },
  payload: (account) => ({ type: 'bank-transfer', ...account.fields }),
  hint: ({ fields }) => (fields.iban ? `IBAN ${mask(fields.iban)}` : `account ${mask(fields.accountNum ?? '')}`),
  examples: {
    good: [
      { iban: 'DE89 3704 0044 0532 0130 00' },
      { accountCountry: 'US', branchId: '021000021', accountNum: '123456789' },
      { accountCountry: 'GB', branchId: '60-16-13', accountNum: '31926819' },
    ] satisfies Cells[],
    bad: [
      [{ iban: 'DE88370400440532013000' }, 'iban_check_digits'],
      [{ accountCountry: 'US', branchId: '021000022', accountNum: '123456789' }, 'branch_code_check_digits'],
    ],
  },
};
