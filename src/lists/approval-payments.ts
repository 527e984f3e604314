import type { ApprovalCheck } from '../ledger/views/approval-payments.ts';
import { readServiceAmount } from '../money.ts';
import { countryWord } from '../references/country-word.ts';
import { as, type Value } from '../references/value.ts';
import type { PaymentToApprove } from '../reports/payments-to-approve.ts';
import { filterBy } from './filters.ts';
import { type Door, defineList, FILES, fileColumn, SHOWN, toPage } from './list.ts';
import { ofRun, rowAfter } from './of-run.ts';
import { CHECK_WORDS } from './tables/approval-checks.ts';

const PAGE: readonly Door[] = ['page'];
const PLAIN: readonly Door[] = [...FILES, 'terminal'];

/** The filter of the page, as its chips name it. */
const CHECKS: readonly (readonly [ApprovalCheck | 'largest', string])[] = [
  ['changed', 'Changed account'],
  ['corrected', 'Corrected'],
  ['came_back', 'Last payment failed or returned'],
  ['released', 'Released'],
  ['warned', 'Warning'],
  ['new', 'New'],
  ['largest', 'Largest'],
];

const moneyOf = (one: Pick<PaymentToApprove, 'amount' | 'currency'> | null): Value =>
  one && as.money(readServiceAmount(one.amount, one.currency), one.currency);

/** The last payment to the recipient that did not come back. */
const lastPaid = ({ last }: PaymentToApprove) =>
  last !== null && last.state !== 'failed' && last.state !== 'returned' ? last : null;
const lastPaidAt = (one: PaymentToApprove): Value => as.time(lastPaid(one) && new Date(lastPaid(one)!.at));
const isUnconfirmed = (one: PaymentToApprove) => lastPaid(one) !== null && lastPaid(one)!.state !== 'processed';

function markedAccount(one: PaymentToApprove): Value {
  const marks = one.checks.map((check) => {
    const { tone, mark } = CHECK_WORDS[check];
    return as.status(tone, mark(one), check);
  });
  return as.joined([as.account(one.account), as.quiet(countryWord(one.country)), ...marks], ' ');
}

const notesOf = (one: PaymentToApprove): string =>
  [
    ...one.checks.map((check) => CHECK_WORDS[check].note(one)),
    ...(isUnconfirmed(one) ? ['last payment not confirmed as paid'] : []),
  ].join(', ');

const reasonsOf = (one: PaymentToApprove): Value =>
  as.joined(
    one.checks.map((check) => CHECK_WORDS[check].reason(one)),
    ' ',
  );

/** Every payment of a run that awaits approval, in the order of the sheet, with what is to be checked about it. */
export const approvalPaymentList = defineList({
  name: 'to-approve',
  title: 'All payments',
  caption: 'Payments, in the order of the sheet',
  role: 'viewer',
  of: 'run',
  filters: {
    run: filterBy.run({ label: 'Run', summary: 'the run' }),
    q: filterBy.search({ label: 'Name, reference or row', summary: 'with this name, reference or row' }),
    check: filterBy.choice(CHECKS, { label: 'Check', summary: 'to be checked for this reason, or the largest' }),
  },
  columns: [
    { name: 'row', title: 'Row', type: 'count', doors: PLAIN, value: ({ row }: PaymentToApprove) => as.count(row) },
    { name: 'reference', title: 'Reference', type: 'text', doors: PLAIN, value: ({ reference }) => reference },
    { name: 'recipient', title: 'Recipient', doors: PLAIN, value: ({ recipientName }) => recipientName },
    {
      ...{ name: 'recipient', title: 'Recipient', doors: PAGE, names: true },
      value: ({ id, recipientName }) => as.link('payment', id, recipientName ?? '(no name)'),
    },
    { name: 'place', title: 'Reference', doors: PAGE, under: 'recipient', value: (one) => as.whole(one.reference) },
    { name: 'place', title: 'Row', doors: PAGE, under: 'recipient', value: ({ row }) => `row ${row}` },
    { name: 'country', title: 'Country', doors: FILES, value: ({ country }) => country },
    { name: 'account', title: 'Account', type: 'account?', doors: PLAIN, value: ({ account }) => as.account(account) },
    { name: 'account', title: 'Account', doors: PAGE, unless: 'empty', compact: 'line', value: markedAccount },
    { name: 'reason', title: 'Reason', doors: PAGE, under: 'account', value: reasonsOf },
    fileColumn('amount', 'Amount', moneyOf, { type: 'money' }),
    fileColumn('currency', 'Currency', ({ currency }: PaymentToApprove) => currency, { type: 'text' }),
    {
      ...{ name: 'last', title: 'Last paid', doors: PAGE, minor: true },
      value: (one) => lastPaidAt(one) ?? as.quiet('never'),
    },
    {
      ...{ name: 'lastPaid', title: 'Last amount', doors: PAGE, under: 'last' },
      value: (one) => as.joined([moneyOf(lastPaid(one)), isUnconfirmed(one) ? 'not confirmed as paid' : null]),
    },
    fileColumn('lastPayment', 'Last payment', lastPaidAt, { type: 'time?' }),
    fileColumn('lastAmount', 'Last amount', (one: PaymentToApprove) => moneyOf(lastPaid(one)), { type: 'money?' }),
    fileColumn('lastCurrency', 'Last currency', (one: PaymentToApprove) => lastPaid(one)?.currency ?? null),
    { name: 'amount', title: 'Amount', doors: SHOWN, compact: 'beside', value: moneyOf },
    fileColumn('note', 'Note', notesOf, { type: 'text' }),
    { name: 'reason', title: 'Reason', doors: PLAIN, value: reasonsOf },
  ],
  read: ofRun(async ({ ledger }, _scope, { run, filters, after, limit }) => {
    const [{ paymentsToApprove }, { waitingBatches }] = await Promise.all([
      import('../reports/payments-to-approve.ts'),
      import('../reports/approval-line.ts'),
    ]);
    const { q: text, check } = filters as { q: string | null; check: ApprovalCheck | 'largest' | null };
    const batches = (await waitingBatches(ledger.db, run)).map(({ id }) => id);
    const asked = { run, batches, text, check, after: rowAfter(after), limit: limit + 1 };
    const found = toPage(await paymentsToApprove(ledger, asked), limit, ({ row }) => String(row));
    return check === 'largest' ? { ...found, next: null } : found;
  }),
  empty: { what: 'No payments.', page: '' },
  perPage: 50,
});
