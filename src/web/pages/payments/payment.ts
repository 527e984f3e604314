import type { Context } from 'hono';
import { accept } from '../../../actions/accept.ts';
import { dismiss } from '../../../actions/dismiss.ts';
import { release } from '../../../actions/release.ts';
import { remove } from '../../../actions/remove.ts';
import { resolve } from '../../../actions/resolve.ts';
import type { Feature } from '../../../http/feature.ts';
import type { Ledger } from '../../../ledger/ledger.ts';
import { parseUuid } from '../../../ledger/merchants/scope.ts';
import { selectEventNames } from '../../../ledger/views/event-names.ts';
import { selectCalls, selectPaymentHistory } from '../../../ledger/views/history.ts';
import { type PaymentView, selectPayment } from '../../../ledger/views/payment-view.ts';
import { seesSeveralMerchants } from '../../../ledger/views/run-list.ts';
import { activityList, namedEvents } from '../../../lists/activity.ts';
import { callList } from '../../../lists/calls.ts';
import { paymentFacts, technicalFacts } from '../../../lists/facts/payment-facts.ts';
import { rowCells, rowProblems } from '../../../lists/tables/payment-tables.ts';
import { formatMinor } from '../../../money.ts';
import { awaits } from '../../../outcomes/total-debits.ts';
import { may } from '../../../permissions/access.ts';
import { paymentCells } from '../../../reports/payment-cells.ts';
import { type AccountChange, getAccountChange } from '../../../reports/payments-to-approve.ts';
import type { PaymentState } from '../../../states.ts';
import { amount } from '../../components/amount.ts';
import { badge } from '../../components/badge.ts';
import { layout } from '../../components/layout.ts';
import { html, type Markup } from '../../components/markup.ts';
import { fixPath, paymentPath, proofPath, recipientPath, runPath, runPaymentsPath } from '../../components/paths.ts';
import { printFooter } from '../../components/print-footer.ts';
import { moment } from '../../components/relative-time.ts';
import { empty } from '../../components/table.ts';
import { tabs } from '../../components/tabs.ts';
import type { PageDeps, View } from '../../components/view.ts';
import { listTable, objectFacts } from '../../lists/list-table.ts';
import { type PageWithForms, postAction, type RefusedForm } from '../action-form.ts';
import { get } from '../route.ts';
import { accountDiff } from './account-diff.ts';
import { decisionPart } from './decision-forms.ts';

const MOST_EVENTS = 100;
const MOST_CALLS = 50;

/**
 * `GET /payments/:payment`: one payment with its row, events and API calls. Bank details are masked. `POST
 * /payments/:payment/<action>`: the decisions about it.
 */
export function paymentPage(deps: PageDeps): Feature {
  const find = (context: Context, { currentUser }: View) =>
    selectPayment(deps.appContext.ledger.db, currentUser.merchants, parseUuid(context.req.param('payment')));
  const page: PageWithForms<PaymentView & { readonly reference: string }> = {
    async find(context, view) {
      const found = await find(context, view);
      return found?.reference ? { ...found, reference: found.reference } : null;
    },
    show: (_, view, found, refused) => showPayment(deps, view, found, refused),
  };
  return (app) => {
    get(app, deps, '/payments/:payment', 'viewer', async (context, view) => {
      const found = await find(context, view);
      return found && showPayment(deps, view, found);
    });
    for (const action of [release, dismiss, remove, resolve, accept])
      postAction(app, deps, action, {
        path: '/payments/:payment',
        page,
        subject: ({ reference, run, id }) => ({ references: [reference], run: String(run), payments: [id] }),
        back: ({ id }) => paymentPath(id),
      });
  };
}

