import { approvalParts } from '../../../lists/tables/approval-parts.ts';
import { approvalBalances, batchesToApprove, comparedTotals } from '../../../lists/tables/approval-tables.ts';
import { debitValue } from '../../../outcomes/debit-value.ts';
import { reasonList } from '../../../outcomes/reason-words.ts';
import { capitalized } from '../../../platform/capitalize.ts';
import type { ApprovalSummary } from '../../../reports/approval-summary.ts';
import { decimalAmount, figure } from '../../components/amount.ts';
import { html, type Markup } from '../../components/markup.ts';
import { runPath, runPaymentsPath } from '../../components/paths.ts';
import { moment } from '../../components/relative-time.ts';
import type { View } from '../../components/view.ts';
import { listTable } from '../../lists/list-table.ts';
import { valueMarkup } from '../../lists/value-markup.ts';
import { PLACES } from './approval-checks.ts';

/** Amounts and quotes by batch. The totals beside the decision say until when the first rate is locked. */
export function priceTable(view: View, { batches }: ApprovalSummary): Markup {
  const locked = batches.map(({ quoteHoldsUntil }) => Date.parse(quoteHoldsUntil));
  const isLockedAlike = Math.max(...locked) - Math.min(...locked) < LOCKED_TOGETHER_MS;
  return listTable(view, batchesToApprove, batches, { without: isLockedAlike ? ['locked'] : [] });
}

/** Batches of a run are quoted one after the other. */
const LOCKED_TOGETHER_MS = 60_000;

/** The balances that the run is paid from, with a notice for each shortfall. */
export function balancesTable(view: View, { balances }: ApprovalSummary): Markup {
  const short = balances.filter(({ after }) => after?.startsWith('-'));
  return html`${short.map(
    ({ currency, after, at }) =>
      html`<p class="notice wait">The ${currency} balance${at === null ? '' : html`, as of ${moment(view, new Date(at))},`} lacks ${decimalAmount(view, after!.slice(1), currency)}. You can approve; the payments wait until the balance covers them.</p>`,
  )}
${listTable(view, approvalBalances, balances)}`;
}

/** The payments to look at, by what is unusual about them. */
export function unusualPayments(view: View, summary: ApprovalSummary): readonly Markup[] {
  const parts = approvalParts(summary).filter(({ id }) => id !== 'held');
  return parts.map(
    ({ id, heading, table, shown, caption, all }) => html`<h2 id="${id}" tabindex="-1">${heading}</h2>
${listTable(view, table, shown, caption === undefined ? {} : { caption })}
${moreMarked(view, all, shown)}`,
  );
}

/** Compares the run with the last similar run of this merchant. */
export function comparisonTable(view: View, { comparison, retryOf, isRest }: ApprovalSummary): Markup | '' {
  if (retryOf !== null || isRest) return '';
  if (comparison === null)
    return html`<h2>Compared with the last run</h2><p class="empty">This merchant has paid no run like this one before.</p>`;
  const { run, sheet, at, totals } = comparison;
  return html`<h2>Compared with <a href="${runPath(run)}">run ${run}</a>${sheet === null ? '' : html` (${sheet})`}, ${moment(view, new Date(at))}</h2>
${listTable(
  view,
  comparedTotals,
  Object.entries(totals).map(([currency, total]) => ({ currency, ...total })),
)}`;
}

/** Payments on hold, which this approval does not send. */
export function heldTable(view: View, summary: ApprovalSummary): readonly Markup[] {
  const { run, held } = summary;
  const reasons = reasonList(
    held.reasons.map((one) => ({ ...one, state: 'held' as const })),
    'held',
  );
  return approvalParts(summary)
    .filter(({ id }) => id === 'held')
    .map(
      ({
        id,
        heading,
        table,
        shown,
      }) => html`<h2 id="${id}" tabindex="-1">${heading}${held.debits.map((one) => html`, ${valueMarkup(view, debitValue(one))}`)}</h2>
<p>${capitalized(reasons)}. <a href="${runPaymentsPath(run, { state: 'held' })}">All payments on hold</a></p>
${listTable(view, table, shown)}`,
    );
}

/** The number of payments that are not shown; the list of all payments marks them. */
function moreMarked(view: View, count: number, shown: readonly unknown[]): Markup | '' {
  if (count <= shown.length) return '';
  return html`<p class="quiet">and ${figure(view, count - shown.length)} more, marked in the <a href="#${PLACES.payments}">list of all payments</a></p>`;
}
