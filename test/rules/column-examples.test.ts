import { expect, it } from 'vitest';
import { checkRow } from '../../src/intake/check-row.ts';
import type { Cells } from '../../src/model.ts';
import { COLUMNS } from '../../src/sheets/headers/columns.ts';

const CONTEXT = { merchantCountry: 'US', environment: 'production', today: '2026-11-28' } as const;
const EXAMPLES: Cells = Object.fromEntries(COLUMNS.map(({ name, example }) => [name, example]));
const examplesOf = (...names: string[]): Cells => Object.fromEntries(names.map((name) => [name, EXAMPLES[name]!]));
const PAYMENT = examplesOf('merchant', 'paymentReference', 'amount', 'currency', 'memo', 'category', 'tags', 'payOn');
const PERSON = examplesOf(
  'referenceId',
  'type',
  'firstName',
  'lastName',
  'email',
  'dob',
  'language',
  'accountHolderName',
);
const ADDRESS = examplesOf('street1', 'street2', 'city', 'postalCode', 'country', 'phone');
const BUSINESS = { ...examplesOf('name', 'email'), type: 'business' };

/** Rows of examples; every column is in one of them. */
const ROWS: Readonly<Record<string, Cells>> = {
  'a British account': { ...PAYMENT, ...PERSON, ...ADDRESS, ...examplesOf('branchId'), accountNum: '31926819' },
  'a Mexican account': {
    ...{ ...PAYMENT, ...PERSON, ...ADDRESS, country: 'MX', postalCode: '01000' },
    ...examplesOf('payoutMethod', 'accountCountry', 'accountCurrency', 'accountNum'),
  },
  'a German IBAN': {
    ...PAYMENT,
    ...BUSINESS,
    street1: 'Weg 1',
    city: 'Berlin',
    country: 'DE',
    ...examplesOf('iban', 'swiftBic'),
  },
  'an amount that arrives': {
    ...{
      currency: 'EUR',
      ...BUSINESS,
      street1: 'Weg 1',
      city: 'Tokyo',
      country: 'JP',
      accountCountry: 'DE',
      accountCurrency: 'JPY',
    },
    ...examplesOf('targetAmount', 'targetCurrency', 'iban'),
  },
  'a side of the amount': {
    ...PAYMENT,
    ...PERSON,
    country: 'GB',
    targetCurrency: 'EUR',
    ...examplesOf('amountCurrency', 'paypalEmail'),
  },
  'a Canadian account': {
    ...{
      ...PAYMENT,
      ...BUSINESS,
      street1: '1 Main St',
      city: 'Toronto',
      region: 'ON',
      country: 'CA',
      branchId: '12345',
      accountNum: '1234567',
    },
    ...examplesOf('bankId'),
  },
  'an Argentine ID': {
    ...PAYMENT,
    ...BUSINESS,
    street1: 'Calle 1',
    city: 'Rosario',
    country: 'AR',
    accountNum: '2850590940090418135201',
    ...examplesOf('governmentId'),
  },
  'an American region': {
    ...PAYMENT,
    ...BUSINESS,
    street1: '1 Main St',
    city: 'Oakland',
    country: 'US',
    branchId: '021000021',
    accountNum: '4815162342',
    ...examplesOf('region'),
  },
  'a bank of Bangladesh': {
    ...{
      ...PAYMENT,
      ...BUSINESS,
      street1: 'Road 1',
      city: 'Dhaka',
      country: 'BD',
      swiftBic: 'DBBLBDDH',
      accountNum: '1234567890123',
      branchId: '090261234',
    },
    ...examplesOf('bankAddress', 'bankCity', 'bankRegion'),
  },
  'a mailed check': {
    ...{ ...PAYMENT, ...PERSON, country: 'US' },
    ...Object.fromEntries(
      COLUMNS.filter(({ name }) => name.startsWith('mailing')).map(({ name, example }) => [name, example]),
    ),
    payoutMethod: 'check',
  },
};

it.each(Object.entries(ROWS))('the examples of the columns are valid: %s', (_, cells) => {
  const { problems } = checkRow({ row: 2, cells, original: [], findings: [] }, CONTEXT);
  const wrong = problems.filter(
    ({ column, code }) =>
      column !== null && cells[column] === EXAMPLES[column] && !/_(?:missing|not_payable)$/.test(code),
  );
  expect(wrong).toEqual([]);
});

it('every column is in a row', () => {
  const covered = new Set(
    Object.values(ROWS).flatMap((cells) => Object.keys(cells).filter((name) => cells[name] === EXAMPLES[name])),
  );
  expect(COLUMNS.map(({ name }) => name).filter((name) => !covered.has(name))).toEqual([]);
});
