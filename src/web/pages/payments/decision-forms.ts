import { isReleasable } from '../../../engine/review/release-reasons.ts';
import type { PaymentView } from '../../../ledger/views/payment-view.ts';
import { maskBankDetails } from '../../../mask-bank-details.ts';
import { may } from '../../../permissions/access.ts';
import { PERMISSIONS } from '../../../permissions/permissions.ts';
import { BEFORE_START } from '../../../states.ts';
import { actButton, choice, field } from '../../components/form.ts';
import { html, type Markup } from '../../components/markup.ts';
import { paymentPath } from '../../components/paths.ts';
import type { View } from '../../components/view.ts';
import { passwordField } from '../../session/confirm-password.ts';

/** How changed bank details were verified: a release needs it. */
export const verifiedField = (value: string, required: boolean): Markup =>
  field({
    name: 'verified',
    label: 'How did you verify the new account?',
    hint: 'Who you called, when, and on which number that you already had. Without account numbers.',
    value,
    required,
  });

/** The action whose form was refused, why, and what was typed. */
export interface RefusedDecision {
  readonly action: 'release' | 'dismiss' | 'resolve' | 'accept' | 'remove';
  readonly why: string;
  readonly because: string;
  readonly verified: string;
}

/** Payments that one release releases together, by the reason of their hold. */
export const HELD_TOGETHER: Readonly<
  Record<string, { readonly why: string; readonly release: string; readonly runs: string }>
> = {
  same_sheet: {
    why: 'Most of the sheet was paid before, so all such payments of it are on hold together.',
    release: 'Release the whole sheet',
    runs: 'their run',
  },
  account_masked: {
    why: 'All payments on hold for this form of masked accounts are released together, and the form is accepted.',
    release: 'Accept the form and release all',
    runs: 'their runs',
  },
};

/** The forms for actions on the payment, or the role that may use them; empty if no action applies. */
export function decisionPart(
  view: View,
  {
    id,
    state,
    reason_code,
    compared,
    batch_state,
  }: Pick<PaymentView, 'id' | 'state' | 'reason_code' | 'compared' | 'batch_state'>,
  refused: RefusedDecision | null = null,
): Markup | '' {
  const path = paymentPath(id);
  const isRefused = (action: RefusedDecision['action']) => refused?.action === action;
  const opened = (action: RefusedDecision['action']) =>
    html`<details class="confirm"${isRefused(action) ? html` open` : ''}>`;
  const why = (action: RefusedDecision['action']) =>
    isRefused(action) ? html`<p class="notice bad" role="alert">${refused!.why}</p>` : '';
  const because = maskBankDetails(refused?.because ?? '');
  if (state === 'held') {
    if (!may(view.currentUser, 'release'))
      return html`<p class="quiet">An ${PERMISSIONS.release.role} may release it.</p>`;
    const together = HELD_TOGETHER[reason_code ?? ''];
    const them = together
      ? `${together.why} If you release them, they are paid`
      : 'It was held for the reason above. If you release it, it is paid';
    // For some reasons only a corrected sheet helps; the payment is never sent as it is.
    const releasable = isReleasable(reason_code);
    const release = html`${opened('release')}<summary>${together?.release ?? 'Release payment'}</summary><div>
<p>${them} with ${together?.runs ?? 'its run'}; if an approval is required, it is asked for again.${reason_code === 'account_changed' ? ' Your own approval counts as the first of two then: another approver has to approve the run too.' : ''} To leave ${together ? 'them' : 'it'} unpaid, dismiss ${together ? 'them' : 'it'}.</p>
${why('release')}${actButton(view, { action: `${path}/release`, button: together ? 'Release payments' : 'Release payment', tone: 'danger', hidden: { compared }, body: html`${reason_code === 'account_changed' ? verifiedField(maskBankDetails(refused?.verified ?? ''), true) : ''}${passwordField('release')}` })}
</div></details>`;
    return html`<div class="actions">${releasable ? release : ''}${dismissPart(view, { action: `${path}/dismiss`, summary: 'Dismiss', button: 'Dismiss payment', refused: isRefused('dismiss') ? { why: refused!.why, because } : null })}</div>`;
  }
  if (state === 'batched' && BEFORE_START.some((one) => one === batch_state)) {
    if (!may(view.currentUser, 'remove')) return '';
    return html`${opened('remove')}<summary>Remove from run</summary><div>
<p>It is canceled, and its reference can be reused. The rest of the run is priced again and needs approval again.</p>
${why('remove')}${actButton(view, {
  action: `${path}/remove`,
  button: 'Remove payment',
  tone: 'danger',
  body: html`${field({ name: 'because', label: 'Reason', value: because, required: true })}${passwordField('remove')}`,
})}
</div></details>`;
  }
  if (state === 'discrepancy') {
    if (!may(view.currentUser, 'accept'))
      return html`<p class="quiet">An ${PERMISSIONS.accept.role} may accept it.</p>`;
    return html`${opened('accept')}<summary>Accept discrepancy</summary><div>
<p>Compare both figures, and talk to the recipient first. If you accept it, the payment counts as paid with the figures of the payout service. Nothing is sent. Until then it is not counted as paid, and its reference cannot be paid again.</p>
${why('accept')}${actButton(view, {
  action: `${path}/accept`,
  button: 'Accept discrepancy',
  tone: 'danger',
  body: html`${field({ name: 'because', label: 'Why you accept it', value: because, required: true })}${passwordField('accept')}`,
})}
</div></details>`;
  }
  if (state !== 'unknown') return '';
  if (!may(view.currentUser, 'resolve'))
    return html`<p class="quiet">An ${PERMISSIONS.resolve.role} may confirm its outcome.</p>`;
  return html`${opened('resolve')}<summary>Confirm outcome</summary><div>
<p>Check at the payout service first. If you confirm that it was not paid, it can be paid again; if it was paid after all, that pays it twice.</p>
${why('resolve')}${actButton(view, {
  action: `${path}/resolve`,
  button: 'Confirm outcome',
  tone: 'danger',
  body: html`${choice(
    'paid',
    'Outcome',
    [
      ['', 'Choose...'],
      ['yes', 'It was paid'],
      ['no', 'It was not paid'],
    ],
    '',
  )}${field({ name: 'because', label: 'How you know', value: because, required: true })}${passwordField('resolve')}`,
})}
</div></details>`;
}

/** The form that dismisses payments on hold, with a reason. */
export function dismissPart(
  view: View,
  {
    action,
    summary,
    button,
    kind,
    refused = null,
  }: {
    readonly action: string;
    readonly summary: string;
    readonly button: string;
    readonly kind?: string;
    readonly refused?: { readonly why: string; readonly because: string } | null;
  },
): Markup {
  const id = `dismiss${kind ? `-${kind}` : ''}`;
  return html`<details class="confirm"${refused ? html` open` : ''}><summary>${summary}</summary><div>
<p>Nothing is paid, and nothing is left to do. If the row comes again with other details, it is held again.</p>
${refused ? html`<p class="notice bad" role="alert">${refused.why}</p>` : ''}${actButton(view, {
  action,
  button,
  ...(kind ? { hidden: { kind } } : {}),
  body: html`${field({ name: 'because', id: `${id}-because`, label: 'Reason', value: refused?.because, required: true })}${passwordField(id)}`,
})}
</div></details>`;
}
