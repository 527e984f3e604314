import { feeSums } from '../../../outcomes/fee-sums.ts';
import { type MoneyStrip, moneyStrips } from '../../../outcomes/money-strips.ts';
import type { PaymentGroup } from '../../../outcomes/run-money.ts';
import { isFinalOutcome } from '../../../outcomes/run-outcome.ts';
import type { RunResult } from '../../../outcomes/run-result.ts';
import { toStatusValue } from '../../../outcomes/status-value.ts';
import { debitStateWord, toPaymentState } from '../../../outcomes/total-debits.ts';
import { amount, amountText, figure } from '../../components/amount.ts';
import { html, type Markup } from '../../components/markup.ts';
import { moneyBar } from '../../components/money-bar.ts';
import { runPaymentsPath } from '../../components/paths.ts';
import type { View } from '../../components/view.ts';

/** The money of a file by currency: the outcome of each part, with a link to its payments, and the fees. */
export function runTotals(
  view: View,
  run: bigint,
  groups: readonly PaymentGroup[],
  result: Pick<RunResult, 'money' | 'outcome'>,
): Markup | '' {
  if (groups.length === 0) return '';
  return html`<div class="strips">${moneyStrips(groups).map((one) => strip(view, run, one))}</div>
${fees(view, result)}`;
}

function strip(view: View, run: bigint, { currency, minor, parts }: MoneyStrip): Markup {
  const toned = parts.map((part) => ({ ...part, tone: toStatusValue(part.state).tone }));
  const sum =
    currency === null
      ? html`<p class="quiet">No amount</p>`
      : html`<p class="sum">${amountText(view, { minor, currency })} <abbr>${currency}</abbr></p>`;
  return html`<div class="strip">${sum}<div>${currency === null ? '' : moneyBar(toned)}
<ul>${toned.map(({ state, rows, minor, tone }) => {
    const sum = currency === null ? '' : `${amountText(view, { minor, currency })} `;
    return html`<li class="${tone}"><a href="${runPaymentsPath(run, { state: toPaymentState(state) })}">${sum}${debitStateWord(state).toLowerCase()}</a> (${figure(view, rows)})</li>`;
  })}</ul></div></div>`;
}

/** The fees so far, with who bears them. */
function fees(view: View, { money, outcome }: Pick<RunResult, 'money' | 'outcome'>): Markup | '' {
  const sums = feeSums(money);
  const of = (part: 'fees' | 'recipientFees') =>
    sums.flatMap((one) => (one[part] === 0n ? [] : [{ currency: one.currency, minor: one[part] }]));
  const [all, deducted] = [of('fees'), of('recipientFees')];
  if (all.length === 0) return '';
  const listed = (amounts: typeof all) => amounts.map((one, i) => html`${i ? ', ' : ''}${amount(view, one)}`);
  const areAll = sums.every((one) => one.fees === one.recipientFees);
  const who = areAll ? ', deducted from recipients' : deducted.length === 0 ? ', on top' : '';
  const some = areAll || deducted.length === 0 ? '' : html`; ${listed(deducted)} deducted from recipients`;
  return html`<p class="quiet">${isFinalOutcome(outcome) ? 'Fees' : 'Fees so far'}${who}: ${listed(all)}${some}.</p>`;
}
