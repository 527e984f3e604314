import { expect, it } from 'vitest';
import { checkRow } from '../../src/intake/check-row.ts';

const CONTEXT = { merchantCountry: 'US', environment: 'production', today: '2026-11-28' } as const;
const ROW = { type: 'individual', firstName: 'Ana', lastName: 'Ek', email: 'ana@example.com', country: 'HU' };

it.each([
  ['HUF', '1240.50', ['amount amount_scale']],
  ['HUF', '1240.00', []],
  ['HUF', '1240', []],
  ['TWD', '10.5', ['amount amount_scale']],
  ['JPY', '10.5', ['amount amount_scale']],
  ['USD', '10.50', []],
])('PayPal pays %s %s with %j', (currency, amount, codes) => {
  const cells = { ...ROW, currency, amount, payoutMethod: 'paypal' };
  const { problems } = checkRow({ row: 2, cells, original: [], findings: [] }, CONTEXT);
  expect(problems.map(({ column, code }) => `${column} ${code}`)).toEqual(codes);
});
