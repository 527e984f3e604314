import { expect, it } from 'vitest';
import { rateFigures } from '../../src/outcomes/rate-figures.ts';

const sum = { converted: 10_000n, received: 10_850n, compared: 10_000n, comparedReceived: 10_850n };

it.each([
  // 100.00 EUR became 108.50 USD, and would have become 110.00.
  ['EUR', 'USD', sum, '11000', { rate: '1.085000', marketRate: '1.100000', margin: 150n, marginPercent: '1.36' }],
  // Of half of it no market rate is known: only the other half is compared.
  [
    ...(['EUR', 'USD'] as const),
    { ...sum, compared: 5_000n, comparedReceived: 5_425n },
    '5500.0000',
    { rate: '1.085000', marketRate: '1.100000', margin: 75n, marginPercent: '1.36' },
  ],
  // Minor units of another size on either side.
  [
    ...(['EUR', 'JPY'] as const),
    { converted: 10_000n, received: 16_000n, compared: 10_000n, comparedReceived: 16_000n },
    '1632653.0600',
    { rate: '160.000000', marketRate: '163.270000', margin: 327n, marginPercent: '2.00' },
  ],
  [
    ...(['JPY', 'EUR'] as const),
    { converted: 16_000n, received: 9_800n, compared: 16_000n, comparedReceived: 9_800n },
    '100.000',
    { rate: '0.006125', marketRate: '0.006250', margin: 200n, marginPercent: '2.00' },
  ],
  // Better than the market.
  ['EUR', 'USD', sum, '10800', { rate: '1.085000', marketRate: '1.080000', margin: -50n, marginPercent: '-0.46' }],
  // No market rate, no conversion.
  [
    ...(['EUR', 'USD'] as const),
    { ...sum, compared: 0n, comparedReceived: 0n },
    '0',
    { rate: '1.085000', marketRate: null, margin: null, marginPercent: null },
  ],
  [
    'EUR',
    'EUR',
    { ...sum, compared: 0n, comparedReceived: 0n },
    '0',
    { rate: null, marketRate: null, margin: null, marginPercent: null },
  ],
] as const)('%s to %s, case %#', (from, to, sums, weighted, figures) => {
  expect(rateFigures({ from, to, ...sums, weighted })).toEqual(figures);
});
