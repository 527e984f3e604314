import { ANY_DETAIL } from '../../../ledger/payments/sealed-row.ts';
import { type ApprovalPart, approvalParts, comparison } from '../../../lists/tables/approval-parts.ts';
import { withFullStop } from '../../../outcomes/reason-words.ts';
import { countryWord } from '../../../references/country-word.ts';
import { accountTitle } from '../../../references/shown-account.ts';
import type { ApprovalSummary, ChangedPayment } from '../../../reports/approval-summary.ts';
import type { Unusual } from '../../../reports/approval-unusual.ts';
import type { PaymentState } from '../../../states.ts';
import { decimalAmount, figure } from '../../components/amount.ts';
import { type IconName, icon, tile } from '../../components/icon.ts';
import { type Content, html, type Markup } from '../../components/markup.ts';
import { noWrap } from '../../components/no-wrap.ts';
import { runPaymentsPath } from '../../components/paths.ts';
import { moment } from '../../components/relative-time.ts';
import type { View } from '../../components/view.ts';
import { valueMarkup } from '../../lists/value-markup.ts';

/** Anchors of the parts of the page. */
export const PLACES = {
  changed: 'changed',
  decide: 'decide',
  payments: 'payments',
} as const;

/** How the line of each part looks. */
const PARTS: Readonly<Record<ApprovalPart['id'], { readonly icon: IconName; readonly tone: string }>> = {
  corrected: { icon: 'correct', tone: 'wait' },
  'came-back': { icon: 'alert', tone: 'wait' },
  released: { icon: 'hold', tone: 'wait' },
  warned: { icon: 'alert', tone: 'wait' },
  new: { icon: 'people', tone: '' },
  held: { icon: 'hold', tone: 'plain' },
};

const ABOUT_ACCOUNTS: readonly ApprovalPart['id'][] = ['corrected', 'came-back'];

/** Changed accounts that are compared before the decision; the others follow on request. */
const FIRST_CHANGED = 3;

const UNUSUAL: Readonly<Record<Unusual['kind'], { readonly icon: IconName; readonly tone: string }>> = {
  same_amount: { icon: 'alert', tone: 'bad' },
  fees_deducted: { icon: 'alert', tone: 'wait' },
  shared_account: { icon: 'people', tone: 'bad' },
  amount_above: { icon: 'alert', tone: 'wait' },
  total_above: { icon: 'alert', tone: 'wait' },
  totals_row: { icon: 'alert', tone: 'bad' },
  type_from_name: { icon: 'alert', tone: 'wait' },
  below_limit: { icon: 'alert', tone: 'wait' },
  in_review: { icon: 'wait', tone: 'wait' },
  tax_withheld: { icon: 'alert', tone: 'wait' },
};

/**
 * The checks before an approval, most dangerous first: changed accounts side by side, then the rest in a line each.
 */
export function approvalChecks(view: View, summary: ApprovalSummary, toDecision: Markup | '' = ''): Markup {
  const linesOf = (ofAccounts: boolean) =>
    approvalParts(summary)
      .filter(({ id }) => ABOUT_ACCOUNTS.includes(id) === ofAccounts)
      .map((part) => partLine(view, part, summary));
  const lines = [...linesOf(true), ...unusualLines(view, summary), ...linesOf(false)];
  return html`<section class="card checks" aria-labelledby="checks"><h2 id="checks">Check before you approve</h2>
${changedAccounts(view, summary)}
${
  lines.length === 0 && summary.changedAccounts.count === 0
    ? html`<p>Nothing unusual: no changed bank details, no new recipients, nothing corrected after the upload, nothing on hold, no amount or total far above earlier ones.</p>`
    : html`<ul class="todo">${lines}</ul>`
}${toDecision}</section>`;
}

