import { codeWords } from '../../../events/code-words.ts';
import { debitValue } from '../../../outcomes/debit-value.ts';
import { reasonList } from '../../../outcomes/reason-words.ts';
import { capitalized } from '../../../platform/capitalize.ts';
import { pluralize } from '../../../platform/pluralize.ts';
import { accountTitle } from '../../../references/shown-account.ts';
import type { BalanceAfter, ComparedTotal } from '../../../reports/approval-figures.ts';
import type {
  ApprovalSummary,
  CorrectedRow,
  NamedPayment,
  PaymentAfterReturn,
  ReleasedPayment,
  WarnedOfPayment,
} from '../../../reports/approval-summary.ts';
import { decimalAmount, decimalText, exchangeRate, figure } from '../../components/amount.ts';
import { type Content, html, type Markup } from '../../components/markup.ts';
import { noWrap } from '../../components/no-wrap.ts';
import { runPath, runPaymentsPath } from '../../components/paths.ts';
import { exactMoment, moment } from '../../components/relative-time.ts';
import { type PageColumn, table } from '../../components/table.ts';
import type { View } from '../../components/view.ts';
import { valueMarkup } from '../../lists/value-markup.ts';
import { PLACES } from './approval-checks.ts';

type ListedPayment = Omit<NamedPayment, 'account'>;

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
${table<BalanceAfter>(
  'Balances',
  [
    { title: 'Currency', names: true, cell: ({ currency }) => currency },
    {
      title: 'Available',
      align: 'right',
      cell: ({ available, currency, at }) =>
        available === null
          ? 'not loaded'
          : html`${decimalAmount(view, available, currency)}<br><span class="quiet">as of ${moment(view, new Date(at!))}</span>`,
    },
    {
      title: 'Committed to other runs',
      align: 'right',
      optional: true,
      cell: ({ committed, currency }) =>
        committed === null ? '' : html`at least ${decimalAmount(view, committed, currency)}`,
    },
    {
      title: 'Total debit',
      align: 'right',
      cell: ({ debit, currency }) => (debit === null ? 'not quoted yet' : decimalAmount(view, debit, currency)),
    },
    {
      title: 'Short',
      align: 'right',
      optional: true,
      cell: ({ after, currency }) => (after?.startsWith('-') ? decimalAmount(view, after.slice(1), currency) : ''),
    },
  ],
  balances,
  undefined,
  { stacks: true },
)}`;
}

/** Payments that were on hold and then released. */
export function releasedTable(view: View, { run, released: { count, shown } }: ApprovalSummary): Markup | '' {
  if (count === 0) return '';
  return html`<h2 id="${PLACES.released}" tabindex="-1">Released from hold: ${payments(view, count)}</h2>
${table<ReleasedPayment>(
  'Released payments',
  [
    ...paymentColumns(view, run),
    { title: 'On hold for', cell: ({ released }) => (released?.was ? codeWords(released.was) : '') },
    { title: 'Released by', cell: (payment) => releasedBy(view, payment) },
  ],
  shown,
  undefined,
  { stacks: true },
)}
${moreMarked(view, count, shown)}`;
}

/** Rows of which cells were corrected after the upload. */
export function correctedTable(view: View, { run, corrected: { count, shown } }: ApprovalSummary): Markup | '' {
  if (count === 0) return '';
  return html`<h2 id="${PLACES.corrected}" tabindex="-1">Corrected after the upload: ${figure(view, count)} ${count === 1 ? 'row' : 'rows'}</h2>
${table<CorrectedRow>(
  'Corrected rows',
  [
    ...paymentColumns(view, run),
    {
      title: 'Corrected',
      wide: true,
      compact: 'line',
      cell: ({ corrections }) =>
        html`${corrections.map(({ by, at, changes }, i) => html`${i ? html`<br>` : ''}${changes}<br><span class="quiet">by ${by}, ${moment(view, new Date(at))}</span>`)}`,
    },
  ],
  shown,
  undefined,
  { stacks: true },
)}
${moreMarked(view, count, shown)}`;
}

/** Payments with warnings. */
export function warnedTable(view: View, { run, warned: { count, shown } }: ApprovalSummary): Markup | '' {
  if (count === 0) return '';
  return html`<h2 id="${PLACES.warned}" tabindex="-1">With a warning: ${payments(view, count)}</h2>
