import type { InProgress, Statement, StatementEntry } from '../ledger/reports/statement.ts';
import { STATEMENT_STATES, type StatementKind, type StatementSum } from '../outcomes/statement-sums.ts';
import { toStatusValue } from '../outcomes/status-value.ts';
import { as } from '../references/value.ts';
import { PAYMENT_STATE } from './documents/state-codes.ts';
import { type Filter, filterBy } from './filters.ts';
import { countColumn, FILES, fileColumn, type ListColumn, moneyColumn, rowsBefore, slicePage, toPage } from './list.ts';
import { PERIOD_FILTERS, periodList } from './period.ts';

const NOTHING = 'No payment was paid, returned or failed in this period.';

const counted =
  <Row>(rows: (found: Statement) => readonly Row[]): Parameters<typeof periodList<Row>>[0]['read'] =>
  async ({ ledger }, scope, { period, after, limit }) => {
    const { selectStatement } = await import('../ledger/reports/statement.ts');
    return slicePage(rows(await selectStatement(ledger.db, scope, period)), after, limit);
  };

/** Without fees on top, the total debit is what was sent; without returns, it is the net debit. */
export const statementTotals = periodList<StatementSum>({
  name: 'statement-totals',
  title: 'Totals by balance currency',
  none: NOTHING,
  read: counted(({ sums }) => sums),
  columns: [
    { name: 'currency', title: 'Currency', type: 'text', names: true, value: ({ currency }) => currency },
    countColumn('paid', 'Paid', ({ paid }) => paid, { csv: 'paid payments' }),
    moneyColumn('sent', 'Sent', ({ sent }) => sent),
    moneyColumn('fees', 'Fees on top', ({ fees, recipientFees }) => fees - recipientFees, { unless: 'zero' }),
    moneyColumn('totalDebit', 'Total debit', ({ totalDebit }) => totalDebit, { unlessAs: ['sent', 'netDebit'] }),
    countColumn('returned', 'Returned', ({ returned }) => returned, { csv: 'returned payments', unless: 'zero' }),
    moneyColumn('cameBack', 'Amount returned', ({ returnedMinor }) => returnedMinor, { unless: 'zero' }),
    moneyColumn('netDebit', 'Net debit', ({ netDebit }) => netDebit),
    moneyColumn('recipientFees', 'Deducted from recipients', ({ recipientFees }) => recipientFees, { unless: 'zero' }),
    countColumn('failed', 'Failed', ({ failed }) => failed, { csv: 'failed payments', unless: 'zero' }),
    countColumn('withoutAmounts', 'Entries without amounts', ({ withoutAmounts }) => withoutAmounts, { doors: FILES }),
  ],
});

export const statementProgress = periodList<InProgress>({
  name: 'statement-progress',
  title: 'Payments sent but not final',
  none: 'No payments were in progress.',
  read: counted(({ inProgress }) => inProgress),
  columns: [
    { name: 'currency', title: 'Currency', type: 'text', names: true, value: ({ currency }) => currency },
    countColumn('opening', 'At the beginning', ({ opening }) => opening, { csv: 'in progress at the beginning' }),
    countColumn('closing', 'At the end', ({ closing }) => closing, { csv: 'in progress at the end' }),
  ],
});

/** An entry, with the time zone of the days of its statement. */
type Entry = StatementEntry & { readonly timeZone: string };

const STATUSES = [
  ['paid', 'Paid'],
  ['returned,failed', 'Returned and failed'],
  ['returned', 'Returned'],
  ['failed', 'Failed'],
] as const;
const STATUS: Filter<readonly StatementKind[]> = {
  ...filterBy.choice(STATUSES, { label: 'Status', summary: 'with this status' }),
  parse: (text) => (STATUSES.some(([one]) => one === text) ? (text.split(',') as StatementKind[]) : null),
};

const ORDERED: Pick<ListColumn<Entry>, 'name' | 'title' | 'type' | 'value'> = {
  name: 'ordered',
  title: 'Ordered',
  type: 'money',
  value: ({ ordered, orderedIn }) => as.money(ordered, orderedIn),
};
const TIME = (timeZone: string) => `time (${timeZone})`;

const COLUMNS: readonly ListColumn<Entry>[] = [
  { name: 'time', title: 'Time', type: 'time', csv: TIME, value: ({ at, timeZone }) => as.timeIn(at, timeZone) },
  { name: 'status', title: 'Status', type: PAYMENT_STATE, value: ({ kind }) => toStatusValue(STATEMENT_STATES[kind]) },
  {
    name: 'reference',
    title: 'Reference',
    type: 'text',
    names: true,
    value: (one) => as.link('payment', one.payment, as.whole(one.reference)),
  },
  { name: 'recipient', title: 'Recipient', wide: true, value: ({ recipient }) => recipient },
  fileColumn('run', 'Run', ({ run }) => String(run), { type: 'text' }),
  fileColumn('currency', 'Currency', ({ currency }) => currency, { type: 'text' }),
  moneyColumn('sent', 'Sent', ({ sent }) => sent),
  moneyColumn('fees', 'Fees on top', ({ fees }) => fees, { unless: 'zero' }),
  moneyColumn('totalDebit', 'Total debit', ({ totalDebit }) => totalDebit, { unlessAs: ['sent'] }),
  {
    name: 'received',
    title: 'Recipient gets',
    type: 'money?',
    value: ({ received, target }) => as.money(received, target),
  },
  fileColumn('target', 'Received currency', ({ target }) => target),
  // A column of its own would push the amounts out of sight.
  { name: 'reason', title: 'Reason', under: 'recipient', value: ({ reason }) => reason },
  { ...ORDERED, csv: 'amount ordered', doors: FILES },
  fileColumn('orderedIn', 'Currency ordered', ({ orderedIn }) => orderedIn, { type: 'text' }),
];

/** Every payment that was paid, came back or failed. A returned payment was paid first: it has two entries. */
export const statementList = periodList({
  name: 'statement',
  title: 'Paid, returned and failed payments',
  perRead: 10_000,
  none: NOTHING,
  filters: { ...PERIOD_FILTERS, status: STATUS },
  columns: COLUMNS,
  read: async ({ ledger }, scope, { period, filters, after, limit }) => {
    const { selectStatementEntries } = await import('../ledger/reports/statement.ts');
    const skip = rowsBefore(after);
    const asked = { skip, limit: limit + 1, kinds: filters.status ?? undefined };
    const entries = await selectStatementEntries(ledger.db, scope, period, asked);
    const rows = entries.map((entry): Entry => ({ ...entry, timeZone: period.timeZone }));
    return toPage(rows, limit, () => String(skip + limit));
  },
});

/** The entries of payments that came back or failed, with what was ordered and what came back to the balance. */
export const statementExceptions = {
  ...statementList,
  columns: [
    ...COLUMNS.filter(({ name }) => !['sent', 'fees', 'totalDebit', 'received'].includes(name)),
    { ...ORDERED, doors: ['page'] },
    moneyColumn('cameBack', 'Amount returned', ({ sent }) => (sent === null ? null : -sent), { unless: 'empty' }),
  ] satisfies readonly ListColumn<Entry>[],
};
