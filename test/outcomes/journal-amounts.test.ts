import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type BookedPayment, paidJournalAmounts, returnedJournalAmounts } from '../../src/outcomes/journal-amounts.ts';

const PAID: BookedPayment = {
  ...{ currency: 'EUR', sent: 100_00n, fees: 5_00n, recipientFees: 2_00n },
  withheld: 0n,
};

it('a payment debits what was owed and the fees that the merchant bears, and credits the balance', () => {
  expect(paidJournalAmounts(PAID)).toEqual({ payables: 100_00n, fees: 3_00n, withheld: 0n, balance: 103_00n });
});

it('tax withheld from the recipient is debited to its own account, and taken back with a return', () => {
  const taxed = { ...PAID, withheld: 30_00n };
  expect(paidJournalAmounts(taxed)).toEqual({ payables: 70_00n, fees: 3_00n, withheld: 30_00n, balance: 103_00n });
  expect(returnedJournalAmounts(taxed)).toEqual({ payables: -70_00n, fees: 0n, withheld: -30_00n, balance: -100_00n });
});

it('a returned payment reverses everything except the fees, which the service keeps', () => {
  expect(returnedJournalAmounts(PAID)).toEqual({ payables: -100_00n, fees: 0n, withheld: 0n, balance: -100_00n });
});

it('debits always equal credits', () => {
  const minor = fc.bigInt({ min: 0n, max: 10n ** 15n });
  fc.assert(
    fc.property(minor, minor, minor, minor, (sent, fees, recipientFees, withheld) => {
      const payment = { ...PAID, sent, fees, recipientFees, withheld };
      for (const one of [paidJournalAmounts(payment), returnedJournalAmounts(payment)])
        expect(one.payables + one.fees + one.withheld - one.balance).toBe(0n);
    }),
  );
});