${table<WarnedOfPayment>(
  'Payments with a warning',
  [
    ...withAccount(view, run),
    { title: 'Warning', wide: true, compact: 'line', cell: ({ warnings }) => warnings.join(' ') },
  ],
  shown,
  undefined,
  { stacks: true },
)}
${moreMarked(view, count, shown)}`;
}

/** Payments to recipients whose latest payment failed or was returned, with the account before and now. */
export function cameBackTable(view: View, { run, cameBack: { count, shown } }: ApprovalSummary): Markup | '' {
  if (count === 0) return '';
  return html`<h2 id="${PLACES.cameBack}" tabindex="-1">Last payment failed or was returned: ${payments(view, count)}</h2>
${table<PaymentAfterReturn>(
  'Payments after one that failed or was returned',
  [
    ...paymentColumns(view, run),
    {
      title: 'Last payment',
      cell: ({ last }) =>
        html`${last.state === 'returned' ? 'Sent and returned' : 'Sent and failed'} ${moment(view, new Date(last.at))}<br><span class="quiet">${decimalAmount(view, last.amount, last.currency)} in <a href="${runPaymentsPath(last.run, { after: last.row - 1 })}">run ${last.run}, row ${last.row}</a>${last.reason === null ? '' : html`<br>${last.reason}`}</span>`,
    },
    {
      title: 'Account',
      cell: ({ last, account, isSameAccount }) =>
        isSameAccount
          ? html`${noWrap(accountTitle(account))}<br><span class="quiet">the same as before</span>`
          : html`${noWrap(accountTitle(last.account) || 'known at the payout service only')} → <strong>${noWrap(accountTitle(account))}</strong>`,
    },
  ],
  shown,
  undefined,
  { stacks: true },
)}
${moreMarked(view, count, shown)}`;
}

/** Recipients who were never paid before, with the largest payments to them. */
export function newRecipientsTable(view: View, { run, newRecipients }: ApprovalSummary): Markup | '' {
  const { count, payments: all, largest } = newRecipients;
  if (all === 0) return '';
  return html`<h2 id="${PLACES.new}" tabindex="-1">Never paid before: ${figure(view, count)} ${count === 1 ? 'recipient' : 'recipients'}</h2>
${table('The largest payments to new recipients', withAccount(view, run), largest, undefined, { stacks: true })}
${moreMarked(view, all, largest)}`;
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
${table('Payments on hold', [...paymentColumns(view, run), { title: 'Reason', wide: true, compact: 'line', cell: ({ reason }) => reason }], shown, undefined, { stacks: true })}`;
}

function paymentColumns<Row extends ListedPayment>(view: View, run: string): readonly PageColumn<Row>[] {
  return [
    {
      title: 'Recipient',
      names: true,
      cell: ({ recipientName, row, reference }) =>
        html`${recipientName ?? 'not named'}<br><span class="quiet"><a href="${runPaymentsPath(run, { after: row - 1 })}">${noWrap(reference)}</a>, row ${row}</span>`,
    },
    {
      title: 'Amount',
      align: 'right',
      compact: 'beside',
      cell: ({ amount, currency }) => decimalAmount(view, amount, currency),
    },
  ];
}

function withAccount(view: View, run: string): readonly PageColumn<NamedPayment>[] {
  return [
    ...paymentColumns<NamedPayment>(view, run),
    { title: 'Account', compact: 'line', cell: ({ account }) => noWrap(accountTitle(account)) },
  ];
}

function releasedBy(view: View, { released }: ReleasedPayment): Content {
  return released ? html`${released.by}, ${moment(view, new Date(released.at))}` : html`<strong>not released</strong>`;
}

function payments(view: View, n: number): string {
  return `${figure(view, n)} ${n === 1 ? 'payment' : 'payments'}`;
}

/** The number of payments that are not shown; the list of all payments marks them. */
function moreMarked(view: View, count: number, shown: readonly unknown[]): Markup | '' {
  if (count <= shown.length) return '';
  return html`<p class="quiet">and ${figure(view, count - shown.length)} more, marked in the <a href="#${PLACES.payments}">list of all payments</a></p>`;
}
