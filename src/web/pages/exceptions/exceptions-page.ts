import { isReleasable } from '../../../engine/review/release.ts';
import { may } from '../../../engine/users/access.ts';
import { EXCEPTION_STATES, type ExceptionPayment, type ExceptionState } from '../../../ledger/views/exceptions.ts';
import { shownAccount } from '../../../references/shown-account.ts';
import { amount } from '../../components/amount.ts';
import { badge, stateWord } from '../../components/badge.ts';
import { choice, csrfField, field, merchantChoice } from '../../components/form.ts';
import { layout } from '../../components/layout.ts';
import { html, type Markup } from '../../components/markup.ts';
import { noWrap } from '../../components/no-wrap.ts';
import { pager, pathWith } from '../../components/pager.ts';
import { paymentPath, runPath } from '../../components/paths.ts';
import { moment } from '../../components/relative-time.ts';
import { empty, type PageColumn, table } from '../../components/table.ts';
import type { View } from '../../components/view.ts';
import { passwordField } from '../../session/confirm-password.ts';
import { VERIFIED_FIELD } from '../payments/payment-decisions.ts';

export interface ExceptionsShown {
  readonly payments: readonly ExceptionPayment[];
  readonly hasMore: boolean;
  readonly isFirst: boolean;
  readonly state: ExceptionState | null;
  readonly merchant: string | null;
  readonly merchants: readonly string[];
  /** Only those assigned to the visitor are shown. */
  readonly isMine: boolean;
  /** Names of the users that a payment can be assigned to. */
  readonly users: readonly string[];
  readonly notice?: string;
  readonly errors?: readonly string[];
}

/** The queue of payments that need attention, with the decisions that can be made about several at once. */
export function exceptionsPage(view: View, shown: ExceptionsShown): Markup {
  const { payments, hasMore, isFirst, state, merchant, merchants, isMine, users, notice, errors = [] } = shown;
  const filter = { state, merchant, assigned: isMine ? 'me' : null };
  const filtered = state !== null || merchant !== null || isMine;
  const last = payments.at(-1);
  const decides = may(view.currentUser, 'release') && payments.some(({ state: one }) => one === 'held');
  const retries =
    may(view.currentUser, 'rerun') && payments.some(({ state: one }) => one === 'failed' || one === 'returned');
  const assigns = may(view.currentUser, 'assign') && payments.length > 0 && users.length > 0;
  const acts = decides || retries || assigns;
  const list = exceptionTable(view, payments, { chooses: acts, filtered });
  return layout(view, {
    title: 'Exceptions',
    about: 'Payments that need attention, those of the latest run first.',
    ...(notice ? { notice } : {}),
    main: html`${errors.map((error) => html`<p class="notice bad" role="alert">${error}</p>`)}
<form class="filters" action="/exceptions" method="get">
${choice('state', 'Status', [['', 'All'], ...EXCEPTION_STATES.map((one) => [one, stateWord(one)] as const)], state ?? '')}
${merchantChoice(merchants, merchant)}
${choice(
  'assigned',
  'Assigned to',
  [
    ['', 'Anybody'],
    ['me', 'Me'],
  ],
  isMine ? 'me' : '',
)}
<button>Show</button>${filtered ? html` <a href="/exceptions">Show all</a>` : ''}
</form>
${
  acts
    ? html`<form method="post" action="/exceptions/assign">${csrfField(view)}${list}
<div class="actions">${
        assigns
          ? html`<details class="confirm"><summary>Assign</summary><div>
${choice('assignee', 'Who takes care of the chosen payments', [['', 'choose'], ...users.map((name) => [name, name] as const), ['-', 'nobody']], '')}
<button>Assign payments</button></div></details>`
          : ''
      }${
        retries
          ? html`<details class="confirm"><summary>Retry</summary><div>
<p>Makes a new run of the chosen payments that failed or were returned, with the cells as they were. What was wrong with them must be corrected first, or they fail again. Submitting as ${view.currentUser.name}.</p>
<button formaction="/exceptions/retry">Retry payments</button></div></details>`
          : ''
      }${
        decides
          ? html`<details class="confirm"><summary>Release or dismiss</summary><div>
<p>A released payment is paid with its run; if an approval is required, it is asked for again. A dismissed one stays unpaid. Of each run, all chosen payments on hold are decided or none.</p>
${field({ name: 'because', label: 'Reason, if you dismiss them' })}
${payments.some(({ reason_code }) => reason_code === 'account_changed') ? VERIFIED_FIELD : ''}
${passwordField('exceptions')}
<button formaction="/exceptions/dismiss">Dismiss payments</button> <button class="danger" formaction="/exceptions/release">Release payments</button>
</div></details>`
          : ''
      }</div></form>`
    : list
}
${pager({
  first: isFirst ? null : pathWith('/exceptions', filter),
  next: hasMore && last ? pathWith('/exceptions', { ...filter, before: `${last.run}-${last.row}` }) : null,
})}`,
  });
}

function exceptionTable(
  view: View,
  payments: readonly ExceptionPayment[],
  { chooses, filtered }: { readonly chooses: boolean; readonly filtered: boolean },
): Markup {
  const choose: PageColumn<ExceptionPayment> = {
    title: 'Choose',
    cell: ({ id, recipientName, reference }) =>
      html`<input type="checkbox" name="p-${id}" aria-label="Choose ${recipientName ?? reference ?? 'this payment'}">`,
  };
  return table<ExceptionPayment>(
    'Payments that need attention',
    [
      ...(chooses ? [choose] : []),
      {
        title: 'Recipient',
        names: true,
        cell: ({ id, recipientName, account }) =>
          html`<a href="${paymentPath(id)}">${recipientName ?? 'not named'}</a><br><span class="quiet">${noWrap(shownAccount(account))}</span>`,
      },
      { title: 'Status', cell: ({ state }) => badge(state) },
      {
        title: 'Reason',
        wide: true,
        cell: ({ reason, state, reason_code }) =>
          html`${reason ?? ''}${state === 'held' && !isReleasable(reason_code) ? html` <span class="quiet">It cannot be released, only dismissed or corrected.</span>` : ''}`,
      },
      {
        title: 'Amount',
        align: 'right',
        cell: ({ currency, minor }) => (currency === null || minor === null ? '' : amount(view, { currency, minor })),
      },
      { title: 'Reference', minor: true, cell: ({ reference }) => noWrap(reference) },
      {
        title: 'Run',
        cell: ({ run, sheet, row }) =>
          html`<a href="${runPath(run)}">${sheet ?? `Run ${run}`}</a><br><span class="quiet">Run ${run}, row ${row}</span>`,
      },
      { title: 'Assigned to', optional: true, cell: ({ assignee }) => assignee ?? '' },
      { title: 'Since', cell: ({ since }) => moment(view, since) },
    ],
    payments,
    filtered
      ? empty('No results.', html`<a href="/exceptions">Show all exceptions</a>.`)
      : empty('Nothing needs attention.', 'Payments on hold, unconfirmed, failed or returned show here.'),
    { stacks: true },
  );
}
