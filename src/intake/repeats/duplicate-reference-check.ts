import { hash } from 'node:crypto';
import type { PaymentDraft, Problem } from '../../model.ts';
import { finding } from '../../rules/finding.ts';
import { createSeenKeys } from './seen-keys.ts';

export interface DuplicateReferenceCheck {
  (row: number, draft: PaymentDraft | null): Problem | null;
  /** The number of first rows that turned out to differ from a later row, so that they are not paid either. */
  conflicts(): number;
}

/**
 * Finds the same `paymentReference` in several valid rows of one sheet, as the ledger does when the sheet is paid: of
 * equal rows the first is paid, of different rows none. References are compared within a merchant. One checker serves
 * one sheet: its rows in order, then any of them again, which then include the first rows of a conflict.
 */
export function createDuplicateReferenceCheck(): DuplicateReferenceCheck {
  const firstRows = createSeenKeys(2, 2);
  /** The later row that differs, by first row. */
  const conflicts = new Map<number, number>();
  const check = (row: number, draft: PaymentDraft | null): Problem | null => {
    if (draft === null || draft.reference === null) return null;
    const key = hash('sha1', `${draft.merchant ?? ''}\n${draft.reference}`, 'buffer');
    const first = firstRows.get(key);
    const content = contentOf(draft);
    if (first === 0) firstRows.set(key, row, content);
    else if (first !== row && firstRows.get(key, 1) !== content && !conflicts.has(first)) conflicts.set(first, row);
    const other = first === 0 || first === row ? conflicts.get(row) : first;
    if (other === undefined) return null;
    const code = conflicts.has(first === 0 ? row : first) ? 'reference_conflict' : 'duplicate_in_sheet';
    return { ...finding(code, 'paymentReference', { first: other }, draft.reference), row };
  };
  return Object.assign(check, { conflicts: () => conflicts.size });
}

/** The recipient and the amount, in 32 bits. */
function contentOf({ recipient, sourceCurrency, fixed, amount }: PaymentDraft): number {
  const paid = [recipient, sourceCurrency, fixed, amount.currency, String(amount.minor)];
  return hash('sha1', JSON.stringify(paid), 'buffer').readUInt32LE();
}
