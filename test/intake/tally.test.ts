import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareControlTotal, createTally } from '../../src/intake/tally.ts';
import type { ControlTotal } from '../../src/sheets/understood-sheet.ts';
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

const TALLY = {
  rows: 4,
  invalid: 1,
  dates: {},
  totals: { EUR: { rows: 2, minor: 123_450n }, JPY: { rows: 1, minor: 5_000n } },
};
const control = (rows: number, totals: Record<string, string>): ControlTotal => ({
  from: 'sidecar',
  rows,
  totals: Object.entries(totals).map(([currency, amount]) => ({ currency, amount })),
});

describe('a control total', () => {
  const CASES: readonly [name: string, controls: readonly ControlTotal[], differs: string | null][] = [
    ['that is not there agrees with everything', [], null],
    ['of the same count and sums agrees', [control(4, { EUR: '1234.50', JPY: '5000' })], null],
    ['agrees however its decimals are written', [control(4, { EUR: '1234.5', JPY: '5000.00' })], null],
    ['of another count differs', [control(3, { EUR: '1234.50', JPY: '5000' })], 'it says 3 payments, the sheet has 4'],
    [
      'that is a cent off differs',
      [control(4, { EUR: '1234.51', JPY: '5000' })],
      'it says 1234.51 in EUR, the payable rows total 1234.50',
    ],
    [
      'that leaves a currency out differs',
      [control(4, { EUR: '1234.50' })],
      'it says nothing in JPY, the payable rows total 5000',
    ],
    [
      'of a currency that the sheet does not have differs',
      [control(4, { EUR: '1234.50', JPY: '5000', USD: '1.00' })],
      'it says 1.00 in USD, the payable rows total 0.00',
    ],
    [
      'that says nothing is paid in a currency agrees where nothing is',
      [control(4, { EUR: '1234.50', JPY: '5000', USD: '0.00' })],
      null,
    ],
    [
      'with more decimals than the currency has differs, and is never rounded',
      [control(4, { EUR: '1234.501', JPY: '5000' })],
      'it says 1234.501 in EUR, the payable rows total 1234.50',
    ],
    [
      'tells everything that differs, in the order of the currencies',
      [control(5, { JPY: '1', EUR: '2' })],
      'it says 5 payments, the sheet has 4; it says 2 in EUR, the payable rows total 1234.50; it says 1 in JPY, the payable rows total 5000',
    ],
    [
      'counts each for itself where there are two',
      [control(4, { EUR: '1234.50', JPY: '5000' }), control(5, { EUR: '1234.50', JPY: '5000' })],
      'it says 5 payments, the sheet has 4',
    ],
  ];
  it.each(CASES)('%s', (_, controls, differs) => {
    expect(compareControlTotal(controls, TALLY)).toBe(differs);
  });
});
