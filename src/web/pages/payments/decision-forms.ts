import { accept } from '../../../actions/accept.ts';
import type { RunAction } from '../../../actions/action.ts';
import { dismiss } from '../../../actions/dismiss.ts';
import { comparedText, release } from '../../../actions/release.ts';
import { remove } from '../../../actions/remove.ts';
import { resolve } from '../../../actions/resolve.ts';
import { isReleasable } from '../../../engine/review/release-reasons.ts';
import type { PaymentView } from '../../../ledger/views/payment-view.ts';
import { may } from '../../../permissions/access.ts';
import { BEFORE_START, type PaymentState } from '../../../states.ts';
import { type Content, html, type Markup } from '../../components/markup.ts';
import { paymentPath } from '../../components/paths.ts';
import type { View } from '../../components/view.ts';
import { actionForm, allowedRoleNote, formOrRoleNote, type RefusedForm } from '../action-form.ts';

/** Payments that one release releases together, by the reason of their hold. */
export const HELD_TOGETHER: Readonly<
  Record<string, { readonly why: string; readonly release: string; readonly runs: string }>
> = {
  same_sheet: {
    why: 'Most of this sheet was already paid, so all such payments in it are on hold together.',
    release: 'Release the whole sheet',
    runs: 'their run',
  },
  account_masked: {
    why: 'All payments on hold for this account mask are released together, and the mask is accepted.',
    release: 'Accept the mask and release all',
    runs: 'their runs',
  },
};

type Decided = Pick<PaymentView, 'id' | 'state' | 'reason_code' | 'compared' | 'batch_state'>;

/** The decision about a payment in these states. */
const DECISIONS: { readonly [state in PaymentState]?: RunAction } = {
  batched: remove,
  discrepancy: accept,
  unknown: resolve,
};

/** The forms for actions on the payment, or the role that may use them; empty if no action applies. */
export function decisionPart(view: View, payment: Decided, refused: RefusedForm | null = null): Markup | '' {
  const { id, state, batch_state } = payment;
  if (state === 'held')
    return may(view.currentUser, 'release') ? heldPart(view, payment, refused) : decisionCard(allowedRoleNote(release));
  const action = DECISIONS[state];
  if (!action) return '';
  if (action !== remove) return decisionCard(formOrRoleNote(view, action, { path: paymentPath(id), refused }));
  const isRemovable = BEFORE_START.some((one) => one === batch_state) && may(view.currentUser, remove.name);
  return isRemovable ? decisionCard(actionForm(view, remove, { path: paymentPath(id), refused })) : '';
}

const decisionCard = (forms: Content, title = 'Actions'): Markup =>
  html`<section class="card decide" aria-labelledby="decide"><h2 id="decide">${title}</h2>
${forms}</section>`;

function heldPart(view: View, { id, reason_code, compared }: Decided, refused: RefusedForm | null): Markup {
  const path = paymentPath(id);
  const together = HELD_TOGETHER[reason_code ?? ''];
  const isChanged = reason_code === 'account_changed';
  const paid = together
    ? `${together.why} They are paid with ${together.runs}`
    : 'Once released, it is paid with its run';
  const toRelease = actionForm(view, release, {
    path,
    shape: 'main',
    button: together ? 'Release payments' : release.button,
    question: html`<p class="quiet">${paid}. A run that requires approval must be approved again.${isChanged ? ' Your approval is then the first of two: another approver must also approve the run.' : ''}</p>`,
    hidden: { compared: comparedText([{ id, compared }]) },
    fields: isChanged ? {} : { verified: false },
    refused,
  });
  const toDismiss = actionForm(view, dismiss, { path, refused });
  // For some reasons only a corrected sheet helps; the payment is never sent unchanged.
  return isReleasable(reason_code)
    ? decisionCard(html`${toRelease}${toDismiss}`, together?.release ?? 'Release or dismiss')
    : decisionCard(toDismiss, 'It cannot be released');
}
