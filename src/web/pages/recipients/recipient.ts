import type { Feature } from '../../../http/feature.ts';
import { parseUuid } from '../../../ledger/merchants/scope.ts';
import { selectEventNames } from '../../../ledger/views/event-names.ts';
import { selectHistoryOfRecipient } from '../../../ledger/views/history.ts';
import { selectPaymentsTo } from '../../../ledger/views/payment-view.ts';
import {
  type RecipientView,
  selectNotesOn,
  selectPaidTotals,
  selectRecipient,
  selectRecipientAccounts,
} from '../../../ledger/views/recipient-view.ts';
import { seesSeveralMerchants } from '../../../ledger/views/run-list.ts';
import { activityList, namedEvents } from '../../../lists/activity.ts';
import { recipientFacts } from '../../../lists/facts/recipient-facts.ts';
import { recipientName } from '../../../lists/recipients.ts';
import { foundPayments, OF_ONE_RECIPIENT } from '../../../lists/tables/found-payments.ts';
import { paidAccounts, paidTotals, verificationNotes } from '../../../lists/tables/recipient-tables.ts';
import { layout } from '../../components/layout.ts';
import { html, type Markup } from '../../components/markup.ts';
import type { PageDeps, View } from '../../components/view.ts';
import { listTable, objectFacts } from '../../lists/list-table.ts';
import { get } from '../route.ts';
import { detailsButton } from './recipient-details.ts';

const MOST_PAYMENTS = 100;
const MOST_EVENTS = 100;
/** Number of payments whose accounts are listed. */
const LOOKED_AT = 500;

const INTENTS = {
  create: 'The payout service has not confirmed this new recipient yet. The next run checks it.',
  update: 'The payout service has not confirmed a change to these details yet. The next run checks it.',
  create_account: 'The payout service has not confirmed a new account for this recipient yet. The next run checks it.',
} as const;

/** Payments in these states are not paid before someone decides. */
const UNDECIDED = ['held', 'unknown', 'discrepancy'] as const;

/** `GET /recipients/:recipient`: a recipient with what they were paid, accounts, holds, notes and payments. */
export function recipientPage(deps: PageDeps): Feature {
  const { ledger } = deps.appContext;
  return (app) =>
    get(app, deps, '/recipients/:recipient', 'viewer', async (context, view) => {
      const id = parseUuid(context.req.param('recipient'));
      const found = await selectRecipient(ledger.db, view.currentUser.merchants, id);
      return found && showRecipient(deps, view, found);
    });
}

async function showRecipient({ appContext: { ledger } }: PageDeps, view: View, found: RecipientView): Promise<Markup> {
  const scope = view.currentUser.merchants;
  const whom = { merchant: found.merchant, keyFp: found.key_fp, emailFp: found.email_fp };
  const [several, accounts, totals, payments, undecided, events] = await Promise.all([
    seesSeveralMerchants(ledger.db, scope),
    selectRecipientAccounts(ledger.db, scope, found.id, LOOKED_AT),
    selectPaidTotals(ledger.db, scope, found.id),
    selectPaymentsTo(ledger.db, scope, whom, MOST_PAYMENTS),
    selectPaymentsTo(ledger.db, scope, whom, MOST_PAYMENTS, UNDECIDED),
    selectHistoryOfRecipient(ledger.db, scope, found.id, MOST_EVENTS),
  ]);
  const about = [...new Set([...payments, ...undecided].map(({ id }) => id))];
  const notes = await selectNotesOn(ledger.db, scope, about);
  const names = await selectEventNames(ledger.db, scope, events);
  const lastPaid = totals.length === 0 ? null : new Date(Math.max(...totals.map(({ last_at }) => last_at.getTime())));
  const button = detailsButton(view, found);
  return layout(view, {
    title: recipientName(found),
    actions: button,
    main: html`${found.intent ? html`<p class="notice wait">${INTENTS[found.intent]}</p>` : ''}
<div class="card">${objectFacts(view, recipientFacts(found, { accounts: accounts.length, lastPaid, several }))}<p class="quiet">Details and accounts come from your sheets. A row with different details updates the payout service, and a changed account is reviewed before it is paid.${button === '' ? '' : ' “Change details” loads the current details from the payout service with one API call.'}</p></div>
${undecided.length === 0 ? '' : listTable(view, foundPayments, undecided, { caption: 'Waiting for a decision', without: OF_ONE_RECIPIENT })}
${totals.length === 0 ? '' : listTable(view, paidTotals, totals)}
${listTable(view, paidAccounts, accounts)}
${notes.length === 0 ? '' : listTable(view, verificationNotes, notes)}
${listTable(view, foundPayments, payments, {
  caption: payments.length === MOST_PAYMENTS ? `Last ${MOST_PAYMENTS} payments` : 'Payments, newest first',
  without: OF_ONE_RECIPIENT,
})}
<h2 id="activity" tabindex="-1">Activity</h2>
${listTable(view, activityList, namedEvents(events, names))}`,
  });
}
