import { debitValue } from '../../../outcomes/debit-value.ts';
import { feeSums } from '../../../outcomes/fee-sums.ts';
import { isFinalOutcome } from '../../../outcomes/run-outcome.ts';
import type { RunResult } from '../../../outcomes/run-result.ts';
import { debitStateWord, paymentStateOf, type TotalDebit } from '../../../outcomes/total-debits.ts';
import { pluralize } from '../../../platform/pluralize.ts';
import { amount } from '../../components/amount.ts';
import { html, type Markup } from '../../components/markup.ts';
import { runPaymentsPath } from '../../components/paths.ts';
import type { View } from '../../components/view.ts';
import { valueMarkup } from '../../lists/value-markup.ts';

/**
 * The total debit by state and funding currency, each with a link to its payments, and the fees so far with who bears
 * them. The payments are all rows of the run.
 */
export function runSums(
  view: View,
  run: bigint,
  { debits, money, outcome }: Pick<RunResult, 'debits' | 'money' | 'outcome'>,
): Markup | '' {
  if (debits.length === 0) return '';
  const label = ({ state, payments }: TotalDebit) =>
    `${pluralize(payments, state === 'invalid' ? 'row' : 'payment')} ${debitStateWord(state).toLowerCase()}`;
  const figureOf = (debit: TotalDebit) =>
    html`<div><dt><a href="${runPaymentsPath(run, { state: paymentStateOf(debit.state) })}">${label(debit)}</a></dt>${
      debit.currency === null ? '' : html`<dd>${valueMarkup(view, debitValue(debit))}</dd>`
    }</div>`;
  const feesWord = isFinalOutcome(outcome) ? 'Fees' : 'Fees so far';
  const sums = feeSums(money);
  const of = (part: 'fees' | 'recipientFees') =>
    sums.flatMap((one) => (one[part] === 0n ? [] : [{ currency: one.currency, minor: one[part] }]));
  const [fees, deducted] = [of('fees'), of('recipientFees')];
  const listed = (amounts: typeof fees) => amounts.map((one, i) => html`${i ? ', ' : ''}${amount(view, one)}`);
  const isAll = sums.every((one) => one.fees === one.recipientFees);
  return html`<dl class="sums" aria-label="Total debit">${debits.map(figureOf)}${
    fees.length === 0
      ? ''
      : html`<div class="several"><dt>${feesWord}${isAll ? ', deducted from recipients' : deducted.length === 0 ? ', on top' : ''}</dt><dd>${listed(fees)}</dd>${
          isAll || deducted.length === 0
            ? ''
            : html`<dd class="quiet">${listed(deducted)} deducted from recipients</dd>`
        }</div>`
  }</dl>`;
}
