import { debitWords } from '../../outcomes/debit-value.ts';
import type { DebitDocument } from '../../reports/debit-document.ts';
import { printedTable } from './table.ts';

/** One merchant's part of a sheet. */
export interface MerchantPart {
  readonly merchant: string;
  readonly run: string;
  /** The number of its payments, or the outcome of its rows. */
  readonly text: string;
  readonly debits: readonly DebitDocument[];
}

/** One line for each merchant of a sheet, and one more for each further total debit. */
export function showMerchants(parts: readonly MerchantPart[], title: string): readonly string[] {
  const lines = parts.flatMap(({ merchant, run, text, debits }) => {
    const amounts = debits.map((one) => debitWords(one)).filter((words) => words !== '');
    return (amounts.length > 0 ? amounts : ['']).map((amount, i) =>
      i === 0 ? { merchant, run, says: text, amount } : { merchant: '', run: '', says: '', amount },
    );
  });
  if (parts.length === 0) return [];
  return printedTable(
    [
      { title: 'merchant', text: ({ merchant }) => merchant },
      { title: 'run', align: 'right', text: ({ run }) => run },
      { title, text: ({ says: text }) => text },
      { title: 'total debit', align: 'right', text: ({ amount }) => amount },
    ],
    lines,
  ).split('\n');
}
