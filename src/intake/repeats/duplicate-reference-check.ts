import { hash } from 'node:crypto';
import type { Problem } from '../../model.ts';
import { finding } from '../../rules/finding.ts';
import { createSeenKeys } from './seen-keys.ts';

/**
 * Finds the same `paymentReference` twice in one sheet, without the ledger. References are compared within a merchant.
 * One checker serves one sheet: its rows in order, then any of them again. The first row with a reference never has a
 * problem.
 */
export function createDuplicateReferenceCheck(): (
  row: number,
  reference: string | undefined,
  merchant?: string,
) => Problem | null {
  const firstRows = createSeenKeys(2);
  return (row, reference, merchant = '') => {
    if (reference === undefined) return null;
    const key = hash('sha1', `${merchant}\n${reference}`, 'buffer');
    const first = firstRows.get(key);
    if (first === 0) {
      firstRows.set(key, row);
      return null;
    }
    if (first === row) return null;
    return { ...finding('duplicate_in_sheet', 'paymentReference', { first }, reference), row };
  };
}
