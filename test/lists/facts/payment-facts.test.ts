import { expect, it } from 'vitest';
import { fromBalance, getReturnedAmount } from '../../../src/lists/facts/payment-facts.ts';

it.each([
  ['the fees are taken from what arrives', 10_000n, 150n, 150n, 10_000n],
  ['the fees come on top', 10_000n, 150n, 0n, 10_150n],
  ['a part of them does', 10_000n, 150n, 50n, 10_100n],
  ['no fees are known', 10_000n, null, null, 10_000n],
  ['the service has said nothing', null, null, null, null],
])('the debit of a payment if %s', (_where, paid_source, fees, recipient_fees, leaves) => {
  expect(fromBalance({ paid_source, fees, recipient_fees })).toBe(leaves);
});

it.each([
  ['everything, if the recipient bears the fees', 'returned', 100n, 30n, 30n, { sent: 100n, keptFees: 0n }],
  ['the amount sent, without the fees on top', 'returned', 100_503n, 1_200n, 0n, { sent: 100_503n, keptFees: 1_200n }],
  ['nothing of a paid one', 'processed', 100n, 0n, 0n, null],
  ['nothing that is known, if the service has said nothing', 'returned', null, null, null, null],
] as const)('what came back of a payment is %s', (_what, state, paid_source, fees, recipient_fees, back) => {
  expect(getReturnedAmount({ state, paid_source, fees, recipient_fees })).toEqual(back);
});
