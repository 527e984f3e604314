import { expect, it } from 'vitest';
import type { MoneyLine } from '../../../../src/outcomes/run-money.ts';
import type { View } from '../../../../src/web/components/view.ts';
import { runSums } from '../../../../src/web/pages/runs/run-totals.ts';

const line = (from: string, fees: bigint, recipientFees: bigint) =>
  ({ from, to: from, fees, recipientFees }) as MoneyLine;
const shown = (...money: readonly MoneyLine[]) => {
  const sums = { EUR: { rows: 2, minor: 30_000n } };
  const text = String(runSums({ locale: 'en' } as View, { sums, money }));
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
  expect(shown(...money)).toBe(`2 payments 300.00 EUR ${fees}`.trim());
});
