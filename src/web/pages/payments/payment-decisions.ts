import type { Context } from 'hono';
import { enqueue } from '../../../engine/queue/enqueue.ts';
import { acceptDiscrepancy } from '../../../engine/review/accept-discrepancy.ts';
import { dismissHolds } from '../../../engine/review/dismiss.ts';
import { isReleasable, releasePayments, resolveUnknown } from '../../../engine/review/release.ts';
import { may } from '../../../engine/users/access.ts';
import { PERMISSIONS } from '../../../engine/users/permissions.ts';
import { PayrunError } from '../../../errors.ts';
import { runIdOf, uuidOf } from '../../../ledger/merchants/scope.ts';
import { type PaymentView, selectPayment } from '../../../ledger/views/payment-view.ts';
import { selectRun } from '../../../ledger/views/run-view.ts';
import { usageError } from '../../../references/usage-error.ts';
import { readForm } from '../../bodies/read-form.ts';
import { actButton, choice, field } from '../../components/form.ts';
import { html, type Markup } from '../../components/markup.ts';
import { paymentPath, runPath } from '../../components/paths.ts';
import type { PageDeps, View } from '../../components/view.ts';
import type { Feature } from '../../feature.ts';
import { actorOf } from '../../session/actor-of.ts';
import { confirmPassword, passwordField } from '../../session/confirm-password.ts';
import { post } from '../route.ts';

/**
 * Actions on one payment: `POST /payments/:payment/release` and `/dismiss` for a payment on hold, `/resolve` for an
 * unconfirmed one, `/accept` for a discrepancy. `POST /runs/:run/dismiss` dismisses all payments of a run that are on
 * hold for one reason. All need the password, and call the same functions as `payrun release`, `dismiss`, `resolve` and
 * `accept`.
 */
export function paymentDecisions(deps: PageDeps): Feature {
  const { appContext } = deps;
  const paymentOf = async (context: Context, { currentUser }: View) => {
    const found = await selectPayment(
      appContext.ledger.db,
      currentUser.merchants,
      uuidOf(context.req.param('payment')),
    );
    return found?.reference ? { ...found, reference: found.reference } : null;
  };
  const confirmed = async (context: Context) => {
    const form = await readForm(context);
    const wrong = await confirmPassword(context, form);
    if (wrong) throw new PayrunError('usage', { detail: wrong });
    return form;
  };
  return (app) => {
    post(app, deps, '/payments/:payment/release', PERMISSIONS.release.role, async (context, view) => {
      const found = await paymentOf(context, view);
      if (!found) return null;
      const { verified } = await confirmed(context);
      const run = String(found.run);
      await releasePayments(appContext, [found.reference], actorOf(context), run, verified);
      await enqueue(appContext, { kind: 'run', run });
      return context.redirect(runPath(run), 303);
    });
    post(app, deps, '/payments/:payment/dismiss', PERMISSIONS.dismiss.role, async (context, view) => {
      const found = await paymentOf(context, view);
      if (!found) return null;
      const { because = '' } = await confirmed(context);
      const run = String(found.run);
      await dismissHolds(appContext, { references: [found.reference], run }, because, actorOf(context));
      await enqueue(appContext, { kind: 'run', run });
      return context.redirect(paymentPath(found.id), 303);
    });
    post(app, deps, '/runs/:run/dismiss', PERMISSIONS.dismiss.role, async (context, { currentUser }) => {
      const found = await selectRun(appContext.ledger.db, currentUser.merchants, runIdOf(context.req.param('run')));
      if (!found) return null;
      const { because = '', kind = '' } = await confirmed(context);
      const run = String(found.id);
      await dismissHolds(appContext, { run, kind }, because, actorOf(context));
      await enqueue(appContext, { kind: 'run', run });
      return context.redirect(runPath(run), 303);
    });
    post(app, deps, '/payments/:payment/resolve', PERMISSIONS.resolve.role, async (context, view) => {
      const found = await paymentOf(context, view);
      // Several payments can have the same reference, so the id of the payment that was shown is passed too.
      if (found?.state !== 'unknown') return null;
      const { paid, because = '' } = await confirmed(context);
      if (paid !== 'yes' && paid !== 'no') throw usageError('paid_not_chosen');
      const { reference } = found;
      await resolveUnknown(
        appContext,
        { reference, paid: paid === 'yes', because, payment: found.id },
        actorOf(context),
      );
      await enqueue(appContext, { kind: 'run', run: String(found.run) });
      return context.redirect(paymentPath(found.id), 303);
    });
    post(app, deps, '/payments/:payment/accept', PERMISSIONS.accept.role, async (context, view) => {
      const found = await paymentOf(context, view);
      if (found?.state !== 'discrepancy') return null;
      const { because = '' } = await confirmed(context);
      const { reference, id: payment } = found;
      await acceptDiscrepancy(appContext, { reference, payment, because }, actorOf(context));
      await enqueue(appContext, { kind: 'run', run: String(found.run) });
      return context.redirect(paymentPath(payment), 303);
    });
  };
}

