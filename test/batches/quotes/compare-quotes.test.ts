import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isAboveTolerance, isPriceChanged } from '../../../src/batches/quotes/quote-batch.ts';

describe('an amount', () => {
  const CASES: readonly [before: bigint, after: bigint, tolerance: number, moved: boolean][] = [
    [10_000n, 10_000n, 0, false],
    [10_000n, 10_001n, 0, true],
    [10_000n, 9_999n, 0, true],
    [10_000n, 10_100n, 1, false],
    [10_000n, 10_101n, 1, true],
    [10_000n, 9_900n, 1, false],
    [10_000n, 9_899n, 1, true],
    [10_000n, 10_050n, 0.5, false],
    [10_000n, 10_051n, 0.5, true],
    [10_000n, 20_000n, 100, false],
    [0n, 0n, 1, false],
    [0n, 1n, 1, true],
    // Beyond 2^53: one unit more than one percent.
    [10n ** 17n, 10n ** 17n + 10n ** 15n, 1, false],
    [10n ** 17n, 10n ** 17n + 10n ** 15n + 1n, 1, true],
  ];
  it.each(CASES)('%s that becomes %s exceeds the tolerance of %s percent: %s', (before, after, tolerance, moved) => {
    expect(isAboveTolerance(before, after, tolerance)).toBe(moved);
  });
  it('exceeds it in both directions alike', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10n ** 15n }), fc.bigInt({ min: 0n, max: 10n ** 15n }), (before, by) => {
        expect(isAboveTolerance(before, before + by, 1)).toBe(isAboveTolerance(before, before - by, 1));
      }),
    );
  });
});

describe('the target amounts', () => {
  type Prices = Readonly<Record<string, string>> | null;
  const CASES: readonly [name: string, before: Prices, after: Prices, moved: boolean][] = [
    ['is the same', { EUR: '100', USD: '200' }, { USD: '200', EUR: '100' }, false],
    [
      'is within the tolerance in every currency',
      { EUR: '10000', USD: '20000' },
      { EUR: '10100', USD: '19800' },
      false,
    ],
    ['is beyond it in one of them', { EUR: '10000', USD: '20000' }, { EUR: '10000', USD: '20201' }, true],
    ['misses a currency', { EUR: '100', USD: '200' }, { EUR: '100' }, true],
    ['has another currency', { EUR: '100' }, { EUR: '100', USD: '0' }, true],
    ['was not known', null, { EUR: '100' }, true],
    ['is not known', { EUR: '100' }, null, true],
    ['was never known', null, null, true],
  ];
  it.each(CASES)('%s', (_, before, after, moved) => {
    expect(isPriceChanged(before, after, 1)).toBe(moved);
  });
});
