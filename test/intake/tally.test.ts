import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createTally } from '../../src/intake/tally.ts';
import { testDraft } from '../support/test-run.ts';

it('counts rows, including invalid ones, and sums the payable ones by the currency of their amount', () => {
  const tally = createTally();
  expect(tally.result()).toEqual({ rows: 0, invalid: 0, totals: {}, dates: {} });
  tally.add(testDraft({ amount: { currency: 'EUR', minor: 10n } }));
  tally.add(null);
  // Paid from the balance in EUR, but what is fixed is what arrives.
  tally.add(testDraft({ sourceCurrency: 'EUR', fixed: 'target', amount: { currency: 'JPY', minor: 700n } }));
  tally.add(testDraft({ amount: { currency: 'EUR', minor: 32n } }));
  expect(tally.result()).toEqual({
    rows: 4,
    invalid: 1,
    totals: { EUR: { rows: 2, minor: 42n }, JPY: { rows: 1, minor: 700n } },
    dates: { '': 3 },
  });
});

it('counts the payable rows of each pay date', () => {
  const tally = createTally();
  for (const payOn of ['2026-12-01', '2026-12-01', '2026-12-15']) tally.add({ ...testDraft(), payOn });
  tally.add(testDraft());
  expect(tally.result().dates).toEqual({ '2026-12-01': 2, '2026-12-15': 1, '': 1 });
});

it('loses no cent, however many and however large the rows are', () => {
  const amount = fc.bigInt({ min: 1n, max: 10n ** 17n });
  fc.assert(
    fc.property(fc.array(fc.option(amount)), (amounts) => {
      const tally = createTally();
      for (const minor of amounts) tally.add(minor === null ? null : testDraft({ amount: { currency: 'EUR', minor } }));
      const paid = amounts.filter((minor) => minor !== null);
      expect(tally.result()).toEqual({
        rows: amounts.length,
        invalid: amounts.length - paid.length,
        dates: paid.length === 0 ? {} : { '': paid.length },
        totals:
          paid.length === 0 ? {} : { EUR: { rows: paid.length, minor: paid.reduce((sum, one) => sum + one, 0n) } },
      });
    }),
  );
});

it('of one sheet is independent of another', () => {
  createTally().add(testDraft());
  expect(createTally().result()).toEqual({ rows: 0, invalid: 0, totals: {}, dates: {} });
});
