import { describe, expect, it } from 'vitest';
import type { AccountDraft, AccountMask } from '../../src/model.ts';
import { compareAccount, describeDifferences } from '../../src/payout-methods/compare-account.ts';

const bank = (fields: Record<string, string>): AccountDraft => ({ method: 'bank-transfer', fields });
const IBAN = bank({
  country: 'DE',
  currency: 'EUR',
  accountHolderName: 'Zoë Müller',
  iban: 'DE89370400440532013000',
  swiftBic: 'COBADEFF',
});
const NUMBER = bank({
  country: 'GB',
  currency: 'GBP',
  accountHolderName: 'Ann Lee',
  branchId: '601613',
  bankId: '003',
  accountNum: '31926819',
});
const PAYPAL: AccountDraft = { method: 'paypal', fields: { emailAddress: 'ann@example.com' } };

/** What the service shows of the three when no one has changed anything. */
const SHOWN_IBAN = {
  id: 'A-1',
  type: 'bank-transfer',
  country: 'DE',
  currency: 'EUR',
  accountHolderName: 'Zoë Müller',
  iban: `${'*'.repeat(20)}00`,
  accountNum: null,
  swiftBic: 'COBADEFFXXX',
  bankName: 'Commerzbank',
};
const SHOWN_NUMBER = {
  id: 'A-2',
  type: 'bank-transfer',
  country: 'GB',
  currency: 'GBP',
  accountHolderName: 'Ann Lee',
  iban: null,
  branchId: '60-16-13',
  bankId: '003',
  accountNum: '******19',
};
const SHOWN_PAYPAL = { id: 'A-3', type: 'paypal', emailAddress: 'Ann@Example.com' };

type Case = readonly [name: string, named: AccountDraft, shown: unknown];

const AGREES: readonly Case[] = [
  ['as it was sent, masked', IBAN, SHOWN_IBAN],
  ['a national number', NUMBER, SHOWN_NUMBER],
  ['PayPal, in other letters', PAYPAL, SHOWN_PAYPAL],
  ['PayPal, masked', PAYPAL, { ...SHOWN_PAYPAL, emailAddress: '*************om' }],
  ['the IBAN in full, with spaces', IBAN, { ...SHOWN_IBAN, iban: 'de89 3704 0044 0532 0130 00' }],
  ['more digits than the last two', IBAN, { ...SHOWN_IBAN, iban: `DE89${'*'.repeat(14)}3000` }],
  ['the holder without accents and in capitals', IBAN, { ...SHOWN_IBAN, accountHolderName: 'ZOE MULLER' }],
  ['the holder as it is written without umlauts', IBAN, { ...SHOWN_IBAN, accountHolderName: 'Zoe Mueller' }],
  ['the BIC of a branch beside that of the bank', IBAN, { ...SHOWN_IBAN, swiftBic: 'COBADEFF370' }],
  ['an account number that was derived from the IBAN', IBAN, { ...SHOWN_IBAN, accountNum: '********00' }],
  ['fields that are not shown', IBAN, { id: 'A-1', iban: SHOWN_IBAN.iban }],
  ['fields that are shown as empty', IBAN, { ...SHOWN_IBAN, swiftBic: '', accountHolderName: null }],
  [
    'the country of the IBAN',
    bank({ ...IBAN.fields, country: 'RE', iban: 'FR7630006000011234567890189' }),
    {
      ...SHOWN_IBAN,
      country: 'FR',
      iban: `${'*'.repeat(25)}89`,
    },
  ],
  [
    'a number that was sent with hyphens',
    bank({ ...NUMBER.fields, accountNum: '01-0902-0068389-00' }),
    {
      ...SHOWN_NUMBER,
      accountNum: '*************00',
    },
  ],
];

const DIFFERS: readonly (readonly [...Case, words: string])[] = [
  [
    'the payout method',
    IBAN,
    SHOWN_PAYPAL,
    'the payout method (paypal instead of bank-transfer) and the kind of account (PayPal)',
  ],
  ['the country', IBAN, { ...SHOWN_IBAN, country: 'FR' }, 'the country of the account (FR instead of DE)'],
  ['the currency', IBAN, { ...SHOWN_IBAN, currency: 'USD' }, 'the currency of the account (USD instead of EUR)'],
  ['the holder', IBAN, { ...SHOWN_IBAN, accountHolderName: 'Eve Fox' }, 'the account holder'],
  [
    'the last digits of the IBAN',
    IBAN,
    { ...SHOWN_IBAN, iban: `${'*'.repeat(20)}29` },
    'the IBAN (•••• 29 instead of •••• 3000)',
  ],
  [
    'a digit before the last ones',
    IBAN,
    { ...SHOWN_IBAN, iban: `DE88${'*'.repeat(16)}00` },
    'the IBAN (with a different length or different digits)',
  ],
  ['the bank of the IBAN', IBAN, { ...SHOWN_IBAN, swiftBic: 'DEUTDEFF' }, 'the BIC'],
  [
    'another branch',
    bank({ ...IBAN.fields, swiftBic: 'COBADEFF360' }),
    { ...SHOWN_IBAN, swiftBic: 'COBADEFF370' },
    'the BIC',
  ],
  ['the branch', NUMBER, { ...SHOWN_NUMBER, branchId: '601614' }, 'the branch code (•••• 14 instead of •••• 13)'],
  ['the bank', NUMBER, { ...SHOWN_NUMBER, bankId: '004' }, 'the bank code (•••• 04 instead of •••• 03)'],
  [
    'a number where an IBAN was named',
    IBAN,
    { ...SHOWN_IBAN, iban: null, accountNum: '******00' },
    'the kind of number (an account number instead of an IBAN)',
  ],
  [
    'an IBAN where a number was named',
    NUMBER,
    { ...SHOWN_NUMBER, iban: '****************19' },
    'the kind of number (an IBAN instead of an account number)',
  ],
  ['the PayPal account', PAYPAL, { ...SHOWN_PAYPAL, emailAddress: 'eve@example.com' }, 'the PayPal account'],
  [
    'a hyphen of the PayPal account',
    { ...PAYPAL, fields: { emailAddress: 'ann-lee@example.com' } },
    { ...SHOWN_PAYPAL, emailAddress: 'annlee@example.com' },
    'the PayPal account',
  ],
  [
    'several things at once',
    NUMBER,
    { ...SHOWN_NUMBER, country: 'IE', accountHolderName: 'Eve', branchId: '601614' },
    'the country of the account (IE instead of GB), the account holder, and the branch code (•••• 14 instead of •••• 13)',
  ],
];

