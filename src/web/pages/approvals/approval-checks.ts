import { type ApprovalPart, approvalParts, CHECK_WORDS, comparison } from '../../../lists/tables/approval-checks.ts';
import { debitValue } from '../../../outcomes/debit-value.ts';
import { reasonList, withFullStop } from '../../../outcomes/reason-words.ts';
import { capitalized } from '../../../platform/capitalize.ts';
import { pluralize } from '../../../platform/pluralize.ts';
import { as } from '../../../references/value.ts';
import type { ApprovalSummary } from '../../../reports/approval-summary.ts';
import type { Unusual } from '../../../reports/approval-unusual.ts';
import { highFees } from '../../../reports/high-fees.ts';
import type { PaymentToApprove } from '../../../reports/payments-to-approve.ts';
import { figure } from '../../components/amount.ts';
import { type IconName, icon } from '../../components/icon.ts';
import { itemList, listItem } from '../../components/list-item.ts';
import { type Content, html, type Markup } from '../../components/markup.ts';
import { noWrap } from '../../components/no-wrap.ts';
import { approvePath, pathWith, runPaymentsPath } from '../../components/paths.ts';
import { moment } from '../../components/relative-time.ts';
import type { View } from '../../components/view.ts';
import { valueMarkup } from '../../lists/value-markup.ts';
import { accountDiff } from '../payments/account-diff.ts';

/** Anchors of the parts of the page. */
export const PLACES = {
  decide: 'decide',
  payments: 'payments',
} as const;

/** Changed accounts that are compared before the decision; the others follow on request. */
const FIRST_CHANGED = 3;

type Look = readonly [icon: IconName, tone: string];

const PARTS: Readonly<Record<Exclude<ApprovalPart['check'], 'changed'>, Look>> = {
  corrected: ['correct', 'wait'],
  came_back: ['alert', 'wait'],
  released: ['hold', 'wait'],
  warned: ['alert', 'wait'],
  new: ['people', ''],
};

const BAD: readonly Unusual['kind'][] = ['same_amount', 'shared_account', 'totals_row'];
const UNUSUAL: Partial<Record<Unusual['kind'], IconName>> = { shared_account: 'people', in_review: 'wait' };

/**
 * Checks before an approval, most dangerous first: changed accounts side by side, then a line for each other check with
 * a link to its payments.
 */
export function approvalChecks(view: View, summary: ApprovalSummary): Markup {
  const parts = approvalParts(summary);
  const linesOf = (...checks: readonly ApprovalPart['check'][]) =>
    parts.filter(({ check }) => checks.includes(check)).map((part) => partLine(view, part, summary));
  const lines = [
    ...linesOf('corrected', 'came_back'),
    ...summary.unusual.map((one) => unusualLine(view, summary.run, one)),
    ...highFees(summary.batches).map((title) => line(['alert', 'wait'], title, '')),
    ...linesOf('released', 'warned', 'new'),
    ...heldLine(view, summary),
  ];
  const changed = parts.find(({ check }) => check === 'changed');
  const count = lines.length + (changed ? 1 : 0);
  if (count === 0)
    return html`<section class="card checks" aria-labelledby="checks"><h2 id="checks">Nothing unusual</h2>
<p>No changed bank details, no new recipients, nothing corrected after the upload, nothing on hold, and no amount or total far above earlier ones.</p></section>`;
  return html`<section class="card checks" aria-labelledby="checks"><h2 id="checks">Check ${count === 1 ? 'this item' : `these ${count} items`} first</h2>
${changed ? changedAccounts(view, summary, changed.title) : ''}${lines.length === 0 ? '' : itemList(lines)}</section>`;
}

/** Old and new account side by side. */
function changedAccounts(view: View, { run, changedAccounts, verifications }: ApprovalSummary, title: string): Markup {
  const { count, shown } = changedAccounts;
  const card = (one: PaymentToApprove) => changedAccount(view, run, one);
  const others = shown.slice(FIRST_CHANGED);
  const missing = count - shown.length;
  return html`<h3>${title}</h3>
${shown.slice(0, FIRST_CHANGED).map(card)}
${others.length === 0 ? '' : html`<details class="more"><summary>${figure(view, others.length)} more changed accounts</summary>${others.map(card)}</details>`}
${missing > 0 ? html`<p class="quiet">and ${figure(view, missing)} more: ${showLink(run, 'changed', 'show all')}</p>` : ''}
${verifications.map(({ by, at, note }) => html`<p class="verified">${icon('approve')} <span><strong>Verified by ${by}</strong>, ${moment(view, new Date(at))}: ${note}</span></p>`)}`;
}

