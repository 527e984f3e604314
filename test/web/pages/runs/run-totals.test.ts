import { expect, it } from 'vitest';
import type { MoneyLine } from '../../../../src/outcomes/run-money.ts';
import type { View } from '../../../../src/web/components/view.ts';
import { runSums } from '../../../../src/web/pages/runs/run-totals.ts';

const line = (from: string, fees: bigint, recipientFees: bigint) =>
  ({ from, to: from, fees, recipientFees }) as MoneyLine;
const shown = (...money: readonly MoneyLine[]) => {
  const sums = { EUR: { rows: 2, minor: 30_000n } };
  return plain({ sums, onHold: {}, money, counts: { processed: 2 } as never, outcome: 'paid' });
};
const plain = (result: Parameters<typeof runSums>[1], arriving: ReadonlyMap<string, bigint> = new Map()) => {
  const text = String(runSums({ locale: 'en' } as View, result, arriving));
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
  expect(shown(...money)).toBe(`2 payments paid 300.00 EUR ${fees}`.trim());
});

it('payments on hold are in no total, and have their own', () => {
  const none = { money: [], counts: { processed: 0 } as never, outcome: 'action_required' } as const;
  const onHold = { EUR: { rows: 1, minor: 250n } };
  expect(plain({ ...none, sums: { EUR: { rows: 2, minor: 30_000n } }, onHold })).toBe(
    '2 payments 300.00 EUR 1 payment on hold 2.50 EUR',
  );
  expect(plain({ ...none, sums: {}, onHold })).toBe('1 payment on hold 2.50 EUR');
});

it('amounts that recipients are to get are told from debits, and fees that are not final from those that are', () => {
  const sums = { JPY: { rows: 1, minor: 30_000n }, USD: { rows: 2, minor: 500n } };
  const given = { sums, onHold: {}, money: [line('USD', 150n, 150n)], counts: { processed: 1 } as never };
  expect(plain({ ...given, outcome: 'processing' }, new Map([['JPY', 30_000n]]))).toBe(
    '1 payment, to be received 30,000 JPY 2 payments 5.00 USD Fees so far, deducted from recipients 1.50 USD',
  );
  expect(plain({ ...given, outcome: 'processing' }, new Map([['USD', 200n]]))).toContain(
    '2 payments 5.00 USD 2.00 USD of it to be received',
  );
});