/** Old and new account side by side. */
function changedAccounts(view: View, summary: ApprovalSummary): Markup | '' {
  const { run, changedAccounts, verifications } = summary;
  const { count, uncertain, shown } = changedAccounts;
  if (count === 0) return '';
  const card = (one: ChangedPayment) => changedAccount(view, run, one);
  const [first, others] = [shown.slice(0, FIRST_CHANGED), shown.slice(FIRST_CHANGED)];
  const missing = count - shown.length;
  return html`<h3 id="${PLACES.changed}" tabindex="-1">${uncertain === count ? 'Bank details not certain' : 'Changed bank details'}: ${figure(view, count)} ${count === 1 ? 'payment' : 'payments'}${uncertain > 0 && uncertain < count ? html`, ${figure(view, uncertain)} of them not certain` : ''}</h3>
${first.map(card)}
${others.length === 0 ? '' : html`<details class="more"><summary>${figure(view, others.length)} more changed accounts</summary>${others.map(card)}</details>`}
${missing > 0 ? html`<p class="quiet">and ${figure(view, missing)} more, marked in the list of all payments</p>` : ''}
${verifications.map(({ by, at, note }) => html`<p class="verified">${icon('approve')} <span><strong>Verified by ${by}</strong>, ${moment(view, new Date(at))}: ${note}</span></p>`)}`;
}

/** How the payment to compare with ended, before when that was. */
const ENDED: Partial<Record<PaymentState, string>> = {
  processed: 'Last paid',
  failed: 'Sent and failed',
  returned: 'Sent and returned',
};

/** A new account was not on hold if nothing was paid to the recipient before: who entered it stands there instead. */
function changedAccount(view: View, run: string, payment: ChangedPayment): Markup {
  const {
    row,
    reference,
    recipientName,
    amount,
    currency,
    account,
    country,
    last,
    released,
    isCertain,
    details,
    enteredBy,
  } = payment;
  const cameBack = last.state === 'failed' || last.state === 'returned';
  return html`<div class="diff" role="group" aria-label="${isCertain ? 'Changed account' : 'Account'} of ${recipientName ?? reference}">
<div><span class="quiet">${ENDED[last.state] ?? 'Last sent, and not confirmed as paid,'} ${moment(view, new Date(last.at))}, ${decimalAmount(view, last.amount, last.currency)}</span>
<strong>${noWrap(accountTitle(last.account) || 'known at the payout service only')}</strong> ${countryWord(last.country)}</div>
<span aria-hidden="true">→</span>
<div class="now"><span class="quiet">${recipientName ?? 'not named'} now gets ${decimalAmount(view, amount, currency)}</span>
<strong>${noWrap(accountTitle(account))}</strong> ${countryWord(country)}</div>
${account !== null && account === last.account && isCertain ? html`<p><strong>Changed: ${details ?? ANY_DETAIL}.</strong></p>` : ''}
<p class="quiet">${isCertain ? '' : `${UNCERTAIN} `}<a href="${runPaymentsPath(run, { after: row - 1 })}">${noWrap(reference)}</a>, row ${row}; before in <a href="${runPaymentsPath(last.run, { after: last.row - 1 })}">run ${last.run}, row ${last.row}</a>. ${cameBack ? html`${last.state === 'failed' ? 'It failed' : 'It came back'}: ${withFullStop(last.reason ?? 'no reason given')} ${enteredBy === null ? 'It is not known who entered the new account' : `New account entered by ${enteredBy}`}. ` : ''}${released ? html`Released by ${released.by}, ${moment(view, new Date(released.at))}.` : cameBack ? '' : html`<strong>Not released by anybody.</strong>`}</p>
</div>`;
}

const UNCERTAIN = 'It may be the account last sent to: Payrun does not know its whole number.';

const line = (name: IconName, tone: string, title: Content, reason: Content): Markup =>
  html`<li>${tile(name, tone)}<div><p class="what">${title}</p>${reason === '' ? '' : html`<p class="quiet">${reason}</p>`}</div></li>`;

/** A part that has a table of its own below, with its first payment. */
function partLine(view: View, { id, title, first }: ApprovalPart, { cameBack }: ApprovalSummary): Markup {
  const { icon: name, tone } = PARTS[id];
  const isBad = id === 'came-back' && cameBack.changed > 0;
  return line(name, isBad ? 'bad' : tone, html`<a href="#${id}">${title}</a>`, valueMarkup(view, first));
}

function unusualLines(view: View, { run, unusual }: ApprovalSummary): readonly Markup[] {
  return unusual.map(({ kind, title, reason, row, other }) => {
    const { icon: name, tone } = UNUSUAL[kind];
    const linked =
      row === null
        ? html`<strong>${title}</strong>`
        : html`<a href="${runPaymentsPath(run, { after: row - 1 })}">${title}</a>`;
    const compare = other === null ? '' : html` ${valueMarkup(view, comparison(other))}.`;
    return line(name, tone, linked, html`${reason}${compare}`);
  });
}
