import { VERIFIED } from '../../../actions/release.ts';
import { isReleasable } from '../../../engine/review/release-reasons.ts';
import { EXCEPTION_STATES, type ExceptionPayment, type ExceptionState } from '../../../ledger/views/exceptions.ts';
import { maskBankDetails } from '../../../mask-bank-details.ts';
import { stateWord } from '../../../outcomes/status-of.ts';
import { may } from '../../../permissions/access.ts';
import { accountTitle } from '../../../references/shown-account.ts';
import type { Form } from '../../bodies/read-form.ts';
import { amount } from '../../components/amount.ts';
import { badge } from '../../components/badge.ts';
import { checkbox, choice, csrfField, field, merchantChoice, searchField } from '../../components/form.ts';
import { layout } from '../../components/layout.ts';
import { type Content, html, type Markup } from '../../components/markup.ts';
import { noWrap } from '../../components/no-wrap.ts';
import { pager, pathWith } from '../../components/pager.ts';
import { fixPath, paymentPath, runPath } from '../../components/paths.ts';
import { moment } from '../../components/relative-time.ts';
import { empty, type PageColumn, table } from '../../components/table.ts';
import type { View } from '../../components/view.ts';
import { passwordField } from '../../session/confirm-password.ts';
import { HELD_TOGETHER } from '../payments/decision-forms.ts';

/** The path of the queue. */
export const EXCEPTIONS_PATH = '/exceptions';

/** The prefix of the field of a chosen payment, followed by its id. */
export const CHOSEN = 'p-';

export interface ExceptionsShown {
  readonly payments: readonly ExceptionPayment[];
  readonly hasMore: boolean;
  readonly isFirst: boolean;
  readonly state: ExceptionState | null;
  readonly merchant: string | null;
  readonly merchants: readonly string[];
  /** The search for a part of a name or reference, as text and as it stands in the address, and a message about it. */
  readonly text: string | null;
  readonly query: Readonly<Record<string, string>>;
  readonly note: Content;
  readonly notice?: string | undefined;
  readonly errors?: readonly string[];
  /** The form that was refused: what was chosen and typed is not lost. */
  readonly typed?: Form;
  /** It was refused to release or dismiss them. */
  readonly isDecision?: boolean;
}

/** The filter of the queue, for an address. */
export function filterOf({ state, merchant, query }: Omit<ExceptionsShown, 'payments'>) {
  return { state, merchant, ...query };
}

/** The queue of payments that need attention, with the decisions that can be made about several at once. */
export function exceptionsPage(view: View, shown: ExceptionsShown): Markup {
  const { payments, hasMore, isFirst, state, merchant, merchants, text, note, notice, errors = [] } = shown;
  const filter = filterOf(shown);
  const filtered = state !== null || merchant !== null || text !== null;
  const last = payments.at(-1);
  const acts = bulkActions(view, shown);
  const list = exceptionTable(view, payments, { chosen: acts.length > 0 ? (shown.typed ?? {}) : null, filtered });
  return layout(view, {
    title: 'Exceptions',
    about: 'Payments that need attention, those of the latest run first.',
    ...(notice ? { notice } : {}),
    main: html`${errors.map((error) => html`<p class="notice bad" tabindex="-1" autofocus role="alert">${error}</p>`)}${note}
<form class="filters" action="${EXCEPTIONS_PATH}" method="post" role="search">${csrfField(view)}
${searchField({ label: 'Name or reference', value: text })}
${choice('state', 'Status', [['', 'All'], ...EXCEPTION_STATES.map((one) => [one, stateWord(one)] as const)], state ?? '')}
${merchantChoice(merchants, merchant)}
<button>Show</button>${filtered ? html` <a href="${EXCEPTIONS_PATH}">Show all</a>` : ''}
</form>
${
  acts.length > 0
    ? html`<form method="post" data-chooses>${csrfField(view)}${list}
<div class="actions chosen">${acts}<p class="quiet" data-chosen role="status">Choose payments, then what to do with them.</p></div></form>`
    : list
}
${pager({
  first: isFirst ? null : pathWith(EXCEPTIONS_PATH, filter),
  next: hasMore && last ? pathWith(EXCEPTIONS_PATH, { ...filter, before: `${last.run}-${last.row}` }) : null,
})}`,
  });
}

