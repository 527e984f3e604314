import { expect, it } from 'vitest';
import { searchedAmounts } from '../../src/reports/searched-amounts.ts';

it.each([
  ['4900', ['490000-490099 of 2', '4900-4900 of 0', '4900000-4900999 of 3']],
  ['4,900.95', ['490095-490095 of 2', '4900950-4900950 of 3']],
  ['4900.00 EUR', ['490000-490000 of 2 EUR']],
  ['€4900', ['490000-490099 of 2 EUR']],
  ['JPY 4900', ['4900-4900 of 0 JPY']],
  // A point of thousands or of decimals.
  ['1.240', ['124-124 of 2', '1240-1240 of 3', '124000-124099 of 2', '1240-1240 of 0', '1240000-1240999 of 3']],
  ['Ana', []],
])('a search for %s finds amounts, with any decimals if it has none', (text, expected) => {
  const found = searchedAmounts(text).map(
    ({ from, to, decimals, currencies }) =>
      `${from}-${to} of ${decimals}${currencies === null ? '' : ` ${currencies}`}`,
  );
  expect(found).toEqual(expected);
});
