import { describe, expect, it } from 'vitest';
import type { Finding } from '../../src/model.ts';
import { readBankAccount } from '../../src/rules/banks/bank-account.ts';
import { withCodes } from '../../src/rules/cell-words.ts';
import { readRegion } from '../../src/rules/countries/region.ts';
import { readPhone } from '../../src/rules/people/contact.ts';
import { checkGovernmentId } from '../../src/rules/people/government-id.ts';
import { readAmountText } from '../../src/sheets/cells/amount-text.ts';

const BANK = { environment: 'production', recipientName: 'Muster', addressCountry: null } as const;
const codesOf = (cells: Readonly<Record<string, string>>) =>
  readBankAccount(cells, BANK).findings.map(({ code }) => code);

describe('an ID whose check digits its state gave up', () => {
  it.each([
    ['MX', 'XAXX010101000'],
    ['MX', 'XEXX010101000'],
    ['KR', '201013-3123456'],
    ['KR', '971013-9019875'],
    ['EC', '1793189549001'],
    ['EC', '1768152560001'],
  ])('of %s is accepted: %s', (country, id) => {
    const found: Finding[] = [];
    checkGovernmentId(id, [country], true, found);
    expect(found).toEqual([]);
  });

  it.each([
    ['MX', 'GODE561331GR8'],
    ['KR', '971313-9019875'],
    ['EC', '1710034066001'],
  ])('of %s is still doubted if it is wrong: %s', (country, id) => {
    const found: Finding[] = [];
    checkGovernmentId(id, [country], true, found);
    expect(found).toHaveLength(1);
  });
});

it.each([
  ['GB29NWBK60161331926819', 'RBOSGGSX', []],
  ['GB29NWBK60161331926819', 'RBOSJESH', []],
  ['GB29NWBK60161331926819', 'RBOSIMDX', []],
  ['FR1420041010050500013M02606', 'BFCOYTYT', []],
  ['FR1420041010050500013M02606', 'BNPARERX', []],
  ['FR1420041010050500013M02606', 'SOGEPFTP', []],
  ['FR1420041010050500013M02606', 'COBADEFF', ['bic_country_differs']],
])('the IBAN %s and the BIC %s: %j', (iban, swiftBic, codes) => expect(codesOf({ iban, swiftBic })).toEqual(codes));

it.each([
  ['SE', '5805-6201', 'giro_iban_missing'],
  ['SE', '900-8004', 'giro_iban_missing'],
  ['SE', 'BG 5805-6201', 'giro_iban_missing'],
  ['SE', '28 65 43-4', 'giro_iban_missing'],
  ['EE', '5805-6201', 'giro_iban_missing'],
  ['NO', '900-8004', 'giro_iban_missing'],
  ['FI', '123456-6', 'giro_iban_missing'],
  ['DE', 'Bankgiro 5805-6201', 'giro_iban_missing'],
  ['DE', '5805-6201', 'bban_iban_missing'],
  ['EE', '10220005097010', 'bban_iban_missing'],
  ['FI', '123456-785', 'bban_iban_missing'],
  ['SE', '5000 0058398257466', 'bban_iban_missing'],
  ['NO', '8601 11 17947', 'bban_iban_missing'],
  ['DE', '532013000', 'bban_iban_missing'],
  ['DK', '0040 0440116243', 'bban_iban_missing'],
])('in %s, %s is no IBAN: %s', (accountCountry, accountNum, code) =>
  expect(codesOf({ accountCountry, accountNum, swiftBic: `ABCD${accountCountry}22` })).toContain(code),
);

it.each(['BG 5805-6201', 'Bankgiro 900-8004', 'pg 28 65 43-4', '5805-6201', '900-8004'])(
  'in Sweden, %s in the column of IBANs is a giro number',
  (iban) => expect(codesOf({ accountCountry: 'SE', iban })).toContain('giro_iban_missing'),
);

it.each([
  ['12.-', '12.00'],
  ['12.—', '12.00'],
  ['12.--', '12.00'],
  ['12:-', '12'],
  ['1 200:-', '1200'],
  ['12,-', '12.00'],
  ["1'200.-", '1200.00'],
  ['CHF 12.–', '12.00'],
  ['1.200,-', '1200.00'],
  ['$(20.00)', '-20.00'],
  ['(20.00) EUR', '-20.00'],
  ['EUR (20.00)', '-20.00'],
  ['(€20.00)', '-20.00'],
  ['(20.00)', '-20.00'],
])('the amount %s is %s', (text, plain) => expect(readAmountText(text)).toMatchObject({ kind: 'clear', plain }));

it.each(['AA', 'AE', 'AP', 'Armed Forces Pacific'])('the region %s is American', (text) =>
  expect(readRegion(text, 'US').known).toBe(true),
);

it.each([
  '+52 1 55 1234 5678',
  '+5215512345678',
  '0052 1 55 1234 5678',
  '52 1 55 1234 5678',
  '5215512345678',
  '+52 55 1234 5678',
])('the phone %s is Mexican', (text) => expect(readPhone(text, 'MX')).toBe('+525512345678'));

it.each([
  'e2@example.com\u200b',
  '\u2060e2@example.com',
  'e2@example.com\u00ad',
  'e2@example.com\u200d ',
  'e2@example.com\ufeff',
])('an invisible character around %j is removed with a warning', (email) => {
  const found: Finding[] = [];
  expect(withCodes({ email }, found).email).toBe('e2@example.com');
  expect(found.map(({ code, severity }) => `${code} ${severity}`)).toEqual(['unseen_removed warning']);
});
