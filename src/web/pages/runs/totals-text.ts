import { countPayments } from '../../../outcomes/count-payments.ts';
import type { DebitSum } from '../../../outcomes/waiting-sums.ts';
import { amount, figure } from '../../components/amount.ts';
import { html, type Markup } from '../../components/markup.ts';
import type { View } from '../../components/view.ts';

/** The sums without counts, one below the other, for a table cell. */
export function totalsCell(
  view: View,
  totals: Readonly<Record<string, { rows: number; minor: string }>> | null,
): Markup | '' {
  return html`${Object.entries(totals ?? {}).map(
    ([currency, { minor }], i) => html`${i === 0 ? '' : html`<br>`}${amount(view, { currency, minor: BigInt(minor) })}`,
  )}`;
}

/** The sums one below the other, with the number of payments, for a line of a list. */
export function sumsLines(view: View, sums: readonly DebitSum[], feesIncluded: boolean): Markup | '' {
  if (sums.length === 0) return '';
  const payments = countPayments(sums);
  return html`${sums.map(
    ({ currency, totalDebit: minor }) =>
      html`<span>${minor === null ? `${currency} not quoted yet` : amount(view, { currency, minor })}</span>`,
  )}<span class="quiet">${figure(view, payments)} ${payments === 1 ? 'payment' : 'payments'}${feesIncluded ? ', fees included' : ''}</span>`;
}
