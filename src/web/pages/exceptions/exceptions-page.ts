import { comparedText, VERIFIED } from '../../../actions/release.ts';
import type { ExceptionPayment, ExceptionState } from '../../../ledger/views/exceptions.ts';
import { maskBankDetails } from '../../../mask-bank-details.ts';
import { may } from '../../../permissions/access.ts';
import type { Form } from '../../bodies/read-form.ts';
import { checkbox, csrfField, field } from '../../components/form.ts';
import { html, type Markup } from '../../components/markup.ts';
import { pathWith } from '../../components/pager.ts';
import type { PageColumn } from '../../components/table.ts';
import type { View } from '../../components/view.ts';
import { passwordField } from '../../session/confirm-password.ts';
import type { ListFeature, ShownList } from '../list-page.ts';
import { HELD_TOGETHER } from '../payments/decision-forms.ts';

/** The path of the queue. */
export const EXCEPTIONS_PATH = '/exceptions';

/** The prefix of the field of a chosen payment, followed by its id. */
export const CHOSEN = 'p-';

/** What was refused, and what was chosen and typed, which is not lost. */
export interface ExceptionsFeedback {
  readonly notice?: string | undefined;
  readonly errors?: readonly string[];
  readonly typed?: Form;
  /** It was refused to release or dismiss them. */
  readonly isDecision?: boolean;
}

/** The queue of payments that need attention, with the decisions that can be made about several at once. */
export function exceptionsPage(
  view: View,
  list: ListFeature<ExceptionPayment>,
  shown: ShownList<ExceptionPayment>,
  feedback: ExceptionsFeedback = {},
): Markup {
  const { notice, errors = [], typed = {} } = feedback;
  const acts = bulkActions(view, shown, feedback);
  const around = (table: Markup) => html`<form method="post" data-chooses>${csrfField(view)}${table}
<div class="actions chosen">${acts}<p class="quiet" data-chosen role="status">Choose payments, then what to do with them.</p></div></form>`;
  return list.show(view, shown, {
    about: 'Payments that need attention, those of the latest run first.',
    ...(notice ? { notice } : {}),
    above: html`${errors.map((error) => html`<p class="notice bad" tabindex="-1" autofocus role="alert">${error}</p>`)}`,
    ...(acts.length > 0 ? { around, choose: chooseColumn(typed) } : {}),
  });
}

/** What the visitor may do with chosen payments of the page. */
function bulkActions(
  view: View,
  { rows: payments, query }: ShownList<ExceptionPayment>,
  { typed = {}, isDecision }: ExceptionsFeedback,
): readonly Markup[] {
  const to = (act: string) => pathWith(`${EXCEPTIONS_PATH}/${act}`, query);
  const has = (...states: readonly ExceptionState[]) => payments.some(({ state }) => states.includes(state));
  const isOpen = isDecision === true ? html` open` : '';
  return [
    may(view.currentUser, 'rerun') && has('failed', 'returned')
      ? html`<details class="confirm"><summary>Retry</summary><div>
<p>Makes a new run of the chosen payments that failed or were returned, with the cells as they were. What was wrong with them must be corrected first, or they fail again. Submitting as ${view.currentUser.name}.</p>
<button formaction="${to('rerun')}">Retry payments</button></div></details>`
      : null,
    may(view.currentUser, 'release') && has('held')
      ? html`<details class="confirm"${isOpen}><summary>Release or dismiss</summary><div>
<p>Release the chosen payments, or dismiss them? Those that are not on hold stay as they are. If one of a run cannot be released or dismissed, the others of this run stay too.</p>
${passwordField('exceptions')}
<div class="beside"><div><h3>Release</h3><p>They are paid with their run; if an approval is required, it is asked for again.${heldTogether(payments)}</p>
${payments.some(({ reason_code }) => reason_code === 'account_changed') ? field({ ...VERIFIED.field, name: 'verified', value: maskBankDetails(typed.verified ?? '') }) : ''}
<input type="hidden" name="compared" value="${comparedText(payments)}"><button class="danger" formaction="${to('release')}">Release payments</button></div>
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

const chooseColumn = (typed: Form): PageColumn<ExceptionPayment> => ({
  title: 'Choose',
  bare: true,
  cell: ({ id, recipientName, reference, currency, minor }) =>
    checkbox({
      name: `${CHOSEN}${id}`,
      label: `Choose ${recipientName ?? reference ?? 'this payment'}`,
      checked: typed[`${CHOSEN}${id}`] !== undefined,
      sums: currency === null || minor === null ? [] : [{ currency, minor }],
    }),
});
