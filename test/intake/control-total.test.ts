import { describe, expect, it } from 'vitest';
import { compareControlTotal } from '../../src/intake/tally.ts';
import type { ControlTotal } from '../../src/sheets/understood-sheet.ts';

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
