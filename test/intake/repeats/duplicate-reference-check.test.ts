import { expect, it } from 'vitest';
import { createDuplicateReferenceCheck } from '../../../src/intake/repeats/duplicate-reference-check.ts';

it('every row but the first with a reference names the row that has it already', () => {
  const watch = createDuplicateReferenceCheck();
  const rows: readonly [row: number, reference: string | undefined, first: number | null][] = [
    [2, 'INV-1', null],
    [3, 'INV-2', null],
    [4, 'INV-1', 2],
    [5, undefined, null],
    [6, undefined, null],
    [7, 'INV-1', 2],
    [8, 'inv-1', null],
    [9, 'INV-2', 3],
  ];
  for (const [row, reference, first] of rows) {
    const problem = watch(row, reference);
    if (first === null) expect(problem).toBeNull();
    else
      expect(problem).toEqual({
        row,
        column: 'paymentReference',
        code: 'duplicate_in_sheet',
        severity: 'error',
        message: `Row ${first} has the same reference. A reference is paid once, and not at all if its rows differ: give this payment its own, for example INV-2026-0418.`,
        value: reference,
      });
  }
});

it('two sheets may have the same reference, each once', () => {
  expect(createDuplicateReferenceCheck()(2, 'INV-1')).toBeNull();
  expect(createDuplicateReferenceCheck()(3, 'INV-1')).toBeNull();
});
