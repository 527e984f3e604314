import type { ListedRun } from '../../../ledger/views/run-list.ts';
import { countPayments } from '../../../outcomes/count-payments.ts';
import { debitStateWord, type TotalDebit } from '../../../outcomes/total-debits.ts';
import { figure, shownDebit } from '../../components/amount.ts';
import { html, type Markup } from '../../components/markup.ts';
import { runPath } from '../../components/paths.ts';
import type { View } from '../../components/view.ts';

/** The total debit of a run, paid and unpaid payments apart, one below the other: a table cell. */
export function totalsCell(view: View, { id, debits, moreUnquoted }: ListedDebits): Markup | '' {
  const lines = debits
    .filter(({ currency }) => currency !== null)
    .map(
      (debit) =>
        html`${shownDebit(view, debit)} <span class="quiet no-wrap">${debitStateWord(debit.state).toLowerCase()}</span>`,
    );
  const more = html`<a href="${runPath(id)}">${lines.length > 0 ? 'and payments ' : ''}not quoted yet</a>`;
  return html`${[...lines, ...(moreUnquoted ? [more] : [])].map((line, i) => html`${i === 0 ? '' : html`<br>`}${line}`)}`;
}

type ListedDebits = Pick<ListedRun, 'id' | 'debits' | 'moreUnquoted'>;

/** The total debits one below the other, with the number of payments, for a line of a list. */
export function sumsLines(view: View, sums: readonly Omit<TotalDebit, 'state'>[]): Markup | '' {
  if (sums.length === 0) return '';
  const payments = countPayments(sums);
  return html`${sums.map((one) => html`<span>${shownDebit(view, one)}</span>`)}<span class="quiet">${figure(view, payments)} ${payments === 1 ? 'payment' : 'payments'}${sums.every(({ totalDebit }) => totalDebit !== null) ? ', total debit' : ''}</span>`;
}
