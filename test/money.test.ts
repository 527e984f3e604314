import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatMinor, getDecimals, parseMinor, readServiceAmount, showMoney } from '../src/money.ts';
import { CURRENCIES } from '../src/rules/countries/currencies.ts';

/** [text, currency, minor units or why it is refused] */
const READ: readonly [text: string, currency: string, minor: bigint | string][] = [
  ['1240', 'EUR', 124_000n],
  ['1240.5', 'EUR', 124_050n],
  ['1240.50', 'EUR', 124_050n],
  ['1240.500', 'EUR', 124_050n],
  ['0.01', 'EUR', 1n],
  ['007.10', 'EUR', 710n],
  ['0.1', 'USD', 10n],
  ['0.29', 'USD', 29n],
  ['1.005', 'USD', 'scale'],
  ['1240.505', 'EUR', 'scale'],
  ['999999999999999.99', 'EUR', 99_999_999_999_999_999n],
  ['9999999999999999', 'EUR', 'form'],
  ['1240', 'JPY', 1240n],
  ['1240.00', 'JPY', 1240n],
  ['1240.5', 'JPY', 'scale'],
  ['1240', 'KWD', 1_240_000n],
  ['1240.5', 'KWD', 1_240_500n],
  ['1240.55', 'KWD', 1_240_550n],
  ['1240.550', 'KWD', 1_240_550n],
  ['1240.555', 'KWD', 'scale'],
  ['0', 'EUR', 'zero'],
  ['0.00', 'KWD', 'zero'],
  ['', 'EUR', 'form'],
  ['-1', 'EUR', 'form'],
  ['+1', 'EUR', 'form'],
  ['1,240', 'EUR', 'form'],
  ['1 240', 'EUR', 'form'],
  ['.5', 'EUR', 'form'],
  ['5.', 'EUR', 'form'],
  ['1e3', 'EUR', 'form'],
  ['1.2.3', 'EUR', 'form'],
  ['€5', 'EUR', 'form'],
  ['٥', 'EUR', 'form'],
  ['5\n', 'EUR', 'form'],
  [' 5', 'EUR', 'form'],
  ['NaN', 'EUR', 'form'],
  ['Infinity', 'EUR', 'form'],
];

describe('an amount of a sheet', () => {
  it.each(READ)('%j in %s is %s', (text, currency, minor) => {
    expect(parseMinor(text, currency)).toBe(minor);
  });
});

const currencies = fc.constantFrom('EUR', 'USD', 'JPY', 'KRW', 'KWD', 'TND', 'HUF', 'COP', 'IDR');
/** Beyond what a double holds exactly. */
const minors = fc.bigInt({ min: 1n, max: 10n ** 17n - 1n });
/** An amount that the service can be told: a currency of three decimals has two over the wire. */
const amounts = fc.record({ currency: currencies, units: minors }).map(({ currency, units }) => ({
  currency,
  minor: getDecimals(currency) === 3 ? (units / 1_000n + 1n) * 10n : units,
}));

describe('minor units', () => {
  it('are read back unchanged from their text, even beyond 2^53', () => {
    fc.assert(
      fc.property(amounts, ({ currency, minor }) => {
        fc.pre(minor < 10n ** BigInt(15 + getDecimals(currency)));
        expect(parseMinor(formatMinor(minor, currency), currency)).toBe(minor);
      }),
    );
  });
  it('are read back from the service’s texts, including negative ones and those of a rate', () => {
    fc.assert(
      fc.property(currencies, fc.bigInt({ min: -(10n ** 17n), max: 10n ** 17n }), (currency, minor) => {
        expect(readServiceAmount(formatMinor(minor, currency), currency)).toBe(minor);
      }),
    );
  });
  it('are never a float: the written digits are the digits that were read', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10n ** 15n - 1n }), fc.nat({ max: 99 }), (whole, cents) => {
        const text = `${whole}.${String(cents).padStart(2, '0')}`;
        const minor = parseMinor(text, 'EUR');
        expect(typeof minor).toBe('bigint');
        expect(formatMinor(minor as bigint, 'EUR')).toBe(text);
      }),
    );
  });
  it('are added without rounding', () => {
    const cents = Array.from({ length: 10 }, () => parseMinor('0.1', 'EUR') as bigint);
    expect(
      formatMinor(
        cents.reduce((sum, minor) => sum + minor),
        'EUR',
      ),
    ).toBe('1.00');
  });

  const WRITTEN: readonly [minor: bigint, currency: string, text: string, shown: string][] = [
    [124_050n, 'EUR', '1240.50', '1,240.50 EUR'],
    [1n, 'EUR', '0.01', '0.01 EUR'],
    [0n, 'EUR', '0.00', '0.00 EUR'],
    [-325n, 'EUR', '-3.25', '-3.25 EUR'],
    [-1n, 'USD', '-0.01', '-0.01 USD'],
    [-123_456_789n, 'USD', '-1234567.89', '-1,234,567.89 USD'],
    [99_999n, 'EUR', '999.99', '999.99 EUR'],
    [100_000n, 'EUR', '1000.00', '1,000.00 EUR'],
    [1240n, 'JPY', '1240', '1,240 JPY'],
    [0n, 'JPY', '0', '0 JPY'],
    [1_240_500n, 'KWD', '1240.50', '1,240.50 KWD'],
    [1_240_555n, 'KWD', '1240.555', '1,240.555 KWD'],
    [10n, 'KWD', '0.01', '0.01 KWD'],
  ];
  it.each(WRITTEN)('%s of %s are written %s and shown %s', (minor, currency, text, shown) => {
    expect(formatMinor(minor, currency)).toBe(text);
    expect(showMoney({ currency, minor })).toBe(shown);
  });
});

describe('an amount of the service', () => {
  const ANSWERED: readonly [text: string, currency: string, minor: bigint | null][] = [
    ['10.00', 'EUR', 1_000n],
    ['10', 'EUR', 1_000n],
    ['12.5', 'EUR', 1_250n],
    ['0', 'EUR', 0n],
    ['0.00', 'JPY', 0n],
    ['-3.25', 'EUR', -325n],
    ['10.1200', 'EUR', 1_012n],
    ['10.123', 'EUR', null],
    ['10.123', 'KWD', 10_123n],
    ['10.5', 'JPY', null],
    ['10.00', 'JPY', 10n],
    ['123456789012345678', 'EUR', 12_345_678_901_234_567_800n],
    ['', 'EUR', null],
    ['-', 'EUR', null],
    ['ten', 'EUR', null],
    ['1,000.00', 'EUR', null],
    ['1e3', 'EUR', null],
    ['10.00 EUR', 'EUR', null],
  ];
  it.each(ANSWERED)('%j in %s is %s', (text, currency, minor) => {
    expect(readServiceAmount(text, currency)).toBe(minor);
  });
});

describe('the decimals of a currency', () => {
  it('are those of ISO 4217 for every payable currency', () => {
    for (const { code, decimals } of Object.values(CURRENCIES))
      expect([code, getDecimals(code)]).toEqual([code, decimals]);
  });
  it.each(['COP', 'HUF', 'IDR', 'PKR'])('are two for %s, although Intl has none', (currency) => {
    expect(getDecimals(currency)).toBe(2);
  });
});
