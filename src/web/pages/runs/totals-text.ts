import { countPayments } from '../../../outcomes/count-payments.ts';
import type { RowSums } from '../../../outcomes/run-money.ts';
import type { DebitSum } from '../../../outcomes/waiting-sums.ts';
import { amount, figure } from '../../components/amount.ts';
import { html, type Markup } from '../../components/markup.ts';
import type { View } from '../../components/view.ts';

/** What is paid or to be paid, and what is on hold beneath it, without counts, one below the other: a table cell. */
export function totalsCell(view: View, { toPay, onHold }: { toPay: RowSums; onHold: RowSums }): Markup | '' {
  const amounts = (sums: RowSums) =>
    Object.entries(sums)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([currency, { minor }]) => amount(view, { currency, minor }));
  const lines = [
    ...amounts(toPay),
    ...amounts(onHold).map((sum) => html`<span class="quiet no-wrap">${sum} on hold</span>`),
  ];
  return html`${lines.map((line, i) => html`${i === 0 ? '' : html`<br>`}${line}`)}`;
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
