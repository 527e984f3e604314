import { type MerchantLine, partsByMerchant } from '../../lists/tables/sum-tables.ts';
import { debitWords } from '../../outcomes/debit-value.ts';
import type { DebitDocument } from '../../outcomes/total-debits.ts';
import { tableLines } from './table.ts';

/** One merchant's part of a sheet. */
export interface MerchantPart extends Omit<MerchantLine, 'debit'> {
  readonly debits: readonly DebitDocument[];
}

/** One line for each merchant of a sheet, and one more for each further total debit. */
export function showMerchants(parts: readonly MerchantPart[], title: string): readonly string[] {
  const lines = parts.flatMap(({ debits, ...part }): readonly MerchantLine[] => {
    const [debit = null, ...others] = debits.filter((one) => debitWords(one) !== '');
    return [{ ...part, debit }, ...others.map((other) => ({ merchant: '', run: '', text: '', debit: other }))];
  });
  return tableLines(partsByMerchant(title), lines);
}
