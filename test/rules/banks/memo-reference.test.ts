import { describe, expect, it } from 'vitest';
import { checkRow } from '../../../src/intake/check-row.ts';
import type { Cells } from '../../../src/model.ts';

const CONTEXT = { merchantCountry: 'CH', environment: 'production', today: '2026-11-28' } as const;
const BUSINESS: Cells = {
  amount: '199.95',
  currency: 'CHF',
  type: 'business',
  name: 'Muster AG',
  email: 'q1@example.com',
  street1: 'Bahnhofstr. 1',
  city: 'Zürich',
  postalCode: '8001',
  country: 'CH',
};
const QR = 'CH44 3199 9123 0008 8901 2';
const NORMAL = 'CH93 0076 2011 6238 5295 7';
const REFERENCE = '21 00000 00003 13947 14300 09017';
const WRONG = '21 00000 00003 13947 14300 09018';

const CASES: readonly (readonly [name: string, cells: Cells, codes: readonly string[]])[] = [
  ['a QR-IBAN with its reference', { iban: QR, memo: REFERENCE }, []],
  ['a QR-IBAN with its reference without spaces', { iban: QR, memo: REFERENCE.replaceAll(' ', '') }, []],
  ['a QR-IBAN with its reference behind a text', { iban: QR, memo: `Invoice 12, ${REFERENCE}` }, []],
  ['a QR-IBAN in euros', { iban: QR, memo: REFERENCE, currency: 'EUR' }, []],
  [
    'a QR-IBAN of Liechtenstein',
    { iban: 'LI8530000000123456789', country: 'LI', postalCode: '9490', memo: REFERENCE },
    [],
  ],
  ['a QR-IBAN of the last IID', { iban: QR, memo: 'Invoice 12' }, ['memo qr_reference_missing']],
  ['a QR-IBAN without memo', { iban: QR }, ['memo qr_reference_missing']],
  ['a QR-IBAN with only zeros', { iban: QR, memo: '00 00000 00000 00000 00000 00000' }, ['memo qr_reference_missing']],
  ['a QR-IBAN with 26 digits', { iban: QR, memo: REFERENCE.slice(1) }, ['memo qr_reference_missing']],
  ['a QR-IBAN with 28 digits', { iban: QR, memo: `1${REFERENCE}` }, ['memo qr_reference_missing']],
  ['a QR-IBAN with an RF reference', { iban: QR, memo: 'RF18 5390 0754 7034' }, ['memo qr_reference_missing']],
  ['a QR-IBAN in dollars', { iban: QR, memo: REFERENCE, currency: 'USD' }, ['iban qr_iban_currency']],
  [
    'a QR-IBAN that gets francs for dollars',
    { iban: QR, memo: REFERENCE, currency: 'USD', accountCurrency: 'CHF' },
    [],
  ],
  ['a QR reference with a wrong check digit', { iban: QR, memo: WRONG }, ['memo memo_reference_check_digits']],
  ['the same for a normal IBAN', { iban: NORMAL, memo: WRONG }, ['memo memo_reference_check_digits']],
  ['a normal IBAN without a reference', { iban: NORMAL, memo: 'Invoice 12' }, []],
  ['an RF reference', { iban: NORMAL, memo: 'RF18 5390 0754 7034' }, []],
  ['an RF reference in a text', { iban: NORMAL, memo: 'Invoice RF18539007547034.' }, []],
  [
    'an RF reference with wrong check digits',
    { iban: NORMAL, memo: 'RF19 5390 0754 7034' },
    ['memo memo_reference_check_digits'],
  ],
  ['a number that only begins with RF', { iban: NORMAL, memo: 'RF20-12 antenna' }, []],
];

describe('a reference in the memo', () => {
  it.each(CASES)('%s', (_, cells, codes) => {
    const { problems } = checkRow({ row: 2, cells: { ...BUSINESS, ...cells }, original: [], findings: [] }, CONTEXT);
    expect(problems.map(({ column, code }) => `${column} ${code}`)).toEqual(codes);
  });
});
