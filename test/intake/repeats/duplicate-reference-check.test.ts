import { expect, it } from 'vitest';
import { createDuplicateReferenceCheck } from '../../../src/intake/repeats/duplicate-reference-check.ts';
import type { PaymentDraft } from '../../../src/model.ts';

const draft = (reference: string | null, minor = 100n): PaymentDraft => ({
  reference,
  merchant: null,
  sourceCurrency: 'EUR',
  fixed: 'source',
  amount: { currency: 'EUR', minor },
  tags: [],
  recipient: { key: 'ref:A', referenceId: 'A', profile: null, account: null },
});

it('every equal row but the first names the row that has the reference already', () => {
  const watch = createDuplicateReferenceCheck();
  const rows: readonly [row: number, draft: PaymentDraft | null, other: number | null][] = [
    [2, draft('INV-1'), null],
    [3, draft('INV-2'), null],
    [4, draft('INV-1'), 2],
    [5, draft(null), null],
    [6, null, null],
    [7, draft('INV-1'), 2],
    [8, draft('inv-1'), null],
  ];
  for (const [row, one, other] of rows) {
    const problem = watch(row, one);
    if (other === null) expect(problem).toBeNull();
    else
      expect(problem).toEqual({
        row,
        column: 'paymentReference',
        code: 'duplicate_in_sheet',
        severity: 'error',
        message: `Row ${other} has the same reference and the same details. Only row ${other} is paid. Remove this row, or give it its own reference, for example INV-2026-0418.`,
        value: one?.reference,
      });
  }
  expect(watch.conflicts()).toBe(0);
});

it('of different rows with a reference, none is paid: the second reading names the first row too', () => {
  const watch = createDuplicateReferenceCheck();
  const read = () => [watch(2, draft('INV-1')), watch(3, draft('INV-1', 200n)), watch(4, draft('INV-2'))];
  expect(read().map((problem) => problem?.row)).toEqual([undefined, 3, undefined]);
  expect(watch.conflicts()).toBe(1);
  const again = read();
  expect(again.map((problem) => problem?.row)).toEqual([2, 3, undefined]);
  expect(again.map((problem) => problem?.code)).toEqual(['reference_conflict', 'reference_conflict', undefined]);
  expect(again[0]?.message).toMatch(/^Row 3 has the same reference but different details/);
});

it('two sheets may have the same reference, each once', () => {
  expect(createDuplicateReferenceCheck()(2, draft('INV-1'))).toBeNull();
  expect(createDuplicateReferenceCheck()(3, draft('INV-1'))).toBeNull();
});
