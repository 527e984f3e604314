import { debitValue } from '../../outcomes/debit-value.ts';
import { type DebitDocument, debitStateWord } from '../../outcomes/total-debits.ts';
import { countColumn, decimalColumn, defineTable } from '../list.ts';

/** The rows of a sheet, and the sum of the amounts that it states, by currency. */
export const statedTotals = defineTable<{ readonly currency: string; readonly rows: number; readonly amount: string }>(
  'Totals of the sheet',
  [
    { name: 'currency', title: 'Currency', value: ({ currency }) => currency },
    countColumn('rows', 'Rows', ({ rows }) => rows),
    decimalColumn('amount', 'The sheet states', ({ amount }) => amount),
  ],
);

/** The total debit by status and funding currency; the payments are all rows. */
export const debitsByStatus = defineTable<DebitDocument>('Total debit', [
  { name: 'status', title: 'Status', value: ({ state }) => debitStateWord(state).toLowerCase() },
  countColumn('payments', 'Payments', ({ payments }) => payments),
  { name: 'debit', title: 'Total debit', right: true, value: debitValue },
]);

/** One merchant's part of a sheet, or a further total debit in it. */
export interface MerchantLine {
  readonly merchant: string;
  readonly run: string;
  /** The number of its payments, or the outcome of its rows. */
  readonly text: string;
  readonly debit: DebitDocument | null;
}

export const partsByMerchant = (title: string) =>
  defineTable<MerchantLine>('By merchant', [
    { name: 'merchant', title: 'Merchant', value: ({ merchant }) => merchant },
    { name: 'run', title: 'Run', right: true, value: ({ run }) => run },
    { name: 'text', title, value: ({ text }) => text },
    { name: 'debit', title: 'Total debit', right: true, value: ({ debit }) => debit && debitValue(debit) },
  ]);
