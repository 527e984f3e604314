import { may } from '../../../engine/users/access.ts';
import { uuidOf } from '../../../ledger/merchants/scope.ts';
import { selectEventNames } from '../../../ledger/views/event-names.ts';
import { selectCalls, selectHistoryOf } from '../../../ledger/views/history.ts';
import { type PaymentView, selectPayment } from '../../../ledger/views/payment-view.ts';
import { columnTitle } from '../../../references/column-label.ts';
import { shownAccount, withShownAccounts } from '../../../references/shown-account.ts';
import { paymentCells } from '../../../reports/payment-cells.ts';
import type { PaymentState } from '../../../states.ts';
import { amount, decimalText } from '../../components/amount.ts';
import { badge } from '../../components/badge.ts';
import { layout } from '../../components/layout.ts';
import { type Content, html, type Markup } from '../../components/markup.ts';
import { fixPath, paymentPath, recipientPath, runPath, runPaymentsPath } from '../../components/paths.ts';
import { printFooter } from '../../components/print-footer.ts';
import { exactMoment } from '../../components/relative-time.ts';
import { empty, facts, table } from '../../components/table.ts';
import type { PageDeps, View } from '../../components/view.ts';
import { approverWords } from '../../event-text/approver-words.ts';
import type { Feature } from '../../feature.ts';
import { commentForm } from '../activities/comments.ts';
import { callTable, eventTable } from '../activities/run-history.ts';
import { get } from '../route.ts';
import { fromBalance } from './from-balance.ts';
import { decisionPart } from './payment-decisions.ts';

const MOST_EVENTS = 100;
const MOST_CALLS = 50;

/** `GET /payments/:payment`: one payment with its row, events and API calls. Bank details are masked. */
export function paymentPage(deps: PageDeps): Feature {
  const { ledger } = deps.appContext;
  return (app) => {
    get(app, deps, '/payments/:payment', 'viewer', async (context, view) => {
      const scope = view.currentUser.merchants;
      const found = await selectPayment(ledger.db, scope, uuidOf(context.req.param('payment')));
      if (!found) return null;
      const { id, run, row, reference, batch, row_sealed } = found;
      const about = [found.service_payment, found.service_batch, found.service_recipient].flatMap((one) => one ?? []);
      const [events, calls] = await Promise.all([
        selectHistoryOf(ledger.db, scope, { run, payment: id, row, reference, batch }, MOST_EVENTS),
        about.length === 0 ? [] : selectCalls(ledger.db, scope, { run, before: null, limit: MOST_CALLS, about }),
      ]);
      const names = await selectEventNames(ledger.db, scope, events);
      return layout(view, {
        title: `Payment ${reference ?? `of row ${row}`}`,
        heading: html`Payment ${reference ?? `of row ${row}`} ${badge(found.state)}`,
        main: html`${found.reason ? html`<p class="notice ${TONE_OF_REASON[found.state] ?? 'bad'}">${found.reason}</p>` : ''}
${decisionPart(view, found)}
<div class="card">${whatItIs(view, found)}</div>
${problemsOf(found)}
${found.state === 'invalid' && may(view.currentUser, 'correct') ? html`<p><a class="button" href="${fixPath(found.run)}">Correct rows of run ${found.run}</a></p>` : ''}
<h2>What the sheet said in row ${row}</h2>
${
  row_sealed.length === 0
    ? empty('It was removed.', 'What the row said was kept as long as the retention policy says.')
    : table(
        `Row ${row}${found.sheet === null ? '' : ` of ${found.sheet}`}`,
        [
          { title: 'Column', names: true, cell: ({ column }) => columnTitle(column) },
          { title: 'Cell', cell: ({ value }) => shownAccount(value ?? null) },
        ],
        paymentCells(ledger.vault, { id, merchant_id: found.merchant, row_sealed }),
        empty('The row was empty.', ''),
      )
}
<h2 id="activity" tabindex="-1">Activity</h2>
${commentForm(view, paymentPath(id))}
${eventTable(view, events, names)}
${callTable(view, calls)}
${printFooter(view)}`,
      });
    });
  };
}

