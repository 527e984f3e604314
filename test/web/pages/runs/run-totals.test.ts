import { expect, it } from 'vitest';
import { type MoneyLine, type PaymentGroup, sheetFigures } from '../../../../src/outcomes/run-money.ts';
import type { Outcome } from '../../../../src/outcomes/run-outcome.ts';
import type { PaymentState } from '../../../../src/states.ts';
import type { View } from '../../../../src/web/components/view.ts';
import { runSums } from '../../../../src/web/pages/runs/run-totals.ts';

const line = (from: string, fees: bigint, recipientFees: bigint) =>
  ({ from, to: from, fees, recipientFees }) as MoneyLine;
const group = (state: PaymentState, payments: number, minor: bigint, currency: string | null = 'EUR', arriving = 0n) =>
  ({ state, currency, payments, minor, arriving }) as PaymentGroup;
const plain = (groups: readonly PaymentGroup[], outcome: Outcome = 'paid', money: readonly MoneyLine[] = []) => {
  const text = String(runSums({ locale: 'en' } as View, { figures: sheetFigures(groups), money, outcome }));
  return text
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/ ,/g, ',')
    .trim();
};

it.each([
  ['deducted from recipients', [line('EUR', 150n, 150n)], 'Fees, deducted from recipients 1.50 EUR'],
  ['debited on top', [line('EUR', 150n, 0n)], 'Fees, on top 1.50 EUR'],
  ['both', [line('EUR', 150n, 0n), line('USD', 80n, 80n)], 'Fees 1.50 EUR, 0.80 USD 0.80 USD deducted from recipients'],
  ['none', [line('EUR', 0n, 0n)], ''],
] as const)('the fees of a run say who bears them: %s', (_, money, fees) => {
  expect(plain([group('processed', 2, 30_000n)], 'paid', money)).toBe(`2 payments paid 300.00 EUR ${fees}`.trim());
});

it('paid and unpaid payments are in no common figure, and the figures are all rows of the sheet', () => {
  const all = [
    ...[group('processed', 32, 30_000n), group('batched', 1, 500n), group('ready', 1, 100n), group('held', 1, 250n)],
    ...[group('failed', 2, 700n), group('returned', 1, 300n), group('invalid', 3, 0n, null)],
  ];
  expect(plain(all)).toBe(
    '32 payments paid 300.00 EUR 2 payments not sent yet 6.00 EUR 1 payment on hold 2.50 EUR ' +
      '2 payments failed 7.00 EUR 1 payment returned 3.00 EUR 3 rows invalid',
  );
  expect(sheetFigures(all).reduce((sum, { rows }) => sum + rows, 0)).toBe(41);
});

it('amounts that recipients are to get are told from debits, and fees that are not final from those that are', () => {
  const figures = [group('started', 1, 30_000n, 'JPY', 30_000n), group('started', 2, 500n, 'USD')];
  expect(plain(figures, 'processing', [line('USD', 150n, 150n)])).toBe(
    '1 payment in progress, to be received 30,000 JPY 2 payments in progress 5.00 USD Fees so far, deducted from recipients 1.50 USD',
  );
  expect(plain([group('batched', 2, 500n, 'USD', 200n)], 'processing')).toBe(
    '2 payments not sent yet 5.00 USD 2.00 USD of it to be received',
  );
});
