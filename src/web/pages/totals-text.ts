import { amount, figure } from '../page/amount.ts';
import { html, type Markup } from '../page/markup.ts';
import type { View } from '../page/view.ts';

/** Totals by currency in one line: "118 payments, 1,240.50 EUR"; minor units as text. */
export function totalsText(
  view: View,
  totals: Readonly<Record<string, { rows: number; minor: string }>> | null,
): Markup | '' {
  const sums = Object.entries(totals ?? {});
  if (sums.length === 0) return '';
  const payments = sums.reduce((sum, [, { rows }]) => sum + rows, 0);
  return html`${figure(view, payments)} ${payments === 1 ? 'payment' : 'payments'}${sums.map(
    ([currency, { minor }]) => html`, ${amount(view, { currency, minor: BigInt(minor) })}`,
  )}`;
}

/** The sums alone, one under the other, for a cell of a table. */
export function totalsCell(
  view: View,
  totals: Readonly<Record<string, { rows: number; minor: string }>> | null,
): Markup | '' {
  return html`${Object.entries(totals ?? {}).map(
    ([currency, { minor }], i) => html`${i === 0 ? '' : html`<br>`}${amount(view, { currency, minor: BigInt(minor) })}`,
  )}`;
}
