import { accept } from '../../../actions/accept.ts';
import { dismiss } from '../../../actions/dismiss.ts';
import { release } from '../../../actions/release.ts';
import { remove } from '../../../actions/remove.ts';
import { resolve } from '../../../actions/resolve.ts';
import { uuidOf } from '../../../ledger/merchants/scope.ts';
import { type PaymentView, selectPayment } from '../../../ledger/views/payment-view.ts';
import { paymentPath } from '../../components/paths.ts';
import type { PageDeps } from '../../components/view.ts';
import type { Feature } from '../../feature.ts';
import { type PageWithForms, postAction } from '../action-form.ts';
import { showPayment } from './payment.ts';

type PaymentToDecide = PaymentView & { readonly reference: string };

/** `POST /payments/:payment/<action>`: the decisions about one payment. */
export function paymentDecisions(deps: PageDeps): Feature {
  const page: PageWithForms<PaymentToDecide> = {
    async find(context, { currentUser }) {
      const { db } = deps.appContext.ledger;
      const found = await selectPayment(db, currentUser.merchants, uuidOf(context.req.param('payment')));
      return found?.reference ? { ...found, reference: found.reference } : null;
    },
    show: (_, view, found, refused) => showPayment(deps, view, found, refused),
  };
  return (app) => {
    for (const action of [release, dismiss, remove, resolve, accept])
      postAction(app, deps, action, {
        path: '/payments/:payment',
        page,
        subject: ({ reference, run, id }) => ({ references: [reference], run: String(run), payments: [id] }),
        back: ({ id }) => paymentPath(id),
      });
  };
}
