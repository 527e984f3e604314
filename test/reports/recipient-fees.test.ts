import { expect, it } from 'vitest';
import { recipientFees } from '../../src/reports/recipient-fees.ts';

it.each([
  ['all', '10000', '150', '10000', 150n],
  ['some', '10000', '150', '10100', 50n],
  ['none', '10000', '150', '10150', 0n],
  ['none where more is billed than the fees', '10000', '150', '10200', 0n],
])('recipients bear %s of the fees', (_which, sendingMinor, feesMinor, debitMinor, theirs) => {
  expect(recipientFees({ sendingMinor, feesMinor, debitMinor })).toBe(theirs);
});
