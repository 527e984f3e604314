import { approve } from '../../../actions/approve.ts';
import { reject } from '../../../actions/take-back.ts';
import { runApprovalRefusal } from '../../../engine/review/approval-parties.ts';
import { isSamePerson } from '../../../ledger/users/name-key.ts';
import { readServiceAmount } from '../../../money.ts';
import { approvalsText } from '../../../outcomes/approvals-count.ts';
import { hasRole } from '../../../permissions/access.ts';
import { pluralize } from '../../../platform/pluralize.ts';
import type { BalanceAfter } from '../../../reports/approval-figures.ts';
import type { ApprovalLine } from '../../../reports/approval-line.ts';
import type { ApprovalSummary } from '../../../reports/approval-summary.ts';
import { counted, decimalAmount, decimalText, figure } from '../../components/amount.ts';
import { html, type Markup } from '../../components/markup.ts';
import { noWrap } from '../../components/no-wrap.ts';
import { runPath } from '../../components/paths.ts';
import { moment } from '../../components/relative-time.ts';
import type { View } from '../../components/view.ts';
import type { CurrentUser } from '../../current-user.ts';
import { actionForm, type RefusedForm } from '../action-form.ts';
import { PLACES } from './approval-checks.ts';

/** The debit of each balance and what it leaves, and the rest. */
export function approvalTotals(view: View, summary: ApprovalSummary): Markup {
  const { payments, recipients, balances, comparison, bankDetailAuthors } = summary;
  const short = balances.filter(({ after }) => after?.startsWith('-')).map(({ currency }) => currency);
  const asOf = balances.flatMap(({ at }) => at ?? []).sort()[0];
  return html`<section class="card totals" aria-labelledby="totals"><h2 id="totals">You are approving</h2>
<dl>${balances.map(
    (balance) => html`<div>
<dt class="sum">${balance.debit === null ? `${balance.currency} not quoted yet` : decimalAmount(view, balance.debit, balance.currency)}</dt>
<dd>${balanceAfter(view, balance)}</dd></div>`,
  )}
<div><dt>Payments</dt><dd>${figure(view, payments)}, to ${counted(view, recipients, 'recipient')}</dd></div>
${comparison === null ? '' : html`<div><dt>Compared with <a href="${runPath(comparison.run)}">run ${comparison.run}</a></dt><dd>${againstLast(view, comparison)}</dd></div>`}</dl>
${short.length === 0 ? '' : html`<p class="quiet">You can approve now. Payments in ${short.join(' and ')} wait until the balance covers them.</p>`}
${asOf === undefined ? '' : html`<p class="quiet">Balances loaded ${moment(view, new Date(asOf))}.</p>`}
${bankDetailAuthors.map(({ name, payments }) => html`<p class="quiet">${name} entered the bank details of ${pluralize(payments, 'payment')} and cannot approve this run.</p>`)}</section>`;
}

function balanceAfter(view: View, { available, committed, after }: BalanceAfter): Markup | string {
  if (after === null) return available === null ? 'balance not loaded' : '';
  const others = committed === null ? '' : html`, at least ${decimalText(view, committed)} committed to other runs`;
  if (!after.startsWith('-')) return html`${decimalText(view, after)} left${others}`;
  return html`<strong class="error">${decimalText(view, after.slice(1))} short</strong>${others}`;
}

function againstLast(view: View, { totals }: NonNullable<ApprovalSummary['comparison']>): Markup {
  const all = Object.values(totals);
  const payments = all.reduce((sum, one) => sum + one.payments - one.lastPayments, 0);
  const signed = (text: string) => (text.startsWith('-') ? text : `+${text}`);
  const percents = Object.entries(totals).flatMap(([currency, { percent }]) =>
    noWrap(percent === null ? `${currency} new` : `${currency} ${signed(decimalText(view, percent))}%`),
  );
  const apart = Math.abs(payments);
  const more =
    payments === 0
      ? 'same number of payments'
      : `${figure(view, apart)} ${payments < 0 ? 'fewer' : 'more'} ${apart === 1 ? 'payment' : 'payments'}`;
  return html`${more}${percents.map((percent) => html`, ${percent}`)}`;
}

