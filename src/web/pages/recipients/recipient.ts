import { uuidOf } from '../../../ledger/merchants/scope.ts';
import { type FoundPayment, selectPaymentsTo } from '../../../ledger/views/payment-view.ts';
import { selectAccountsOf, selectRecipient } from '../../../ledger/views/recipient-view.ts';
import { shownAccount } from '../../../references/shown-account.ts';
import { figure } from '../../components/amount.ts';
import { layout } from '../../components/layout.ts';
import { html } from '../../components/markup.ts';
import { exactMoment, moment } from '../../components/moment.ts';
import { empty, facts, table } from '../../components/table.ts';
import type { PageDeps } from '../../components/view.ts';
import type { Feature } from '../../feature.ts';
import { foundPayments } from '../payments/found-payments.ts';
import { get } from '../route.ts';
import { recipientName } from './recipient-table.ts';

const MOST_PAYMENTS = 100;
/** Number of payments whose accounts are listed. */
const LOOKED_AT = 500;

const INTENTS = {
  create:
    'They were about to be created at the service, and it is not known yet whether they were. The next run checks.',
  update:
    'Their data was about to be changed at the service, and it is not known yet whether it was. The next run checks.',
  create_account:
    'An account was about to be added for them at the service, and it is not known yet whether it was. The next run checks.',
} as const;

/** Start of the latest payment that was paid; null if there is none. */
function lastPaid(payments: readonly FoundPayment[]): Date | null {
  const begun = payments.flatMap(({ state, started_at }) =>
    state === 'processed' && started_at ? [started_at.getTime()] : [],
  );
  return begun.length === 0 ? null : new Date(Math.max(...begun));
}

/** `GET /recipients/:recipient`: a recipient with their data at the service, accounts and payments. */
export function recipientPage(deps: PageDeps): Feature {
  const { ledger } = deps.appContext;
  return (app) => {
    get(app, deps, '/recipients/:recipient', async (context, view) => {
      const scope = view.visitor.merchants;
      const found = await selectRecipient(ledger.db, scope, uuidOf(context.req.param('recipient')));
      if (!found) return null;
      const [accounts, payments] = await Promise.all([
        selectAccountsOf(ledger.db, scope, found.id, LOOKED_AT),
        selectPaymentsTo(
          ledger.db,
          scope,
          { merchant: found.merchant, keyFp: found.key_fp, emailFp: found.email_fp },
          MOST_PAYMENTS,
        ),
      ]);
      return layout(view, {
        title: recipientName(found),
        main: html`${found.intent ? html`<p class="notice wait">${INTENTS[found.intent]}</p>` : ''}
<div class="card">${facts([
          ['referenceId', found.reference_id],
          ['Merchant', found.merchant],
          ['Account now', found.account ?? 'none known here'],
          ['Country of the account', found.account_country],
          ['Last paid', moment(view, lastPaid(payments)) || 'never'],
          ['Last changed', exactMoment(view, found.synced_at)],
          ['Known since', exactMoment(view, found.created_at)],
          ['At the service', found.remote_id === null ? 'not yet' : html`<code>${found.remote_id}</code>`],
        ])}</div>
${table(
  'Accounts of their payments, the latest first',
  [
    { title: 'Account', names: true, cell: ({ account }) => shownAccount(account) || 'known at the service only' },
    { title: 'Payments', align: 'right', cell: (one) => figure(view, one.payments) },
    { title: 'First', cell: ({ first_at }) => moment(view, first_at) },
    { title: 'Last', cell: ({ last_at }) => moment(view, last_at) },
  ],
  accounts,
  empty('There is no payment to them yet.', 'Their accounts show with the first payment.'),
)}
${accounts.length > 1 ? html`<p class="notice wait">Their payments went, or go, to ${accounts.length} accounts.</p>` : ''}
${foundPayments(
  view,
  payments.length === MOST_PAYMENTS ? `Their last ${MOST_PAYMENTS} payments` : 'Their payments, the newest first',
  payments,
  empty('No payments.', 'What is paid to them shows here.'),
)}`,
      });
    });
  };
}
