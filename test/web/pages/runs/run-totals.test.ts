import { expect, it } from 'vitest';
import type { MoneyLine } from '../../../../src/outcomes/run-money.ts';
import type { TotalDebit } from '../../../../src/outcomes/total-debits.ts';
import type { RunStatus } from '../../../../src/states.ts';
import type { View } from '../../../../src/web/components/view.ts';
import { runSums } from '../../../../src/web/pages/runs/run-totals.ts';

const line = (from: string, fees: bigint, recipientFees: bigint) =>
  ({ from, to: from, fees, recipientFees }) as MoneyLine;
const debit = (state: TotalDebit['state'], payments: number, totalDebit: bigint | null, more = {}): TotalDebit => ({
  ...{ state, payments, currency: totalDebit === null ? null : 'EUR', totalDebit, beforeFees: null, notQuoted: 0 },
  ...more,
});
const plain = (debits: readonly TotalDebit[], outcome: RunStatus = 'paid', money: readonly MoneyLine[] = []) =>
  String(runSums({ locale: 'en' } as View, 7n, { debits, money, outcome }))
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/ ,/g, ',')
    .trim();

it.each([
  ['deducted from recipients', [line('EUR', 150n, 150n)], 'Fees, deducted from recipients 1.50 EUR'],
  ['debited on top', [line('EUR', 150n, 0n)], 'Fees, on top 1.50 EUR'],
  ['both', [line('EUR', 150n, 0n), line('USD', 80n, 80n)], 'Fees 1.50 EUR, 0.80 USD 0.80 USD deducted from recipients'],
  ['none', [line('EUR', 0n, 0n)], ''],
] as const)('the fees of a run say who bears them: %s', (_, money, fees) => {
  expect(plain([debit('processed', 2, 30_000n)], 'paid', money)).toBe(`2 payments paid 300.00 EUR ${fees}`.trim());
});

it('each figure is of one state and leads to its payments', () => {
  const all = [
    ...[debit('processed', 32, 30_000n), debit('awaiting_funds', 1, 500n), debit('batched', 2, 700n)],
    ...[debit('held', 1, null, { currency: 'EUR', beforeFees: 250n }), debit('failed', 2, null)],
    debit('invalid', 3, null),
  ];
  expect(plain(all)).toBe(
    '32 payments paid 300.00 EUR 1 payment awaiting funds 5.00 EUR 2 payments queued 7.00 EUR ' +
      '1 payment on hold 2.50 EUR before fees 2 payments failed 3 rows invalid',
  );
  const page = String(runSums({ locale: 'en' } as View, 7n, { debits: all, money: [], outcome: 'processing' }));
  expect([...page.matchAll(/state=(\w+)/g)].map(([, state]) => state)).toEqual(
    'processed batched batched held failed invalid'.split(' '),
  );
});