export function approvalDecision(view: View, summary: ApprovalSummary, refused: RefusedForm | null): Markup {
  const { run, hash, accountsMoved, unverified, payments } = summary;
  const why = approvalRefusal(view.currentUser, summary);
  const isFirst = needsAnother(view.currentUser, summary);
  const path = `${runPath(run)}#${PLACES.decide}`;
  return html`<section class="card decide" aria-labelledby="${PLACES.decide}"><h2 id="${PLACES.decide}" tabindex="-1">Approve or reject</h2>
${approvalsSoFar(summary)}
${
  why === null && !accountsMoved
    ? actionForm(view, approve, {
        path,
        shape: 'main',
        button: buttonText(summary, pluralize(payments, 'payment'), isFirst),
        hidden: { hash },
        question: isFirst
          ? html`<p class="quiet">${releasedChanges(view.currentUser, summary) ? RELEASED_CHANGES : 'Two approvers are required.'} Nothing is sent until another approver approves it too.</p>`
          : '',
        fields: {
          verified: unverified > 0 && {
            label: `How did you verify the new ${unverified === 1 ? 'account' : 'accounts'}?`,
          },
        },
        refused,
      })
    : hasRole(view.currentUser.role, 'approver') || isSamePerson(view.currentUser.name, summary.maker)
      ? html`<p class="notice wait">${why ?? 'It can only be rejected.'}</p>`
      : html`<p class="quiet">An approver other than the uploader must approve or reject it.</p>`
}
${hasRole(view.currentUser.role, 'approver') ? actionForm(view, reject, { path, refused }) : ''}
<p class="quiet covers">Your approval covers exactly the payments, accounts, rates and fees shown. Any change needs a new approval.</p>
<div class="on-paper"><p>Not yet approved or rejected when printed. Approve or reject the run in Payrun. You can note the decision here.</p>
<p class="sign">approved or rejected, by whom, when, why</p></div></section>`;
}

/** The number of approvals, only if that does not depend on who approves first. */
function buttonText({ approvals, payDate }: ApprovalSummary, count: string, isFirst: boolean): string {
  if (isFirst && approvals.needed === 2) return `Approve ${count} (${approvalsText({ ...approvals, given: 1 })})`;
  return isFirst || payDate !== null ? `Approve ${count}` : `Approve and send ${count}`;
}

function approvalsSoFar({ approvals, batches, why }: ApprovalSummary): Markup | '' {
  if (approvals.needed === 1) return '';
  const names = [...new Set(batches.flatMap(({ approvedFirstBy }) => approvedFirstBy ?? []))];
  return html`<p><strong>${approvalsText(approvals)}.</strong>${names.length > 0 ? ` ${names.join(', ')} approved it first.` : ''} <span class="quiet">${why.join(' ')}</span></p>`;
}

const RELEASED_CHANGES =
  'You released a payment to changed bank details in this run, so your approval counts as the first of two.';

const releasedChanges = ({ name }: CurrentUser, { changesReleasedBy }: ApprovalSummary): boolean =>
  changesReleasedBy.some((one) => isSamePerson(one, name));

/** Whether another approver is needed after this visitor's approval. For display only: the engine checks again. */
function needsAnother(currentUser: CurrentUser, summary: ApprovalSummary): boolean {
  const { needed, given } = summary.approvals;
  return given === 0 && (needed === 2 || releasedChanges(currentUser, summary));
}

/**
 * The reason that this visitor cannot approve the run, as a sentence; null if they can. For display: the engine checks
 * again.
 */
export function approvalRefusal(currentUser: CurrentUser, line: ApprovalLine): string | null {
  const [first = null, ...others] = new Set(line.batches.map(({ approvedFirstBy }) => approvedFirstBy));
  return runApprovalRefusal(currentUser, {
    ...line,
    approvedFirstBy: others.length === 0 ? first : null,
    debits: Object.entries(line.runDebits).map(([currency, debit]) => ({
      currency,
      minor: readServiceAmount(debit, currency) ?? 0n,
    })),
  });
}
