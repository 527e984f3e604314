import { runIdOf } from '../../../ledger/merchants/scope.ts';
import { recipientFingerprint } from '../../../ledger/payments/fingerprints.ts';
import { selectByReference } from '../../../ledger/views/payment-view.ts';
import { selectRecipients } from '../../../ledger/views/recipient-view.ts';
import { selectRun } from '../../../ledger/views/run-view.ts';
import { csrfField, field } from '../../components/form.ts';
import { layout } from '../../components/layout.ts';
import { html } from '../../components/markup.ts';
import { paymentPath, runPath } from '../../components/paths.ts';
import { looksLikeAccount } from '../../components/private-text.ts';
import { empty } from '../../components/table.ts';
import type { PageDeps } from '../../components/view.ts';
import type { Feature } from '../../feature.ts';
import { foundPayments } from '../payments/found-payments.ts';
import { get } from '../route.ts';
import { createSearch } from '../search.ts';
import { recipientTable } from './recipient-table.ts';

const MOST = 50;

/**
 * `GET /find?q=` or `?asked=`: payments by reference, recipients by referenceId or e-mail, a run by number; exact
 * matches only.
 */
export function find(deps: PageDeps): Feature {
  const { ledger } = deps.appContext;
  const search = createSearch(deps, { path: '/find' });
  return (app) => {
    search.add(app);
    get(app, deps, '/find', async (context, view) => {
      const asked = search.asked(context, view);
      if (asked instanceof Response) return asked;
      const { text, said } = asked;
      const scope = view.visitor.merchants;
      const [payments, recipients, run] =
        text === null
          ? [[], [], null]
          : await Promise.all([
              selectByReference(ledger.db, scope, text, MOST),
              selectRecipients(ledger.db, scope, {
                merchant: null,
                wanted: wantedRecipient(deps, text),
                before: null,
                limit: MOST,
              }),
              selectRun(ledger.db, scope, runIdOf(text)),
            ]);
      if (payments.length === 1 && recipients.length === 0 && !run)
        return context.redirect(paymentPath(payments[0]!.id), 302);
      return layout(view, {
        title: 'Find',
        main: html`<form class="filters" action="/find" method="post" role="search">${csrfField(view)}
${field({ name: 'q', label: 'Reference of a payment, referenceId or e-mail of a recipient, or number of a run', type: 'search', value: text ?? '', required: true })}
<button>Find</button>
</form>
${said}
${run ? html`<p class="notice">There is a <a href="${runPath(run.id)}">run ${run.id}</a>${run.sheet === null ? '' : html`, ${run.sheet}`}.</p>` : ''}
${payments.length > 0 ? foundPayments(view, `Payments with the reference ${text}`, payments, '') : ''}
${recipients.length > 0 ? recipientTable(view, 'Recipients', recipients, '') : ''}
${
  text !== null && !run && payments.length === 0 && recipients.length === 0
    ? empty(
        text !== null && looksLikeAccount(text)
          ? 'No results. Recipients cannot be found by account number.'
          : 'No results.',
        html`By part of a name or reference you can search on the page of a run: <a href="/runs">all runs</a>.`,
      )
    : ''
}`,
      });
    });
  };
}

/** Search keys of a recipient: the referenceId, or the e-mail, of which the ledger has only a fingerprint. */
export function wantedRecipient({ appContext: { ledger } }: PageDeps, text: string) {
  return {
    reference: text,
    emailFp: recipientFingerprint(ledger.vault, `email:${text.toLowerCase()}`),
    keyFp: recipientFingerprint(ledger.vault, `ref:${text}`),
  };
}
