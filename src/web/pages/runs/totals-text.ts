import { countPayments } from '../../../outcomes/count-payments.ts';
import { debitValue } from '../../../outcomes/debit-value.ts';
import type { TotalDebit } from '../../../outcomes/total-debits.ts';
import { figure } from '../../components/amount.ts';
import { html, type Markup } from '../../components/markup.ts';
import type { View } from '../../components/view.ts';
import { valueMarkup } from '../../lists/value-markup.ts';

/** The total debits one below the other, with the number of payments, for a line of a list. */
export function sumsLines(view: View, sums: readonly Omit<TotalDebit, 'state'>[]): Markup | '' {
  if (sums.length === 0) return '';
  const payments = countPayments(sums);
  return html`${sums.map((one) => html`<span>${valueMarkup(view, debitValue(one))}</span>`)}<span class="quiet">${figure(view, payments)} ${payments === 1 ? 'payment' : 'payments'}${sums.every(({ totalDebit }) => totalDebit !== null) ? ', total debit' : ''}</span>`;
}
