import { readServiceAmount, showMoney } from '../../money.ts';
import { printedTable } from './table.ts';

/** Rows and the sum of their amounts, by currency. */
export type ShownTotals = Readonly<Record<string, { readonly rows: number; readonly amount: string }>>;

/** One line a currency, money right-aligned; an empty list where there is none. */
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

/** Decimal text of the ledger as money for people: "1,240.50 EUR". */
export function showAmount(amount: string, currency: string): string {
  const minor = readServiceAmount(amount, currency);
  return minor === null ? `${amount} ${currency}` : showMoney({ currency, minor });
}
