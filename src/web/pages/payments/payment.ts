import type { Ledger } from '../../../ledger/ledger.ts';
import { uuidOf } from '../../../ledger/merchants/scope.ts';
import { selectEventNames } from '../../../ledger/views/event-names.ts';
import { selectCalls, selectHistoryOf } from '../../../ledger/views/history.ts';
import { type PaymentView, selectPayment } from '../../../ledger/views/payment-view.ts';
import { activityList, namedEvents } from '../../../lists/activity.ts';
import { callList } from '../../../lists/calls.ts';
import { approverWords } from '../../../lists/event-text/approver-words.ts';
import { rowCells, rowProblems } from '../../../lists/tables/payment-tables.ts';
import { COMPLIANCE } from '../../../outcomes/compliance-words.ts';
import { awaits } from '../../../outcomes/total-debits.ts';
import { may } from '../../../permissions/access.ts';
import { accountTitle } from '../../../references/shown-account.ts';
import { paymentCells } from '../../../reports/payment-cells.ts';
import type { PaymentState } from '../../../states.ts';
import { amount, exchangeRate } from '../../components/amount.ts';
import { badge } from '../../components/badge.ts';
import { layout } from '../../components/layout.ts';
import { type Content, html, type Markup } from '../../components/markup.ts';
import { fixPath, paymentPath, recipientPath, runPath, runPaymentsPath } from '../../components/paths.ts';
import { printFooter } from '../../components/print-footer.ts';
import { exactMoment } from '../../components/relative-time.ts';
import { empty, facts } from '../../components/table.ts';
import { tabs } from '../../components/tabs.ts';
import type { PageDeps, View } from '../../components/view.ts';
import type { Feature } from '../../feature.ts';
import { listTable } from '../../lists/list-table.ts';
import type { RefusedForm } from '../action-form.ts';
import { get } from '../route.ts';
import { decisionPart } from './decision-forms.ts';
import { cameBackOf, fromBalance } from './from-balance.ts';

const MOST_EVENTS = 100;
const MOST_CALLS = 50;

/** `GET /payments/:payment`: one payment with its row, events and API calls. Bank details are masked. */
export function paymentPage(deps: PageDeps): Feature {
  const { db } = deps.appContext.ledger;
  return (app) =>
    get(app, deps, '/payments/:payment', 'viewer', async (context, view) => {
      const found = await selectPayment(db, view.currentUser.merchants, uuidOf(context.req.param('payment')));
      return found && showPayment(deps, view, found);
    });
}

/** The page of a payment. `refused`: a form of a decision that was refused. */
export async function showPayment(
  deps: PageDeps,
  view: View,
  found: PaymentView,
  refused: RefusedForm | null = null,
): Promise<Markup> {
  const { ledger } = deps.appContext;
  const scope = view.currentUser.merchants;
  const { id, run, row, reference, batch } = found;
  const about = [found.service_payment, found.service_batch, found.service_recipient].flatMap((one) => one ?? []);
  const [events, calls, previous, next, heldFor] = await Promise.all([
    selectHistoryOf(ledger.db, scope, { run, payment: id, row, reference, batch }, MOST_EVENTS),
    about.length === 0 ? [] : selectCalls(ledger.db, scope, { run, before: null, limit: MOST_CALLS, about }),
    ...[found.previous, found.next, found.held_for].map((other) => selectPayment(ledger.db, scope, other)),
  ]);
  const names = await selectEventNames(ledger.db, scope, events);
  // A later run has a payment that was retried, and says what became of it.
  const cameToNothing = (found.state === 'failed' || found.state === 'returned') && found.next === null;
  const mayBeCorrected = (found.state === 'invalid' || cameToNothing) && may(view.currentUser, 'correct');
  // The errors of the row are listed below.
  const isRepeated =
    found.state === 'invalid' && (found.problems ?? []).some(({ message }) => message === found.reason);
  return layout(view, {
    title: `Payment ${reference ?? `of row ${row}`}`,
    heading: html`Payment ${reference ?? `of row ${row}`} ${badge(awaits(found))}`,
    about: html`${found.minor === null || found.currency === null ? '' : html`${amount(view, { currency: found.currency, minor: found.minor })} to `}${found.recipient === null ? (found.recipientName ?? 'a recipient without a name') : html`<a href="${recipientPath(found.recipient)}">${found.recipientName ?? 'recipient'}</a>`}`,
    actions: mayBeCorrected
      ? html`<div class="actions"><a class="button main" href="${fixPath(found.run)}">Correct rows</a></div>`
      : '',
    main: html`${found.reason && !isRepeated ? html`<p class="notice ${TONE_OF_REASON[found.state] ?? 'bad'}">${found.reason}</p>` : ''}
${decisionPart(view, found, refused)}
<div class="card">${whatItIs(view, found, { previous, next, heldFor })}</div>
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
  { id: 'row', title: 'Row of the file', count: null, content: rowPart(view, ledger, found) },
  {
    id: 'technical',
    title: 'Technical',
    count: null,
    content: html`<div class="card">${technicalFacts(found)}</div>${listTable(view, callList, calls)}`,
  },
])}
${printFooter(view)}`,
  });
}

/** How serious the reason of a payment is, as a CSS class. */
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

/** Label of the debit for payments that did not arrive. */
const LEFT: { readonly [state in PaymentState]?: string } = {
  failed: 'Planned total debit',
  returned: 'Total debit before the return',
  canceled: 'Planned total debit',
};

/** Payments that this one is about, as far as the visitor may see them. */
type Related = Readonly<Record<'previous' | 'next' | 'heldFor', PaymentView | null | undefined>>;