/** How serious the reason of a payment is, as a CSS class. */
const TONE_OF_REASON: { readonly [state in PaymentState]?: string } = { held: 'wait', already_paid: '', dismissed: '' };

/** Label of the debit for payments that did not arrive. */
const LEFT: { readonly [state in PaymentState]?: string } = {
  failed: 'Planned total debit',
  returned: 'Total debit before the return',
  cancelled: 'Planned total debit',
};

function whatItIs(view: View, one: PaymentView): Markup {
  const money = (minor: bigint | null, currency: string | null): Content =>
    minor === null || currency === null ? null : amount(view, { currency, minor });
  const code = (text: string | null): Content => (text === null ? null : html`<code>${text}</code>`);
  const link = (id: string | null, text: string): Content =>
    id === null ? null : html`<a href="${paymentPath(id)}">${text}</a>`;
  return facts([
    [
      'Recipient',
      one.recipient === null
        ? one.recipientName
        : html`<a href="${recipientPath(one.recipient)}">${one.recipientName ?? 'recipient'}</a>`,
    ],
    [one.fixed === 'target' ? 'Must arrive' : 'Amount', money(one.minor, one.currency)],
    ['Paid from the balance in', one.fixed === 'target' ? one.source_currency : null],
    ['To account', one.account === null ? null : shownAccount(one.account)],
    ['Run', html`<a href="${runPath(one.run)}">run ${one.run}</a>${one.sheet === null ? '' : html`, ${one.sheet}`}`],
    ['Row', html`<a href="${runPaymentsPath(one.run, { after: one.row - 1 })}">${one.row}</a>`],
    ['Merchant', one.merchant],
    ['Made by', one.maker],
    [
      'Approved by',
      one.approvers.length === 0 ? null : html`${approverWords([one])}, ${exactMoment(view, one.approved_at)}`,
    ],
    ['Released by', one.released_by],
    ['Assigned to', one.assignee],
    ['Came in', exactMoment(view, one.created_at)],
    ['Started', exactMoment(view, one.started_at)],
    ['Final', exactMoment(view, one.final_at)],
    [LEFT[one.state] ?? 'Total debit', money(fromBalance(one), one.source_currency)],
    ['Fees', money(LEFT[one.state] === undefined ? one.fees : null, one.source_currency)],
    [
      'Deducted from the recipient',
      money(LEFT[one.state] === undefined ? one.recipient_fees : null, one.source_currency),
    ],
    [
      'Rate',
      one.rate === null ? null : /^\d{1,15}(\.\d{1,20})?$/.test(one.rate) ? decimalText(view, one.rate) : one.rate,
    ],
    ['Recipient gets', LEFT[one.state] === undefined ? money(one.paid_target, one.target_currency) : null],
    ['Batch', one.batch_state === null ? null : badge(one.batch_state)],
    [
      'Reference',
      one.reference === null
        ? null
        : html`${one.reference}${one.derived ? html` <span class="quiet">derived from the row</span>` : ''}`,
    ],
    ['Attempt', one.generation > 1 ? String(one.generation) : null],
    ['Ran before as', link(one.previous, 'the earlier payment')],
    ['Ran again as', link(one.next, 'the later payment')],
    one.state === 'already_paid'
      ? ['Paid as', link(one.held_for, 'the earlier payment')]
      : ['Held because of', link(one.held_for, 'another payment')],
    ['Payment at the service', code(one.service_payment)],
    ['Batch at the service', code(one.service_batch)],
    ['Recipient at the service', code(one.service_recipient)],
    ['Rules', one.rules],
    ['Id', code(one.id)],
  ]);
}

function problemsOf({ problems }: PaymentView): Markup | '' {
  if (!problems || problems.length === 0) return '';
  return table(
    'What was found in its cells',
    [
      { title: 'Column', cell: ({ column }) => (column ? columnTitle(column) : '') },
      { title: 'What', names: true, cell: ({ message }) => withShownAccounts(message) },
      { title: 'Cell', cell: ({ value }) => shownAccount(value ?? null) },
      { title: 'Weight', cell: ({ severity }) => (severity === 'error' ? 'not paid because of it' : 'a warning') },
    ],
    problems,
  );
}