/** Clear characters that agree, behind a mask of another form than that of the contract. */
const MASKED_OTHERWISE: readonly (readonly [...Case, mask: AccountMask])[] = [
  ['fewer stars', IBAN, { ...SHOWN_IBAN, iban: '***00' }, { start: 0, end: 2, character: '*' }],
  ['more stars', NUMBER, { ...SHOWN_NUMBER, accountNum: '**********19' }, { start: 0, end: 2, character: '*' }],
  ['more clear characters', IBAN, { ...SHOWN_IBAN, iban: '***3000' }, { start: 0, end: 4, character: '*' }],
  ['clear characters at both ends', IBAN, { ...SHOWN_IBAN, iban: 'DE89…3000' }, { start: 4, end: 4, character: '…' }],
  ['another character', NUMBER, { ...SHOWN_NUMBER, accountNum: '••••••19' }, { start: 0, end: 2, character: '•' }],
  ['letters, in groups', NUMBER, { ...SHOWN_NUMBER, accountNum: 'XXXX-6819' }, { start: 0, end: 4, character: 'x' }],
  ['one clear character', IBAN, { ...SHOWN_IBAN, iban: `${'*'.repeat(21)}0` }, { start: 0, end: 1, character: '*' }],
  [
    'the local part of an e-mail address',
    PAYPAL,
    { ...SHOWN_PAYPAL, emailAddress: 'a***@example.com' },
    { start: 1, end: 0, character: '*' },
  ],
];

/** Clear characters that contradict are another account, whatever the mask. */
const CONTRADICTS: readonly Case[] = [
  ['fewer stars', IBAN, { ...SHOWN_IBAN, iban: '***01' }],
  ['more clear characters', IBAN, { ...SHOWN_IBAN, iban: '***4000' }],
  ['clear characters at both ends', IBAN, { ...SHOWN_IBAN, iban: 'DE88…3000' }],
  ['another character', NUMBER, { ...SHOWN_NUMBER, accountNum: '••••••18' }],
  ['letters', NUMBER, { ...SHOWN_NUMBER, accountNum: 'XXXX6818' }],
  ['one clear character', IBAN, { ...SHOWN_IBAN, iban: `${'*'.repeat(21)}1` }],
  ['more clear characters than the number has', NUMBER, { ...SHOWN_NUMBER, accountNum: '**0031926819' }],
  ['a number without a mask', NUMBER, { ...SHOWN_NUMBER, accountNum: '6819' }],
  ['another e-mail address', PAYPAL, { ...SHOWN_PAYPAL, emailAddress: 'e***@example.com' }],
  ['an e-mail address with the letters of a mask', PAYPAL, { ...SHOWN_PAYPAL, emailAddress: 'axxx@example.com' }],
  ['another field', IBAN, { ...SHOWN_IBAN, iban: '***00', currency: 'USD' }],
];

const NOT_SHOWN: readonly Case[] = [
  ['no account', IBAN, null],
  ['an id alone', IBAN, { id: 'A-1' }],
  ['all but the number', NUMBER, { ...SHOWN_NUMBER, accountNum: null }],
  ['stars alone', NUMBER, { ...SHOWN_NUMBER, accountNum: '********' }],
  ['another number of stars alone', NUMBER, { ...SHOWN_NUMBER, accountNum: '***' }],
];

describe('the account that a row names and the one that the service shows', () => {
  it.each(AGREES)('agree: %s', (_, named, shown) => {
    expect(compareAccount(named, shown)).toEqual({ verdict: 'agrees', differences: [], mask: null });
  });
  it.each(DIFFERS)('differ: %s', (_, named, shown, words) => {
    const compared = compareAccount(named, shown);
    expect([compared.verdict, describeDifferences(compared)]).toEqual(['differs', words]);
  });
  it.each(MASKED_OTHERWISE)('agree behind a mask of another form: %s', (_, named, shown, mask) => {
    expect(compareAccount(named, shown)).toEqual({ verdict: 'agrees', differences: [], mask });
  });
  it.each(CONTRADICTS)('differ behind a mask of another form: %s', (_, named, shown) => {
    expect(compareAccount(named, shown)).toMatchObject({ verdict: 'differs', mask: null });
  });
  it.each(NOT_SHOWN)('are not certain to agree: %s', (_, named, shown) => {
    expect(compareAccount(named, shown)).toEqual({ verdict: 'not_shown', differences: [], mask: null });
  });
  it('never appear with more than the last four digits, a name or an address', () => {
    const output = DIFFERS.map(([, named, shown]) => describeDifferences(compareAccount(named, shown))).join();
    for (const secret of ['Müller', 'Eve', 'example.com', '601614', '31926819', '13000', 'COBA', 'DEUT'])
      expect(output).not.toContain(secret);
  });
});
