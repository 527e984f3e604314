import type { Context } from 'hono';
import { enqueue } from '../../../engine/queue/enqueue.ts';
import { acceptDiscrepancy } from '../../../engine/review/accept-discrepancy.ts';
import { dismissHolds } from '../../../engine/review/dismiss.ts';
import { releasePayments, resolveUnknown } from '../../../engine/review/release.ts';
import { removeFromRun } from '../../../engine/review/remove-from-run.ts';
import { isError, PayrunError } from '../../../errors.ts';
import { uuidOf } from '../../../ledger/merchants/scope.ts';
import { type PaymentView, selectPayment } from '../../../ledger/views/payment-view.ts';
import { PERMISSIONS } from '../../../permissions/permissions.ts';
import { usageError } from '../../../references/usage-error.ts';
import { type Form, readForm } from '../../bodies/read-form.ts';
import { pathWithNotice } from '../../components/notice-in-url.ts';
import { paymentPath } from '../../components/paths.ts';
import type { PageDeps, View } from '../../components/view.ts';
import type { Feature } from '../../feature.ts';
import { actorOf } from '../../session/actor-of.ts';
import { confirmPassword } from '../../session/confirm-password.ts';
import { post } from '../route.ts';
import { pathWithRunNotice } from '../run-notices.ts';
import type { RefusedDecision } from './decision-forms.ts';
import { showPayment } from './payment.ts';

/** Errors of what was typed. */
const OF_THE_FORM = ['usage', 'because_missing', 'release_unverified', 'verification_refused'] as const;
/** A reason of the payment was added meanwhile, which its page shows. */
const CHANGED = ['duplicate_since_hold', 'hold_changed'] as const;

/**
 * Actions on one payment: `POST /payments/:payment/release` and `/dismiss` for a payment on hold, `/remove` for one
 * that is not sent yet, `/resolve` for an unconfirmed one, `/accept` for a discrepancy. All need the password, and call
 * the same functions as the commands of these names.
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
  /** The page of the payment with what was wrong beside the form, and what was typed. */
  const besideForm = async (
    context: Context,
    { view, found, action }: { view: View; found: PaymentView; action: RefusedDecision['action'] },
    decide: (form: Form) => Promise<Response>,
  ) => {
    const form = await readForm(context);
    try {
      const wrong = await confirmPassword(context, form);
      if (wrong) throw new PayrunError('usage', { detail: wrong });
      return await decide(form);
    } catch (error) {
      if (!isError(error, ...OF_THE_FORM, ...CHANGED)) throw error;
      const { because = '', verified = '' } = form;
      const refused = { action, why: error.onPage, because, verified };
      const isChanged = isError(error, ...CHANGED);
      const now = isChanged ? ((await paymentOf(context, view)) ?? found) : found;
      return context.html(await showPayment(deps, view, now, { refused }), isChanged ? 409 : 422);
    }
  };
  return (app) => {
    post(app, deps, '/payments/:payment/release', PERMISSIONS.release.role, async (context, view) => {
      const found = await paymentOf(context, view);
      if (!found) return null;
      const run = String(found.run);
      return besideForm(context, { view, found, action: 'release' }, async ({ verified, compared = '' }) => {
        const shown = new Map([[found.id, compared]]);
        const released = await releasePayments(appContext, [found.reference], actorOf(context), run, verified, shown);
        for (const one of released) await enqueue(appContext, { kind: 'run', run: String(one) });
        return context.redirect(pathWithRunNotice(view, run, 'released'), 303);
      });
    });
    post(app, deps, '/payments/:payment/dismiss', PERMISSIONS.dismiss.role, async (context, view) => {
      const found = await paymentOf(context, view);
      if (!found) return null;
      const run = String(found.run);
      return besideForm(context, { view, found, action: 'dismiss' }, async ({ because = '' }) => {
        await dismissHolds(appContext, { references: [found.reference], run }, because, actorOf(context));
        await enqueue(appContext, { kind: 'run', run });
        return context.redirect(pathWithNotice(view, paymentPath(found.id), 'Payment dismissed.'), 303);
      });
    });
    post(app, deps, '/payments/:payment/remove', PERMISSIONS.remove.role, async (context, view) => {
      const found = await paymentOf(context, view);
      if (!found) return null;
      const run = String(found.run);
      return besideForm(context, { view, found, action: 'remove' }, async ({ because = '' }) => {
        const options = { references: [found.reference], run, because, by: actorOf(context), progress: () => {} };
        await removeFromRun(appContext, options);
        await enqueue(appContext, { kind: 'run', run });
        return context.redirect(pathWithRunNotice(view, run, 'removed'), 303);
      });
    });
    post(app, deps, '/payments/:payment/resolve', PERMISSIONS.resolve.role, async (context, view) => {
      const found = await paymentOf(context, view);
      // Several payments can have the same reference, so the id of the payment that was shown is passed too.
      if (found?.state !== 'unknown') return null;
      return besideForm(context, { view, found, action: 'resolve' }, async ({ paid, because = '' }) => {
        if (paid !== 'yes' && paid !== 'no') throw usageError('paid_not_chosen');
        const { reference, id: payment } = found;
        await resolveUnknown(appContext, { reference, paid: paid === 'yes', because, payment }, actorOf(context));
        await enqueue(appContext, { kind: 'run', run: String(found.run) });
        return context.redirect(pathWithNotice(view, paymentPath(payment), 'Outcome confirmed.'), 303);
      });
    });
    post(app, deps, '/payments/:payment/accept', PERMISSIONS.accept.role, async (context, view) => {
      const found = await paymentOf(context, view);
      if (found?.state !== 'discrepancy') return null;
      const { reference, id: payment } = found;
      return besideForm(context, { view, found, action: 'accept' }, async ({ because = '' }) => {
        await acceptDiscrepancy(appContext, { reference, payment, because }, actorOf(context));
        await enqueue(appContext, { kind: 'run', run: String(found.run) });
        return context.redirect(pathWithNotice(view, paymentPath(payment), 'Discrepancy accepted.'), 303);
      });
    });
  };
}
