import { expect, it } from 'vitest';
import { moneyStrips } from '../../../../src/outcomes/money-strips.ts';
import type { MoneyLine, PaymentGroup } from '../../../../src/outcomes/run-money.ts';
import type { RunStatus } from '../../../../src/states.ts';
import type { View } from '../../../../src/web/components/view.ts';
import { runTotals } from '../../../../src/web/pages/runs/run-totals.ts';

const line = (from: string, fees: bigint, recipientFees: bigint) =>
  ({ from, to: from, fees, recipientFees }) as MoneyLine;
const group = (
  state: PaymentGroup['state'],
  payments: number,
  minor: bigint | null,
  more: Partial<PaymentGroup> = {},
) => ({ state, payments, minor, currency: 'EUR', batch_state: null, is_short: false, ...more }) as PaymentGroup;
const markup = (groups: readonly PaymentGroup[], outcome: RunStatus = 'paid', money: readonly MoneyLine[] = []) =>
  String(runTotals({ locale: 'en' } as View, 7n, groups, { money, outcome }));
const plain = (...given: Parameters<typeof markup>) =>
  markup(...given)
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/ ([,.;])/g, '$1')
    .trim();

it.each([
  ['deducted from recipients', [line('EUR', 150n, 150n)], 'Fees, deducted from recipients: 1.50 EUR.'],
  ['debited on top', [line('EUR', 150n, 0n)], 'Fees, on top: 1.50 EUR.'],
  [
    ...(['both', [line('EUR', 150n, 0n), line('USD', 80n, 80n)]] as const),
    'Fees: 1.50 EUR, 0.80 USD; 0.80 USD deducted from recipients.',
  ],
  ['none', [line('EUR', 0n, 0n)], ''],
] as const)('the fees of a run say who bears them: %s', (_, money, fees) => {
  expect(plain([group('processed', 2, 30_000n)], 'paid', money)).toBe(`300.00 EUR 300.00 paid (2) ${fees}`.trim());
});

const ALL = [
  ...[
    group('processed', 32, 30_000n),
    group('batched', 1, 500n, { batch: 'a', batch_state: 'approved', is_short: true }),
  ],
  ...[group('batched', 2, 700n, { batch: 'b', batch_state: 'approved' }), group('held', 1, 250n)],
  ...[group('failed', 2, 900n), group('failed', 1, 100n), group('invalid', 3, 50n)],
  ...[group('processed', 1, 4_000n, { currency: 'USD' }), group('invalid', 4, null, { currency: null })],
];

it('each currency is a strip whose parts lead to their payments', () => {
  expect(plain(ALL)).toBe(
    '325.00 EUR 300.00 paid (32) 7.00 queued (2) 5.00 awaiting funds (1) 2.50 on hold (1) 10.00 failed (3) 0.50 invalid (3) ' +
      '40.00 USD 40.00 paid (1) No amount invalid (4)',
  );
  expect([...markup(ALL).matchAll(/state=(\w+)/g)].map(([, state]) => state)).toEqual(
    'processed batched batched held failed invalid processed invalid'.split(' '),
  );
});

it('the parts of a strip add up to the rows and the sum of the file', () => {
  const strips = moneyStrips(ALL);
  for (const { minor, parts } of strips) expect(parts.reduce((sum, part) => sum + part.minor, 0n)).toBe(minor);
  const rows = strips.flatMap(({ parts }) => parts.map((part) => part.rows)).reduce((sum, n) => sum + n, 0);
  expect(rows).toBe(ALL.reduce((sum, { payments }) => sum + payments, 0));
});