/** What the visitor may do with chosen payments of the page. */
function bulkActions(view: View, shown: ExceptionsShown): readonly Markup[] {
  const { payments, typed = {} } = shown;
  const filter = filterOf(shown);
  const to = (act: string) => pathWith(`${EXCEPTIONS_PATH}/${act}`, filter);
  const has = (...states: readonly ExceptionState[]) => payments.some(({ state }) => states.includes(state));
  const isOpen = shown.isDecision === true ? html` open` : '';
  return [
    may(view.currentUser, 'rerun') && has('failed', 'returned')
      ? html`<details class="confirm"><summary>Retry</summary><div>
<p>Makes a new run of the chosen payments that failed or were returned, with the cells as they were. What was wrong with them must be corrected first, or they fail again. Submitting as ${view.currentUser.name}.</p>
<button formaction="${to('retry')}">Retry payments</button></div></details>`
      : null,
    may(view.currentUser, 'release') && has('held')
      ? html`<details class="confirm"${isOpen}><summary>Release or dismiss</summary><div>
<p>Release the chosen payments, or dismiss them? Those that are not on hold stay as they are. If one of a run cannot be released or dismissed, the others of this run stay too.</p>
${passwordField('exceptions')}
<div class="beside"><div><h3>Release</h3><p>They are paid with their run; if an approval is required, it is asked for again.${heldTogether(payments)}</p>
${payments.some(({ reason_code }) => reason_code === 'account_changed') ? field({ ...VERIFIED.field, name: 'verified', value: maskBankDetails(typed.verified ?? '') }) : ''}
<input type="hidden" name="${COMPARED}" value="${comparedText(payments)}"><button class="danger" formaction="${to('release')}">Release payments</button></div>
<div><h3>Dismiss</h3><p>They stay unpaid.</p>
${field({ name: 'because', label: 'Reason, if you dismiss them', value: typed.because })}
<button formaction="${to('dismiss')}">Dismiss payments</button></div></div>
</div></details>`
      : null,
  ].filter((one) => one !== null);
}

/** What a release of one of these payments releases too. */
const heldTogether = (payments: readonly ExceptionPayment[]): string =>
  Object.entries(HELD_TOGETHER)
    .filter(([reason]) => payments.some(({ reason_code }) => reason_code === reason))
    .map(([, { why }]) => ` ${why}`)
    .join('');

/** The field with the last comparisons of the payments on hold that the page shows, as far as they have one. */
const COMPARED = 'compared';
const comparedText = (payments: readonly ExceptionPayment[]): string =>
  payments.flatMap(({ id, compared }) => (compared === '' ? [] : `${id}=${compared}`)).join(' ');

/** The comparisons that a page showed of these payments, by id. */
export function comparedIn(
  { [COMPARED]: text = '' }: Form,
  payments: readonly { readonly id: string }[],
): ReadonlyMap<string, string> {
  const shown = new Map(text.split(' ').map((one) => one.split('=', 2) as [string, string]));
  return new Map(payments.map(({ id }) => [id, shown.get(id) ?? '']));
}

function exceptionTable(
  view: View,
  payments: readonly ExceptionPayment[],
  { chosen, filtered }: { readonly chosen: Form | null; readonly filtered: boolean },
): Markup {
  const corrects = may(view.currentUser, 'correct');
  const choose: PageColumn<ExceptionPayment> = {
    title: 'Choose',
    bare: true,
    cell: ({ id, recipientName, reference, currency, minor }) =>
      checkbox({
        name: `${CHOSEN}${id}`,
        label: `Choose ${recipientName ?? reference ?? 'this payment'}`,
        checked: chosen?.[`${CHOSEN}${id}`] !== undefined,
        sums: currency === null || minor === null ? [] : [{ currency, minor }],
      }),
  };
  return table<ExceptionPayment>(
    'Payments that need attention',
    [
      ...(chosen ? [choose] : []),
      {
        title: 'Recipient',
        names: true,
        cell: ({ id, recipientName, reference, run, row }) =>
          html`<a href="${paymentPath(id)}">${recipientName ?? 'not named'}</a><br><span class="quiet">${reference === null ? '' : html`${noWrap(reference)}, `}<a href="${runPath(run)}">run ${run}</a>, ${noWrap(`row ${row}`)}</span>`,
      },
      {
        title: 'Reason',
        wide: true,
        compact: 'line',
        cell: ({ reason, state, reason_code, run }) =>
          html`${badge(state)}<br> <span class="quiet">${reason ?? ''}${corrects && (state === 'failed' || state === 'returned') ? html` <a href="${fixPath(run)}">${noWrap(`Correct rows of run ${run}`)}</a>` : ''}${state === 'held' && !isReleasable(reason_code) ? ' It cannot be released, only dismissed or corrected.' : ''}</span>`,
      },
      { title: 'Account', minor: true, cell: ({ account }) => (account === null ? '' : noWrap(accountTitle(account))) },
      {
        title: 'Amount',
        align: 'right',
        compact: 'beside',
        cell: ({ currency, minor }) => (currency === null || minor === null ? '' : amount(view, { currency, minor })),
      },
      { title: 'Since', cell: ({ since }) => moment(view, since) },
    ],
    payments,
    filtered
      ? empty('No results.', html`<a href="${EXCEPTIONS_PATH}">Show all exceptions</a>.`)
      : empty('Nothing needs attention.', 'Payments on hold, unconfirmed, failed or returned show here.'),
    { stacks: true },
  );
}
