import { expect, it } from 'vitest';
import { fromBalance } from '../../../../src/web/pages/payments/from-balance.ts';

it.each([
  ['the fees are taken from what arrives', 10_000n, 150n, 150n, 10_000n],
  ['the fees come on top', 10_000n, 150n, 0n, 10_150n],
  ['a part of them does', 10_000n, 150n, 50n, 10_100n],
  ['no fees are known', 10_000n, null, null, 10_000n],
  ['the service has said nothing', null, null, null, null],
])('the debit of a payment if %s', (_where, paid_source, fees, recipient_fees, leaves) => {
  expect(fromBalance({ paid_source, fees, recipient_fees })).toBe(leaves);
});
