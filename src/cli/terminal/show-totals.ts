import { showDecimal } from '../../money.ts';
import { printedTable } from './table.ts';

/** Rows and the sum of the amounts that the sheet states, by currency. */
export type ShownTotals = Readonly<Record<string, { readonly rows: number; readonly amount: string }>>;

/** One line for each currency, amounts right-aligned; empty if no currency has a total. */
export function showTotals(totals: ShownTotals): readonly string[] {
  const entries = Object.entries(totals);
  if (entries.length === 0) return [];
  return printedTable(
    [
      { title: 'currency', text: ([currency]) => currency },
      { title: 'rows', align: 'right', text: ([, { rows }]) => rows.toLocaleString('en-US') },
      { title: 'the sheet states', align: 'right', text: ([currency, { amount }]) => showDecimal(amount, currency) },
    ],
    entries,
  ).split('\n');
}
