import type { Row, Sheet } from './sheet.ts';

/** Days in which a payment that looks like an earlier one is held. */
export const DUPLICATE_DAYS = 7;

/** A row of a paid sheet. */
export interface Version {
  readonly row: Row;
  readonly sheet: Sheet;
}

export const SAME_REFERENCE = 'it has the same reference';

/**
 * By what Payrun promises to know a row again that was paid before; null where it promises nothing: no software can know that a
 * row with another reference, person and amount is the same bill.
 */
export function promisedToKnow(earlier: Version, later: Version, days: number): string | null {
  const [a, b] = [earlier.row.cells, later.row.cells];
  // A reference is its merchant's own.
  if (a.merchant !== b.merchant) return null;
  if (a.paymentReference && b.paymentReference && canonical(a.paymentReference) === canonical(b.paymentReference))
    return SAME_REFERENCE;
  if (sameRows(earlier.sheet, later.sheet) && JSON.stringify(a) === JSON.stringify(b))
    return 'the whole sheet is the same';
  const samePerson = a.email === b.email || a.iban === b.iban;
  return days < DUPLICATE_DAYS && samePerson && amountOf(a) === amountOf(b)
    ? `the same person got the same amount ${days} days before`
    : null;
}

/** The form of a reference for comparison: a spreadsheet or a person may spell it differently. */
function canonical(reference: string): string {
  return reference
    .replaceAll('В', 'B')
    .replaceAll('І', 'I')
    .toLowerCase()
    .replaceAll('в', 'b')
    .replaceAll('і', 'i')
    .replace(/\s+/g, '')
    .replace(/^0+(?=\d+$)/, '');
}

const amountOf = ({ amount, targetAmount }: Row['cells']) => Number(amount || targetAmount);

const sameRows = (a: Sheet, b: Sheet) => contentOf(a) === contentOf(b);
const contentOf = ({ rows }: Sheet) =>
  rows
    .map(({ cells }) => JSON.stringify(cells))
    .sort()
    .join('\n');
