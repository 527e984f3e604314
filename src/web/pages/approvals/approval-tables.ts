import {
  approvalBalances,
  correctedRows,
  heldApart,
  paymentsAfterReturn,
  paymentsToApprove,
  releasedPayments,
  warnedPayments,
} from '../../../lists/approval-tables.ts';
import type { TableOf } from '../../../lists/list.ts';
import { debitValue } from '../../../outcomes/debit-value.ts';
import { reasonList } from '../../../outcomes/reason-words.ts';
import { capitalized } from '../../../platform/capitalize.ts';
import { pluralize } from '../../../platform/pluralize.ts';
import type { ComparedTotal } from '../../../reports/approval-figures.ts';
import type { ApprovalSummary } from '../../../reports/approval-summary.ts';
import { decimalAmount, decimalText, exchangeRate, figure } from '../../components/amount.ts';
import { html, type Markup } from '../../components/markup.ts';
import { runPath, runPaymentsPath } from '../../components/paths.ts';
import { exactMoment, moment } from '../../components/relative-time.ts';
import { table } from '../../components/table.ts';
import type { View } from '../../components/view.ts';
import { listTable } from '../../lists/list-table.ts';
import { valueMarkup } from '../../lists/value-markup.ts';
import { PLACES } from './approval-checks.ts';

/** Amounts and quotes by batch. */
export function priceTable(view: View, { batches }: ApprovalSummary): Markup {
  // The totals beside the decision say the first of them.
  const locked = batches.map(({ quoteHoldsUntil }) => Date.parse(quoteHoldsUntil));
  const isLockedAlike = Math.max(...locked) - Math.min(...locked) < LOCKED_TOGETHER_MS;
  return table(
    'Total debit by batch',
    [
      {
        title: 'Currency',
        names: true,
        cell: ({ currency, payments, quoteHoldsUntil }) =>
          html`${currency}<br><span class="quiet">batch of ${pluralize(payments, 'payment')}${isLockedAlike ? '' : html`, rate locked until ${exactMoment(view, new Date(quoteHoldsUntil))}`}</span>`,
      },
      { title: 'Sent', align: 'right', cell: ({ sending, currency }) => decimalAmount(view, sending, currency) },
      {
        title: 'Fees',
        align: 'right',
        cell: ({ fees, recipientFees, currency }) =>
          html`${decimalAmount(view, fees, currency)}${Number(recipientFees) === 0 ? '' : html`<br><span class="quiet">${fees === recipientFees ? '' : `${decimalText(view, recipientFees)} `}deducted from recipients</span>`}`,
      },
      {
        title: 'Total debit',
        align: 'right',
        compact: 'beside titled',
        cell: ({ debit, currency }) => decimalAmount(view, debit, currency),
      },
      {
        title: 'Rate',
        align: 'right',
        cell: ({ arrives, rate, currency: from }) =>
          arrives === null
            ? 'not priced yet'
            : rate === null
              ? ''
              : html`${Object.keys(arrives).map((to) => exchangeRate(view, { from, to, rate }))}`,
      },
    ],
    batches,
    undefined,
    { stacks: true },
  );
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
export function unusualPayments(view: View, summary: ApprovalSummary): Markup {
  const { run, corrected, released, warned, cameBack, newRecipients } = summary;
  const { count, payments: all, largest } = newRecipients;
  const part = <Row>(
    [id, title]: readonly [id: string, title: string],
    table: (run: string) => TableOf<Row>,
    { count, shown }: { readonly count: number; readonly shown: readonly Row[] },
    caption?: string,
  ) =>
    count === 0
      ? ''
      : html`<h2 id="${id}" tabindex="-1">${title}</h2>
${listTable(view, table(run), shown, caption === undefined ? {} : { caption })}
${moreMarked(view, count, shown)}`;
  const [rows, recipients] = [corrected.count === 1 ? 'row' : 'rows', count === 1 ? 'recipient' : 'recipients'];
  return html`${part([PLACES.corrected, `Corrected after the upload: ${figure(view, corrected.count)} ${rows}`], correctedRows, corrected)}
${part([PLACES.released, `Released from hold: ${payments(view, released.count)}`], releasedPayments, released)}
${part([PLACES.warned, `With a warning: ${payments(view, warned.count)}`], warnedPayments, warned)}
${part([PLACES.cameBack, `Last payment failed or was returned: ${payments(view, cameBack.count)}`], paymentsAfterReturn, cameBack)}
${part([PLACES.new, `Never paid before: ${figure(view, count)} ${recipients}`], paymentsToApprove, { count: all, shown: largest }, 'The largest payments to new recipients')}`;
}

/** Compares the run with the last similar run of this merchant. */
export function comparisonTable(view: View, { comparison, retryOf, isRest }: ApprovalSummary): Markup | '' {
  if (retryOf !== null || isRest) return '';
  if (comparison === null)
    return html`<h2>Compared with the last run</h2><p class="empty">This merchant has paid no run like this one before.</p>`;
  const { run, sheet, at, totals } = comparison;
  return html`<h2>Compared with <a href="${runPath(run)}">run ${run}</a>${sheet === null ? '' : html` (${sheet})`}, ${moment(view, new Date(at))}</h2>
${table<readonly [currency: string, total: ComparedTotal]>(
  'This run and the last one',
  [
    { title: 'Currency', names: true, cell: ([currency]) => currency },
    {
      title: 'Payments',
      align: 'right',
      cell: ([, { payments: now, lastPayments }]) =>
        html`${figure(view, now)}<br><span class="quiet">then ${figure(view, lastPayments)}</span>`,
    },
    {
      title: 'Total debit',
      align: 'right',
      cell: ([currency, { amount, lastAmount }]) =>
        html`${decimalAmount(view, amount, currency)}<br><span class="quiet">then ${decimalAmount(view, lastAmount, currency)}</span>`,
    },
    {
      title: 'Difference',
      align: 'right',
      cell: ([currency, { difference, percent }]) =>
        html`${isMore(difference) ? '+' : ''}${decimalAmount(view, difference, currency)}${percent === null ? '' : html`<br><span class="quiet">${isMore(percent) ? '+' : ''}${decimalText(view, percent)} %</span>`}`,
    },
  ],
  Object.entries(totals),
  undefined,
  { stacks: true },
)}`;
}

const isMore = (difference: string): boolean => Number(difference) > 0;

/** Payments on hold, which this approval does not send. */
export function heldTable(view: View, { run, held: { count, debits, reasons, shown } }: ApprovalSummary): Markup | '' {
  if (count === 0) return '';
  const listed = reasonList(
    reasons.map((one) => ({ ...one, state: 'held' as const })),
    'held',
  );
  return html`<h2 id="${PLACES.held}" tabindex="-1">On hold, not part of this approval: ${payments(view, count)}${debits.map((one) => html`, ${valueMarkup(view, debitValue(one))}`)}</h2>
<p>${capitalized(listed)}. <a href="${runPaymentsPath(run, { state: 'held' })}">All payments on hold</a></p>
${listTable(view, heldApart(run), shown)}`;
}

function payments(view: View, n: number): string {
  return `${figure(view, n)} ${n === 1 ? 'payment' : 'payments'}`;
}

/** The number of payments that are not shown; the list of all payments marks them. */
function moreMarked(view: View, count: number, shown: readonly unknown[]): Markup | '' {
  if (count <= shown.length) return '';
  return html`<p class="quiet">and ${figure(view, count - shown.length)} more, marked in the <a href="#${PLACES.payments}">list of all payments</a></p>`;
}