/** The page of a payment. `refused`: a form of a decision that was refused. */
async function showPayment(
  deps: PageDeps,
  view: View,
  found: PaymentView,
  refused: RefusedForm | null = null,
): Promise<Markup> {
  const { ledger } = deps.appContext;
  const scope = view.currentUser.merchants;
  const { id, run, row, reference, batch } = found;
  const ofService = [found.service_payment, found.service_batch, found.service_recipient].flatMap((one) => one ?? []);
  const [several, events, calls, previous, next, heldFor] = await Promise.all([
    seesSeveralMerchants(ledger.db, scope),
    selectPaymentHistory(ledger.db, scope, { run, payment: id, row, reference, batch }, MOST_EVENTS),
    ofService.length === 0
      ? []
      : selectCalls(ledger.db, scope, { run, before: null, limit: MOST_CALLS, about: ofService }),
    ...[found.previous, found.next, found.held_for].map((other) => selectPayment(ledger.db, scope, other)),
  ]);
  const names = await selectEventNames(ledger.db, scope, events);
  const change = heldFor ? await getAccountChange(ledger, found) : null;
  // The later run of a retried payment shows its outcome.
  const cameToNothing = (found.state === 'failed' || found.state === 'returned') && found.next === null;
  const mayBeCorrected = (found.state === 'invalid' || cameToNothing) && may(view.currentUser, 'correct');
  // The errors of the row are listed below.
  const isRepeated =
    found.state === 'invalid' && (found.problems ?? []).some(({ message }) => message === found.reason);
  const about = html`<div class="card">${objectFacts(view, paymentFacts(found, { previous, next, heldFor, several }))}</div>`;
  const decision = decisionPart(view, found, refused);
  return layout(view, {
    title: `Payment ${reference ?? `in row ${row}`}`,
    heading: html`Payment ${reference ?? `in row ${row}`} ${badge(awaits(found))}`,
    about: html`${found.minor === null || found.currency === null ? '' : html`<strong class="figure-lead">${amount(view, { currency: found.currency, minor: found.minor })}</strong> to `}${found.recipient === null ? (found.recipientName ?? 'a recipient without a name') : html`<a href="${recipientPath(found.recipient)}">${found.recipientName ?? 'recipient'}</a>`}`,
    actions: mayBeCorrected
      ? html`<div class="actions"><a class="button main" href="${fixPath(found.run)}">Correct rows</a></div>`
      : found.is_proven
        ? html`<div class="actions"><a class="button" href="${proofPath(id)}">Proof of payment</a></div>`
        : '',
    main: html`${found.reason && !isRepeated ? html`<p class="notice ${TONE_OF_REASON[found.state] ?? 'bad'}">${found.reason}</p>` : ''}
${change ? changedAccountCard(view, found, change) : ''}
${decision === '' ? about : html`<div class="columns"><div>${about}</div><div>${decision}</div></div>`}
${found.problems?.length ? listTable(view, rowProblems, found.problems) : ''}
${tabs([
  {
    id: 'activity',
    title: 'Activity',
    count: null,
    content: html`${listTable(view, activityList, namedEvents(events, names))}${
      events.length < MOST_EVENTS
        ? ''
        : html`<p class="quiet">The latest ${MOST_EVENTS} events. <a href="${runPath(run)}/history">All events of run ${run}</a></p>`
    }`,
  },
  { id: 'row', title: 'Row in the file', count: null, content: rowPart(view, ledger, found) },
  {
    id: 'technical',
    title: 'Technical',
    count: null,
    content: html`<div class="card">${objectFacts(view, technicalFacts(found))}</div>${listTable(view, callList, calls)}`,
  },
])}
${printFooter(view)}`,
  });
}

/** The account that was last paid and the new one, side by side: who entered it, and when. */
function changedAccountCard(
  view: View,
  { reference, recipientName, minor, currency, account, isUncertain, maker, uploaded_at }: PaymentView,
  { enteredBy, ...change }: AccountChange,
): Markup {
  const shown = {
    ...{ ...change, recipientName, reference: reference!, account, country: null, isCertain: !isUncertain },
    ...{ amount: formatMinor(minor!, currency!), currency: currency! },
  };
  const { run, row } = change.last;
  return html`<section class="card" aria-labelledby="changed"><h2 id="changed">Changed bank details</h2>
${accountDiff(
  view,
  shown,
  html`${enteredBy === null ? 'Payrun does not know who entered the new account' : html`New account entered by <strong>${enteredBy}</strong>`}, in a run uploaded by ${maker}, ${moment(view, uploaded_at)}. The previous account was last paid in <a href="${runPaymentsPath(run, { after: row - 1 })}">run ${run}, row ${row}</a>.`,
)}</section>`;
}

/** The severity of a payment's reason, as a CSS class. */
const TONE_OF_REASON: { readonly [state in PaymentState]?: string } = {
  held: 'wait',
  unknown: 'wait',
  ready: 'wait',
  batched: 'wait',
  started: 'wait',
  processed: '',
  already_paid: '',
  dismissed: '',
  canceled: '',
};

/** The cells of the row that the payment was made from. */
function rowPart(
  view: View,
  { vault }: Pick<Ledger, 'vault'>,
  { id, merchant, row, row_sealed, sheet }: PaymentView,
): Markup {
  if (row_sealed.length === 0)
    return empty('This row was purged.', 'The retention policy sets how long rows are kept.');
  return listTable(view, rowCells, paymentCells(vault, { id, merchant_id: merchant, row_sealed }), {
    caption: `Row ${row}${sheet === null ? '' : ` of ${sheet}`}`,
  });
}
