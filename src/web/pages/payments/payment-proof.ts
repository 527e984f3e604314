import type { Feature } from '../../../http/feature.ts';
import { parseUuid } from '../../../ledger/merchants/scope.ts';
import { selectPayment } from '../../../ledger/views/payment-view.ts';
import { proofOfPayment } from '../../../lists/facts/proof-facts.ts';
import { getListedBank } from '../../../reports/listed-bank.ts';
import { amount } from '../../components/amount.ts';
import { layout } from '../../components/layout.ts';
import { html } from '../../components/markup.ts';
import { pathWithRefusal } from '../../components/notice-in-url.ts';
import { paymentPath } from '../../components/paths.ts';
import type { PageDeps } from '../../components/view.ts';
import { objectFacts } from '../../lists/list-table.ts';
import { valueMarkup } from '../../lists/value-markup.ts';
import { get } from '../route.ts';

/** `GET /payments/:payment/proof`: a page to print or to save as a PDF, of a payment that is proven to be paid. */
export function paymentProof(deps: PageDeps): Feature {
  const { db, vault } = deps.appContext.ledger;
  return (app) =>
    get(app, deps, '/payments/:payment/proof', 'viewer', async (context, view) => {
      const found = await selectPayment(db, view.currentUser.merchants, parseUuid(context.req.param('payment')));
      if (!found) return null;
      const listedBank = getListedBank(vault, { ...found, merchant_id: found.merchant });
      const proof = proofOfPayment(found, { at: new Date(view.now), timeZone: view.timeZone, listedBank });
      const path = paymentPath(found.id);
      if (!proof) return context.redirect(pathWithRefusal(view, path, NOT_PROVEN), 303);
      return layout(view, {
        title: `Proof of payment ${found.reference ?? ''}`.trim(),
        heading: 'Proof of payment',
        about: html`${found.merchant} paid ${found.recipientName ?? 'the recipient'} ${amount(view, { minor: found.paid_source!, currency: found.source_currency! })}.`,
        actions: html`<div class="actions"><a class="button" href="${path}">Back to payment</a><button type="button" class="main" data-print hidden>Print or save as PDF</button></div>`,
        main: html`<div class="card proof">${objectFacts(view, proof.facts)}<p class="quiet">${valueMarkup(view, proof.note)}</p></div>`,
      });
    });
}

const NOT_PROVEN =
  'Proof of this payment is not available, because the payout service does not report it as paid the way it was ordered.';
