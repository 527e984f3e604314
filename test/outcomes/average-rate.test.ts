import { expect, it } from 'vitest';
import { averageRate } from '../../src/outcomes/average-rate.ts';

it.each([
  ['EUR', 10_000n, { USD: '10850' }, '1.085000'],
  ['EUR', 10_000n, { JPY: '16234' }, '162.340000'],
  ['JPY', 10_000n, { EUR: '6159' }, '0.006159'],
  ['USD', 10_000n, { KWD: '30700' }, '0.307000'],
  ['EUR', 10_000n, { EUR: '10000' }, null],
  ['EUR', 10_000n, { EUR: '5000', USD: '5425' }, null],
  ['EUR', 10_000n, {}, null],
  ['EUR', 10_000n, null, null],
  ['EUR', 0n, { USD: '1' }, null],
])('%s %s that become %j have the rate %s', (currency, minor, arrives, rate) => {
  expect(averageRate({ currency, minor }, arrives as Record<string, string> | null)).toBe(rate);
});
