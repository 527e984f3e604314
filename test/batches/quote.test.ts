import { describe, expect, it } from 'vitest';
import { compareBatchTotals, FRESH_FOR_MS, isFresh } from '../../src/batches/quotes/quote-batch.ts';
import type { BatchRow } from '../../src/ledger/batches/batch-row.ts';

const BATCH = { payments: 3, source_minor: 30_000n, target_minor: {}, quote_expires_at: null } as unknown as BatchRow;
const MIXED: BatchRow = { ...BATCH, target_minor: { JPY: '5000' } };
const OTHER_SUM = 'the total in the service differs from the sheet';

describe('the totals of the service and those of the ledger', () => {
  const CASES: readonly [
    name: string,
    batch: BatchRow,
    count: number | null,
    sending: bigint | null,
    debit: bigint | null,
    differs: string | null,
  ][] = [
    ['agree where nothing is charged', BATCH, 3, 30_000n, 30_000n, null],
    ['differ in a payment that is missing', BATCH, 2, 30_000n, 30_125n, 'the service counts 2 payments instead of 3'],
    [
      'cannot be compared without a debit',
      BATCH,
      3,
      30_000n,
      null,
      'the service reports a total that is not an amount',
    ],
    ['differ where the source sides alone are more', MIXED, 3, 29_000n, 30_125n, OTHER_SUM],
  ];
  it.each(CASES)('%s', (_, batch, count, sending, debit, differs) => {
    expect(compareBatchTotals(batch, count, sending, debit)).toBe(differs);
  });
});

describe('a quote', () => {
  const NOW = Date.UTC(2026, 6, 31, 12);
  it.each([
    ['that was never given does not hold', null, false],
    ['that ended does not hold', NOW - 1, false],
    ['that ends before a start could be answered does not hold', NOW + FRESH_FOR_MS, false],
    ['that holds longer holds', NOW + FRESH_FOR_MS + 1, true],
  ])('%s', (_, expires, fresh) => {
    const quote_expires_at = expires === null ? null : new Date(expires);
    expect(isFresh({ ...BATCH, quote_expires_at }, NOW)).toBe(fresh);
  });
});