const showLink = (run: string, check: ApprovalPart['check'], text: Content): Markup =>
  html`<a href="${pathWith(`${approvePath(run)}/payments`, { check })}#${PLACES.payments}">${text}</a>`;

/** A new account was not on hold if nothing was paid to the recipient before: then it says who entered it. */
function changedAccount(view: View, run: string, payment: PaymentToApprove): Markup {
  const { row, reference, released, enteredBy } = payment;
  const last = payment.last!;
  const cameBack = last.state === 'failed' || last.state === 'returned';
  return accountDiff(
    view,
    { ...payment, last },
    html`<a href="${runPaymentsPath(run, { after: row - 1 })}">${noWrap(reference)}</a>, row ${row}; previously <a href="${runPaymentsPath(last.run, { after: last.row - 1 })}">run ${last.run}, row ${last.row}</a>. ${cameBack ? html`${last.state === 'failed' ? 'It failed' : 'It came back'}: ${withFullStop(last.reason ?? 'no reason given')} ${enteredBy === null ? 'Payrun does not know who entered the new account' : `New account entered by ${enteredBy}`}. ` : ''}${released ? html`Released by ${released.by}, ${moment(view, new Date(released.at))}.` : cameBack ? '' : html`<strong>Not released.</strong>`}`,
  );
}

const line = ([name, tone]: Look, title: Content, about: Content, action: Content = ''): Markup =>
  listItem({ icon: name, tone, title: html`<strong>${title}</strong>`, about, action });

const showButton = (path: string, what: string): Markup =>
  html`<a class="button" href="${path}#${PLACES.payments}">Show<span class="hidden"> ${what}</span></a>`;

/** Payments that the list can show, with the first of them. */
function partLine(view: View, { check, title, shown }: ApprovalPart, { run, cameBack }: ApprovalSummary): Markup {
  const [name, tone] = PARTS[check as keyof typeof PARTS];
  const isBad = check === 'came_back' && cameBack.changed > 0;
  const { row, reference, recipientName, amount, currency } = shown[0]!;
  const link = as.link('row', `${run} ${row}`, `${recipientName ?? reference}, row ${row}`);
  const reason = CHECK_WORDS[check].reason(shown[0]!);
  const first = as.joined(
    [
      as.words`${shown.length > 1 && check === 'new' ? 'Largest: ' : ''}${link}: ${as.decimal(amount, currency)}.`,
      reason,
    ],
    ' ',
  );
  const path = pathWith(`${approvePath(run)}/payments`, { check });
  return line([name, isBad ? 'bad' : tone], title, valueMarkup(view, first), showButton(path, title));
}

function unusualLine(view: View, run: string, { kind, title, reason, row, other }: Unusual): Markup {
  const compare = other === null ? '' : html` ${valueMarkup(view, comparison(other))}.`;
  const show =
    row === null ? '' : showButton(pathWith(`${approvePath(run)}/payments`, { after: String(row - 1) }), title);
  return line([UNUSUAL[kind] ?? 'alert', BAD.includes(kind) ? 'bad' : 'wait'], title, html`${reason}${compare}`, show);
}

/** Payments on hold, which this approval does not send. */
function heldLine(view: View, { run, held }: ApprovalSummary): readonly Markup[] {
  if (held.count === 0) return [];
  const reasons = held.reasons.map((one) => ({ ...one, state: 'held' as const }));
  const sums = held.debits.map((one, i) => html`${i === 0 ? '' : ', '}${valueMarkup(view, debitValue(one))}`);
  const title = `Excluded: ${pluralize(held.count, 'payment')} on hold`;
  const about = html`${sums}. ${capitalized(reasonList(reasons, 'held'))}.`;
  return [
    line(['hold', 'plain'], title, about, showButton(runPaymentsPath(run, { state: 'held' }).split('#')[0]!, title)),
  ];
}
