import type { ListedRun } from '../../../ledger/views/run-list.ts';
import { countPayments } from '../../../outcomes/count-payments.ts';
import type { RowSums } from '../../../outcomes/run-money.ts';
import type { DebitSum } from '../../../outcomes/waiting-sums.ts';
import { amount, figure } from '../../components/amount.ts';
import { html, type Markup } from '../../components/markup.ts';
import { runPath } from '../../components/paths.ts';
import type { View } from '../../components/view.ts';

/**
 * What is paid or to be paid, how much of it is paid, and what is on hold, without counts, one below the other: a table
 * cell. It is not added up for a list how much of a large run is paid.
 */
export function totalsCell(
  view: View,
  { id, toPay, onHold, paid }: Pick<ListedRun, 'id' | 'toPay' | 'onHold' | 'paid'>,
): Markup | '' {
  const amounts = (sums: readonly (readonly [currency: string, minor: bigint])[]) =>
    sums.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([currency, minor]) => amount(view, { currency, minor }));
  const minors = (sums: RowSums) => Object.entries(sums).map(([currency, { minor }]) => [currency, minor] as const);
  const isAll = paid?.length === minors(toPay).length && paid.every((one) => toPay[one.currency]?.minor === one.minor);
  const ofIt = paid === null || isAll ? [] : amounts(paid.map(({ currency, minor }) => [currency, minor]));
  const lines = [
    ...amounts(minors(toPay)),
    ...(isAll && paid.length > 0 ? [html`<span class="quiet">paid</span>`] : []),
    ...(paid === null ? [html`<a href="${runPath(id)}">paid: on its page</a>`] : []),
    ...ofIt.map((sum) => html`<span class="quiet no-wrap">${sum} paid</span>`),
    ...amounts(minors(onHold)).map((sum) => html`<span class="quiet no-wrap">${sum} on hold</span>`),
  ];
  return html`${lines.map((line, i) => html`${i === 0 ? '' : html`<br>`}${line}`)}`;
}

/** The sums one below the other, with the number of payments, for a line of a list. */
export function sumsLines(view: View, sums: readonly DebitSum[], isTotalDebit: boolean): Markup | '' {
  if (sums.length === 0) return '';
  const payments = countPayments(sums);
  return html`${sums.map(
    ({ currency, totalDebit: minor }) =>
      html`<span>${minor === null ? `${currency} not quoted yet` : amount(view, { currency, minor })}</span>`,
  )}<span class="quiet">${figure(view, payments)} ${payments === 1 ? 'payment' : 'payments'}${isTotalDebit ? ', total debit' : ''}</span>`;
}
