import { describe, expect, test } from 'vitest';
import { COUNTRIES } from '../../../src/rules/countries/countries.ts';
import { divide, getPrice, multiply } from '../../../src/sandbox/payments/pricing.ts';
import { exchangeRate, hasRate } from '../../../src/sandbox/payments/rates.ts';

describe('arithmetic on recordings', () => {
  test.each([
    [1000n - 400n, '1.01015', 606n],
    [1000n - 200n, '0.89607', 717n],
  ])('%i x %s is %i', (minor, rate, target) => {
    expect(multiply(minor, 'USD', 'EUR', rate)).toBe(target);
  });

  test.each([
    [1000n, '1.01015', 990n],
    [1000n, '0.89607', 1116n],
  ])('%i / %s is %i', (minor, rate, source) => {
    expect(divide(minor, 'EUR', 'USD', rate)).toBe(source);
  });

  test('1,500 yen at 149.25 are 10.05 dollars', () => {
    expect(divide(1500n, 'JPY', 'USD', '149.25000')).toBe(1005n);
  });
});

test.each([
  ['half a cent goes up', 1n, '0.50000', 'EUR', 1n],
  ['less than half goes down', 1n, '0.49999', 'EUR', 0n],
  ['yen have no cents', 1000n, '149.25000', 'JPY', 1493n],
  ['dinars go over the wire with two decimals', 1001n, '0.30700', 'KWD', 3070n],
])('%s', (_, minor, rate, to, expected) => {
  expect(multiply(minor, 'USD', to, rate)).toBe(expected);
});

test('rates have five decimals, and a currency to itself is 1', () => {
  expect(exchangeRate('USD', 'EUR')).toBe('0.89607');
  expect(exchangeRate('USD', 'CHF')).toBe('1.01015');
  expect(exchangeRate('EUR', 'EUR')).toBe('1.00000');
  expect(exchangeRate('EUR', 'USD')).toBe('1.11598');
  expect(exchangeRate('VND', 'KWD')).toBe('0.00001');
});

const QUESTION = { sourceCurrency: 'USD', targetCurrency: 'EUR', route: 'sepa', coverFees: false } as const;

test('with a fixed source the recipient bears the fee', () => {
  expect(getPrice({ ...QUESTION, fixed: 'source', minor: 1000n })).toEqual({
    source: 1000n,
    target: 829n,
    rate: '0.89607',
    recipientFees: 75n,
    merchantFees: 0n,
    coverFees: false,
  });
});

test('a covered fee moves to the merchant', () => {
  const price = getPrice({ ...QUESTION, fixed: 'source', minor: 1000n, coverFees: true });
  expect(price).toMatchObject({ source: 1000n, target: 896n, recipientFees: 0n, merchantFees: 75n });
});

test('with a fixed target the merchant bears the fee, and coverFees becomes true', () => {
  const price = getPrice({ ...QUESTION, fixed: 'target', minor: 1000n });
  expect(price).toMatchObject({ source: 1116n, target: 1000n, recipientFees: 0n, merchantFees: 75n, coverFees: true });
});

test('a fee is never more than the amount', () => {
  expect(getPrice({ ...QUESTION, fixed: 'source', minor: 50n })).toMatchObject({ recipientFees: 50n, target: 0n });
});

test('there is a rate for the currency of every country', () => {
  const currencies = new Set(Object.values(COUNTRIES).map(({ currency }) => currency));
  expect([...currencies].filter((currency) => currency !== '' && !hasRate(currency))).toEqual([]);
});
