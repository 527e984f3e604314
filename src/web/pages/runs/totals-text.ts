import { countPayments } from '../../../outcomes/count-payments.ts';
import type { DebitSum } from '../../../outcomes/waiting-sums.ts';
import { amount, figure } from '../../components/amount.ts';
import { html, type Markup } from '../../components/markup.ts';
import type { View } from '../../components/view.ts';

/** Sums by currency in one line: "118 payments, 1,240.50 EUR". */
export function sumsText(view: View, sums: readonly DebitSum[]): Markup | '' {
  if (sums.length === 0) return '';
  const payments = countPayments(sums);
  return html`${figure(view, payments)} ${payments === 1 ? 'payment' : 'payments'}${sums.map(
    ({ currency, totalDebit: minor }) =>
      html`, ${minor === null ? `${currency} not quoted yet` : amount(view, { currency, minor })}`,
  )}`;
}

/** The sums without counts, one below the other, for a table cell. */
export function totalsCell(
  view: View,
  totals: Readonly<Record<string, { rows: number; minor: string }>> | null,
): Markup | '' {
  return html`${Object.entries(totals ?? {}).map(
    ([currency, { minor }], i) => html`${i === 0 ? '' : html`<br>`}${amount(view, { currency, minor: BigInt(minor) })}`,
  )}`;
}