function whatItIs(view: View, one: PaymentView, { previous, next, heldFor }: Related): Markup {
  const money = (minor: bigint | null, currency: string | null): Content =>
    minor === null || currency === null ? null : amount(view, { currency, minor });
  // A reference that both have says nothing, and the run does.
  const link = (id: string | null, other: PaymentView | null | undefined): Content => {
    if (id === null) return null;
    if (!other) return 'a payment of another merchant';
    const place = `run ${other.run}, row ${other.row}`;
    const isSame = other.reference === null || other.reference === one.reference;
    return html`<a href="${paymentPath(id)}">${isSame ? place : other.reference}</a>${isSame ? '' : html` <span class="quiet">${place}</span>`}`;
  };
  const isPaid = LEFT[one.state] === undefined;
  return facts([
    ['To account', one.account === null ? null : accountTitle(one.account)],
    ['Must arrive', one.fixed === 'target' ? money(one.minor, one.currency) : null],
    ['Paid from the balance in', one.fixed === 'target' ? one.source_currency : null],
    [LEFT[one.state] ?? 'Total debit', money(fromBalance(one), one.source_currency)],
    ['Came back', cameBackWords(view, one)],
    ...(isPaid ? feesOf(view, one) : []),
    ['Tax withheld', one.withheld ? money(one.withheld, one.source_currency) : null],
    ['Compliance', one.compliance && COMPLIANCE[one.compliance]],
    ['Rate', rateOf(view, one)],
    ['Recipient gets', isPaid ? money(one.paid_target, one.target_currency) : null],
    [
      'Run',
      html`<a href="${runPath(one.run)}">${one.sheet ?? `Run ${one.run}`}</a> <span class="quiet">${one.sheet === null ? '' : `run ${one.run}, `}<a href="${runPaymentsPath(one.run, { after: one.row - 1 })}">row ${one.row}</a></span>`,
    ],
    ['Merchant', one.merchant],
    ['Maker', one.maker],
    [
      'Approved by',
      one.approvers.length === 0 ? null : html`${approverWords([one])}, ${exactMoment(view, one.approved_at)}`,
    ],
    ['Released by', one.released_by],
    ['Uploaded', exactMoment(view, one.uploaded_at)],
    ['Sent', exactMoment(view, one.started_at)],
    [FINAL[one.state] ?? 'Final', exactMoment(view, one.final_at)],
    ['Reference', one.derived ? html`${one.reference} <span class="quiet">derived from the row</span>` : null],
    ['Attempt', one.generation > 1 && !isUnsent(previous) ? String(one.generation) : null],
    [isUnsent(previous) ? 'Earlier row' : 'Retry of', link(one.previous, previous)],
    [isUnsent(one) ? 'Later row' : 'Retried in', link(one.next, next)],
    one.state === 'already_paid'
      ? ['Paid as', link(one.held_for, heldFor)]
      : ['On hold because of', link(one.held_for, heldFor)],
  ]);
}

/** Whether nothing was sent for the row: another row with its reference is no retry then. */
const isUnsent = (payment: PaymentView | null | undefined): boolean => payment?.started_at === null;

/** Who bears the fees; two facts if both do. */
function feesOf(
  view: View,
  { fees, recipient_fees: deducted, source_currency: currency }: PaymentView,
): readonly (readonly [string, Content])[] {
  if (fees === null || currency === null) return [];
  const money = (minor: bigint) => amount(view, { currency, minor });
  if (deducted === null || deducted === 0n || fees === 0n) return [['Fees', money(fees)]];
  return fees === deducted
    ? [['Fees', html`${money(fees)} <span class="quiet">deducted from the recipient</span>`]]
    : [
        ['Fees', money(fees)],
        ['Deducted from the recipient', money(deducted)],
      ];
}

/** What came back to the balance, and the fees that did not; null if nothing did. */
function cameBackWords(view: View, one: PaymentView): Content {
  const back = cameBackOf(one);
  const { source_currency: currency } = one;
  if (back === null || currency === null) return null;
  const kept = html` <span class="quiet">without ${amount(view, { currency, minor: back.kept })} of fees</span>`;
  return html`${amount(view, { currency, minor: back.sent })}${back.kept === 0n ? '' : kept}`;
}

/** Label of the time at which a payment became final. */
const FINAL: { readonly [state in PaymentState]?: string } = {
  processed: 'Paid',
  failed: 'Failed',
  returned: 'Returned',
  canceled: 'Canceled',
};

/** Null if the recipient gets the currency of the balance. */
const rateOf = (view: View, { rate, source_currency: from, target_currency: to }: PaymentView): Content =>
  rate === null || from === null || to === null || from === to ? null : exchangeRate(view, { from, to, rate });

/** What an operator or the payout service asks for. */
function technicalFacts(one: PaymentView): Markup {
  const code = (text: string | null): Content => (text === null ? null : html`<code>${text}</code>`);
  return facts([
    ['Payment at the service', code(one.service_payment)],
    ['Batch at the service', code(one.service_batch)],
    ['Recipient at the service', code(one.service_recipient)],
    ['Batch', one.batch_state === null ? null : badge(one.batch_state)],
    ['Version of the rules', code(one.rules)],
    ['Payment in Payrun', code(one.id)],
  ]);
}

/** The cells of the row that the payment was made from. */
function rowPart(
  view: View,
  { vault }: Pick<Ledger, 'vault'>,
  { id, merchant, row, row_sealed, sheet }: PaymentView,
): Markup {
  if (row_sealed.length === 0)
    return empty('The row is purged.', 'Rows are kept as long as the retention policy says.');
  return listTable(view, rowCells, paymentCells(vault, { id, merchant_id: merchant, row_sealed }), {
    caption: `Row ${row}${sheet === null ? '' : ` of ${sheet}`}`,
  });
}
