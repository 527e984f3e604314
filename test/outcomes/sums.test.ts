import { expect, it } from 'vitest';
import { reasonList } from '../../src/outcomes/reason-words.ts';
import { withCurrencyTotals } from '../../src/outcomes/run-money.ts';
import { debitsByCurrency, missingByCurrency, waitingSums } from '../../src/outcomes/waiting-sums.ts';

const part = (currency: string, payments: number, totalDebit: bigint | null) => ({ currency, payments, totalDebit });

it.each([
  ['of several batches', [part('EUR', 2, 10_00n), part('EUR', 1, 5_50n)], [part('EUR', 3, 15_50n)]],
  ['of several currencies', [part('USD', 1, 1n), part('EUR', 1, 2n)], [part('EUR', 1, 2n), part('USD', 1, 1n)]],
  ['with an unquoted batch', [part('EUR', 2, 10_00n), part('EUR', 1, null)], [part('EUR', 3, null)]],
  ['with only an unquoted batch', [part('JPY', 4, null)], [part('JPY', 4, null)]],
] as const)('the total debit %s is their sum, and unknown if a part of it is', (_, parts, sums) => {
  expect(debitsByCurrency(parts)).toEqual(sums);
});

it('only the batches that an outcome waits for count', () => {
  const batchSums = [
    { state: 'quoted', isShort: false, ...part('EUR', 1, 1n) },
    { state: 'approved', isShort: true, ...part('EUR', 2, 20n) },
    { state: 'waiting_funds', isShort: false, ...part('EUR', 4, 400n) },
  ] as const;
  expect(waitingSums([{ batchSums }], 'awaiting_approval')).toEqual([part('EUR', 1, 1n)]);
  expect(waitingSums([{ batchSums }, { batchSums }], 'insufficient_funds')).toEqual([part('EUR', 12, 840n)]);
  expect(waitingSums([{ batchSums }], 'processing')).toEqual([]);
});

it('a shortfall is a sum only if every part of it is known', () => {
  const missing = (currency: string, minor: bigint) => ({ currency, missing: minor });
  const found = missingByCurrency([missing('EUR', 5n), missing('EUR', 6n), missing('USD', 7n), missing('USD', 0n)]);
  expect([...found]).toEqual([
    ['EUR', 11n],
    ['USD', 0n],
  ]);
});

it('each currency with several statuses has one line that adds them up, and one with a single status has none', () => {
  const line = (currency: string | null, state: string, rows: number, minor: bigint) => ({
    currency,
    state,
    rows,
    minor,
  });
  expect(
    withCurrencyTotals(
      [line('EUR', 'failed', 1, 5n), line('EUR', 'processed', 2, 7n), line('USD', 'held', 1, 1n)],
      ['rows', 'minor'],
    ),
  ).toEqual([
    line('EUR', 'failed', 1, 5n),
    line('EUR', 'processed', 2, 7n),
    line('EUR', 'all', 3, 12n),
    line('USD', 'held', 1, 1n),
  ]);
});

it('the reasons of a status are counted, and one that only repeats the status is omitted', () => {
  const reasons = [
    { state: 'failed', reason: 'account closed', payments: 2 },
    { state: 'failed', reason: 'name mismatch', payments: 1 },
    { state: 'already_paid', reason: 'paid by an earlier run', payments: 3 },
  ] as const;
  expect(reasonList(reasons, 'failed')).toBe('account closed (2), name mismatch (1)');
  expect(reasonList(reasons, 'already_paid')).toBe('');
});
