import { readServiceAmount, showMoney } from '../../money.ts';
import { printedTable } from './table.ts';

/** Rows and the sum of their amounts, by currency. */
export type ShownTotals = Readonly<Record<string, { readonly rows: number; readonly amount: string }>>;

/** One line for each currency, amounts right-aligned; empty if no currency has a total. */
export function showTotals(totals: ShownTotals): readonly string[] {
  const entries = Object.entries(totals);
  if (entries.length === 0) return [];
  return printedTable(
    [
      { title: 'currency', text: ([currency]) => currency },
      { title: 'rows', align: 'right', text: ([, { rows }]) => rows.toLocaleString('en-US') },
      { title: 'amount', align: 'right', text: ([currency, { amount }]) => showAmount(amount, currency) },
    ],
    entries,
  ).split('\n');
}

/** Formats a decimal amount of the ledger: "1,240.50 EUR". */
export function showAmount(amount: string, currency: string): string {
  const minor = readServiceAmount(amount, currency);
  return minor === null ? `${amount} ${currency}` : showMoney({ currency, minor });
}