/** How changed bank details were verified, at their release; if it is left empty, the approver is asked. */
export const verifiedField = (value = ''): Markup =>
  field({
    name: 'verified',
    label: 'How did you verify the new account?',
    hint: 'Who you called, when, and on which number that you already had. Without account numbers. If you leave it empty, an approver is asked before it is paid.',
    value,
  });

/** The forms for actions on the payment, or the role that may use them; empty if no action applies. */
export function decisionPart(view: View, { id, state, reason_code }: PaymentView): Markup | '' {
  const path = paymentPath(id);
  if (state === 'held') {
    if (!may(view.currentUser, 'release'))
      return html`<p class="quiet">An ${PERMISSIONS.release.role} may release it.</p>`;
    const sheet = reason_code === 'same_sheet';
    const them = sheet
      ? 'Most of the sheet was paid before, so all such payments of it are on hold together. If you release them, they are paid'
      : 'It was held for the reason above. If you release it, it is paid';
    // For some reasons only a corrected sheet helps; the payment is never sent as it is.
    const releasable = isReleasable(reason_code);
    const release = html`<details class="confirm"><summary>${sheet ? 'Release the whole sheet' : 'Release payment'}</summary><div>
<p>${them} with ${sheet ? 'their' : 'its'} run; if an approval is required, it is asked for again.${reason_code === 'account_changed' ? ' Your own approval counts as the first of two then: another approver has to approve the run too.' : ''} To leave ${sheet ? 'them' : 'it'} unpaid, dismiss ${sheet ? 'them' : 'it'}.</p>
${actButton(view, { action: `${path}/release`, button: sheet ? 'Release payments' : 'Release payment', tone: 'danger', body: html`${reason_code === 'account_changed' ? verifiedField() : ''}${passwordField('release')}` })}
</div></details>`;
    return html`<div class="actions">${releasable ? release : ''}${dismissPart(view, { action: `${path}/dismiss`, summary: 'Dismiss', button: 'Dismiss payment' })}</div>`;
  }
  if (state === 'discrepancy') {
    if (!may(view.currentUser, 'accept'))
      return html`<p class="quiet">An ${PERMISSIONS.accept.role} may accept it.</p>`;
    return html`<details class="confirm"><summary>Accept discrepancy</summary><div>
<p>Compare both figures, and talk to the recipient first. If you accept it, the payment counts as paid with the figures of the payout service. Nothing is sent. Until then it is not counted as paid, and its reference cannot be paid again.</p>
${actButton(view, {
  action: `${path}/accept`,
  button: 'Accept discrepancy',
  tone: 'danger',
  body: html`${field({ name: 'because', label: 'Why you accept it', required: true })}${passwordField('accept')}`,
})}
</div></details>`;
  }
  if (state !== 'unknown') return '';
  if (!may(view.currentUser, 'resolve'))
    return html`<p class="quiet">An ${PERMISSIONS.resolve.role} may confirm its outcome.</p>`;
  return html`<details class="confirm"><summary>Confirm outcome</summary><div>
<p>Check at the payout service first. If you confirm that it was not paid, it can be paid again; if it was paid after all, that pays it twice.</p>
${actButton(view, {
  action: `${path}/resolve`,
  button: 'Confirm outcome',
  tone: 'danger',
  body: html`${choice(
    'paid',
    'Outcome',
    [
      ['', 'choose'],
      ['yes', 'It was paid'],
      ['no', 'It was not paid'],
    ],
    '',
  )}${field({ name: 'because', label: 'How you know', required: true })}${passwordField('resolve')}`,
})}
</div></details>`;
}

/** The form that dismisses payments on hold, with a reason. */
export function dismissPart(
  view: View,
  { action, summary, button, kind }: { action: string; summary: string; button: string; kind?: string },
): Markup {
  const id = `dismiss${kind ? `-${kind}` : ''}`;
  return html`<details class="confirm"><summary>${summary}</summary><div>
<p>Nothing is paid, and nothing is left to do. If the file is dropped again with other details, it is held again.</p>
${actButton(view, {
  action,
  button,
  ...(kind ? { hidden: { kind } } : {}),
  body: html`${field({ name: 'because', id: `${id}-because`, label: 'Reason', required: true })}${passwordField(id)}`,
})}
</div></details>`;
}
