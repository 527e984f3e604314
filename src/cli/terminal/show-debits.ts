import { debitWords } from '../../outcomes/debit-value.ts';
import { debitStateWord } from '../../outcomes/total-debits.ts';
import type { DebitDocument } from '../../reports/debit-document.ts';
import { printedTable } from './table.ts';

/** The total debit, one line for each status and funding currency; the payments are all rows. Empty without rows. */
export function showDebits(debits: readonly DebitDocument[]): readonly string[] {
  if (debits.length === 0) return [];
  return printedTable(
    [
      { title: 'status', text: ({ state }) => debitStateWord(state).toLowerCase() },
      { title: 'payments', align: 'right', text: ({ payments }) => payments.toLocaleString('en-US') },
      { title: 'total debit', align: 'right', text: (debit) => debitWords(debit) },
    ],
    debits,
  ).split('\n');
}
