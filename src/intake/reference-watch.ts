import { hash } from 'node:crypto';
import type { Problem } from '../model.ts';
import { finding } from '../rules/finding.ts';
import { createSeenKeys } from './seen-keys.ts';

/**
 * Sees the same `paymentReference` twice in one sheet, as far as that can be seen without the ledger. One watch serves one
 * sheet, in the order of its rows, and then any of them again; the first row with a reference is never its problem.
 * A reference is its merchant's own.
 */
export function createReferenceWatch(): (
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
