import { readServiceAmount, showMoney } from '../../money.ts';
import { printedTable } from './table.ts';

/** Rows and the sum of their amounts, by currency. */
export type ShownTotals = Readonly<Record<string, { readonly rows: number; readonly amount: string }>>;

/** One line for each currency, amounts right-aligned, those on hold apart; empty if no currency has a total. */
export function showTotals(totals: ShownTotals, onHold: ShownTotals = {}): readonly string[] {
  const entries = [
    ...Object.entries(totals).map(([currency, total]) => ({ currency, ...total, about: '' })),
    ...Object.entries(onHold).map(([currency, total]) => ({ currency, ...total, about: 'on hold' })),
  ];
  if (entries.length === 0) return [];
  return printedTable(
    [
      { title: 'currency', text: ({ currency }) => currency },
      { title: 'rows', align: 'right', text: ({ rows }) => rows.toLocaleString('en-US') },
      { title: 'amount', align: 'right', text: ({ amount, currency }) => showAmount(amount, currency) },
      ...(Object.keys(onHold).length > 0 ? [{ title: '', text: ({ about }: (typeof entries)[number]) => about }] : []),
    ],
    entries,
  ).split('\n');
}

/** Formats a decimal amount of the ledger: "1,240.50 EUR". */
export function showAmount(amount: string, currency: string): string {
  const minor = readServiceAmount(amount, currency);
  return minor === null ? `${amount} ${currency}` : showMoney({ currency, minor });
}
