import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type BookedPayment, journalOfPaid, journalOfReturned } from '../../src/outcomes/journal-amounts.ts';

const PAID: BookedPayment = {
  ...{ currency: 'EUR', sent: 100_00n, fees: 5_00n, recipientFees: 2_00n },
  ...{ owesTarget: false, targetCurrency: 'EUR', target: 98_00n, marketRate: null },
};

it('a payment debits what was owed and the fees that the merchant bears, and credits the balance', () => {
  expect(journalOfPaid(PAID)).toEqual({ payables: 100_00n, fees: 3_00n, rateDifference: 0n, balance: 103_00n });
});

it('an amount owed in another currency is recorded at the market rate, with the difference separate', () => {
  // 111.60 USD are 99.11 EUR at 1.126; 100.00 EUR were sent.
  const owed = { ...PAID, owesTarget: true, targetCurrency: 'USD', target: 111_60n, marketRate: '1.126' };
  expect(journalOfPaid(owed)).toEqual({ payables: 99_11n, fees: 3_00n, rateDifference: 89n, balance: 103_00n });
  // Of currencies with other decimals: 15,000 JPY are 93.75 EUR at 160.
  const yen = { ...PAID, owesTarget: true, targetCurrency: 'JPY', target: 15_000n, marketRate: '160' };
  expect(journalOfPaid(yen).payables).toBe(93_75n);
  // Without a market rate, or if the amount to debit is owed, there is no difference to tell.
  for (const one of [
    { ...owed, marketRate: null },
    { ...owed, marketRate: '0' },
    { ...owed, owesTarget: false },
  ])
    expect(journalOfPaid(one).rateDifference).toBe(0n);
});

it('a returned payment reverses everything except the fees, which the service keeps', () => {
  expect(journalOfReturned(PAID)).toEqual({ payables: -100_00n, fees: 0n, rateDifference: 0n, balance: -100_00n });
});

it('debits always equal credits', () => {
  const minor = fc.bigInt({ min: 0n, max: 10n ** 15n });
  fc.assert(
    fc.property(minor, minor, minor, minor, fc.boolean(), fc.double({ min: 0.0001, max: 20_000 }), (...drawn) => {
      const [sent, fees, recipientFees, target, owesTarget, rate] = drawn;
      const payment = {
        ...PAID,
        sent,
        fees,
        recipientFees,
        target,
        owesTarget,
        targetCurrency: 'KWD',
        marketRate: rate.toFixed(6),
      };
      for (const one of [journalOfPaid(payment), journalOfReturned(payment)])
        expect(one.payables + one.fees + one.rateDifference - one.balance).toBe(0n);
    }),
  );
});
