import type { ShownPayment } from '../ledger/views/shown-payment.ts';
import { shortReason } from '../outcomes/reason-words.ts';
import { hasMoved, isPaidOut } from '../outcomes/run-money.ts';
import { stateWord, toStatusValue } from '../outcomes/status-value.ts';
import { awaits } from '../outcomes/total-debits.ts';
import { withShownAccounts } from '../references/shown-account.ts';
import { as, type Value } from '../references/value.ts';
import { COUNTED_STATES, type PaymentState } from '../states.ts';
import { SHOWN_PAYMENT_STATE } from './documents/state-codes.ts';
import { filterBy } from './filters.ts';
import { defineList, fileColumn, type ListColumn } from './list.ts';
import { ofRun, rowAfter } from './of-run.ts';

/** Null unless it was paid out. */
const ofPaid = (value: (one: ShownPayment) => Value) => (one: ShownPayment) =>
  isPaidOut(one.state) ? value(one) : null;

/** A column of a page with what the payout service reports of a payment that it sent. */
const pageOfMoved = (
  name: string,
  title: string,
  value: (one: ShownPayment) => Value,
  unlessAs: readonly string[] = [],
): ListColumn<ShownPayment> => ({
  ...{ name, title, doors: ['page'], unless: 'empty', unlessAs, minor: true },
  value: (one) => (hasMoved(one.state) ? value(one) : null),
});

function reasonValue({ state, reason, problems, held_for: earlier }: ShownPayment): Value {
  if (state === 'already_paid' && earlier !== null)
    return as.joined([reason, as.link('payment', earlier, 'See the earlier payment')], ' ');
  const [first, ...others] = (problems ?? []).filter(({ severity }) => severity === 'error');
  if (state !== 'invalid' || !first)
    return reason === null ? null : withShownAccounts(state === 'held' ? shortReason(reason) : reason);
  const more = others.length > 0 ? `(and ${others.length} more)` : null;
  return as.joined([withShownAccounts(first.message), more], ' ');
}

const COLUMNS: readonly ListColumn<ShownPayment>[] = [
  fileColumn('row', 'Row', ({ row }) => as.count(row), { type: 'count' }),
  fileColumn('reference', 'Reference', ({ reference }) => reference),
  {
    name: 'recipient',
    title: 'Recipient',
    doors: ['page'],
    names: true,
    value: ({ recipientName, id }) => as.link('payment', id, recipientName ?? '(no name)'),
  },
  fileColumn('recipient', 'Recipient', ({ recipientName }) => recipientName),
  {
    name: 'place',
    title: 'Reference',
    doors: ['page'],
    under: 'recipient',
    value: ({ row, reference }) => (reference === null ? `Row ${row}` : as.joined([as.whole(reference), `row ${row}`])),
  },
  fileColumn('amount', 'Amount', ({ minor, currency }) => as.money(minor, currency), { type: 'money?' }),
  fileColumn('currency', 'Currency', ({ currency }) => currency),
  {
    name: 'status',
    title: 'Status',
    type: SHOWN_PAYMENT_STATE,
    wide: true,
    compact: 'line',
    value: (payment) => toStatusValue(awaits(payment)),
  },
  { name: 'why', title: 'Reason', doors: ['page'], under: 'status', value: reasonValue },
  {
    name: 'retried',
    title: 'Retried in',
    doors: ['page'],
    under: 'status',
    ownLine: true,
    value: ({ retried_in: run }) => (run === null ? null : as.words`Retried in ${as.link('run', run, `run ${run}`)}.`),
  },
  {
    name: 'proof',
    title: 'Proof of payment',
    doors: ['page'],
    under: 'status',
    value: ({ id, is_proven }) => (is_proven ? as.link('proof', id, 'Proof of payment') : null),
  },
  {
    name: 'account',
    title: 'Account',
    type: 'account?',
    unless: 'empty',
    minor: true,
    value: ({ account }) => as.account(account),
  },
  {
    name: 'amount',
    title: 'Amount',
    doors: ['page'],
    unless: 'empty',
    compact: 'beside',
    value: ({ minor, currency }) => as.money(minor, currency),
  },
  // Shown only if the amount of a payment differs from its row.
  pageOfMoved('sent', 'Sent', (one) => as.money(one.paid_source, one.source_currency), ['amount']),
  pageOfMoved('fee', 'Fee', ({ fees, paid_target, source_currency }) =>
    fees && paid_target !== null ? as.money(fees, source_currency) : null,
  ),
  pageOfMoved('gets', 'Recipient gets', (one) => as.money(one.paid_target, one.target_currency)),
  fileColumn(
    'paid',
    'Paid',
    ofPaid((one) => as.money(one.paid_source, one.source_currency)),
    { type: 'money?' },
  ),
  fileColumn(
    'fees',
    'Fees',
    ofPaid((one) => as.money(one.fees, one.source_currency)),
    { type: 'money?' },
  ),
  fileColumn(
    'paidCurrency',
    'Paid currency',
    ofPaid((one) => (one.paid_source === null ? null : one.source_currency)),
  ),
  fileColumn(
    'recipientGets',
    'Recipient gets',
    ofPaid((one) => as.money(one.paid_target, one.target_currency)),
    { type: 'money?' },
  ),
  fileColumn(
    'recipientCurrency',
    'Recipient currency',
    ofPaid((one) => (one.paid_target === null ? null : one.target_currency)),
  ),
  fileColumn('final', 'Final', ({ final_at }) => as.time(final_at), { type: 'time?', csv: 'final (UTC)' }),
  fileColumn(
    'reason',
    'Reason',
    ({ reason, problems }) => reason ?? (problems ?? []).map(({ message }) => message).join(' '),
    { type: 'text' },
  ),
];

/** The payments of a run, in the order of its sheet. */
export const runPaymentList = defineList({
  name: 'payments',
  title: 'Payments',
  caption: 'Payments, in the order of the sheet',
  role: 'viewer',
  of: 'run',
  filters: {
    run: filterBy.run({ label: 'Run', summary: 'the run' }),
    q: filterBy.search({ label: 'Name, reference or row', summary: 'with this name, reference or row' }),
    state: filterBy.choice(
      COUNTED_STATES.map((state) => [state, stateWord(state)] as const),
      { label: 'Status', summary: 'with this status' },
    ),
  },
  columns: COLUMNS,
  read: ofRun(async ({ ledger: { db } }, scope, { run, filters, after, limit }) => {
    const { selectRunPayments } = await import('../ledger/views/run-payments.ts');
    const { q: text, state } = filters as { q: string | null; state: PaymentState | null };
    const found = await selectRunPayments(db, scope, { run, state, text, after: rowAfter(after), limit });
    return { rows: found.payments, next: found.next === null ? null : String(found.next) };
  }),
  empty: { what: 'No rows yet.', page: 'They appear once the file has been read.' },
  perPage: 50,
});
