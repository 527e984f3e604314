import { type ShownTotals, showAmount } from './show-totals.ts';
import { printedTable } from './table.ts';

/** One merchant's part of a sheet. */
export interface MerchantPart {
  readonly merchant: string;
  readonly run: string;
  /** The number of its payments, or the outcome of its rows. */
  readonly text: string;
  readonly totals: ShownTotals;
}

/** One line for each merchant of a sheet, and one more for each further currency. */
export function showMerchants(parts: readonly MerchantPart[], title: string): readonly string[] {
  const lines = parts.flatMap(({ merchant, run, text, totals }) => {
    const amounts = Object.entries(totals).map(([currency, { amount }]) => showAmount(amount, currency));
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
      { title: 'amount', align: 'right', text: ({ amount }) => amount },
    ],
    lines,
  ).split('\n');
}
