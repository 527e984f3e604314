import type { Problem } from '../model.ts';

/**
 * Sees the same `paymentReference` twice in one sheet, as far as that can be seen without the ledger. One watch serves one
 * sheet, in the order of its rows; the first row with a reference is never its problem.
 */
export function createReferenceWatch(): (row: number, reference: string | undefined) => Problem | null {
  const firstRows = new Map<string, number>();
  return (row, reference) => {
    if (reference === undefined) return null;
    const first = firstRows.get(reference);
    if (first === undefined) {
      firstRows.set(reference, row);
      return null;
    }
    return {
      row,
      column: 'paymentReference',
      code: 'duplicate_in_sheet',
      severity: 'error',
      message: `Row ${first} has the same reference. A reference is paid once: give this payment its own.`,
      value: reference,
    };
  };
}
