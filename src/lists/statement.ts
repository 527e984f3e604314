import type { InProgress, Statement, StatementEntry } from '../ledger/reports/statement.ts';
import { STATEMENT_STATES, type StatementKind, type StatementSum } from '../outcomes/statement-sums.ts';
import { statusOf } from '../outcomes/status-of.ts';
import { PAYMENT_STATUS } from '../outcomes/status-words.ts';
import { as } from '../references/value.ts';
import { type Filter, filterBy } from './filters.ts';
import { FILES, type ListColumn, pageOf, rowsBefore, sliceOf } from './list.ts';
import { PERIOD_FILTERS, periodList } from './period.ts';

const NOTHING = 'Nothing was paid, returned or failed in this time.';

const counted =
  <Row>(rows: (found: Statement) => readonly Row[]): Parameters<typeof periodList<Row>>[0]['read'] =>
  async ({ ledger }, scope, { period, after, limit }) => {
    const { selectStatement } = await import('../ledger/reports/statement.ts');
    return sliceOf(rows(await selectStatement(ledger.db, scope, period)), after, limit);
  };

const money =
  (minor: (sum: StatementSum) => bigint): ListColumn<StatementSum>['value'] =>
  (sum) =>
    as.money(minor(sum), sum.currency);

/** Without fees on top, the total debit is what was sent; without returns, it is the net debit. */
export const statementTotals = periodList<StatementSum>({
  name: 'statement-totals',
  title: 'Totals by currency of the balance',
  summary: 'the totals of a statement in each currency',
  what: NOTHING,
  read: counted(({ sums }) => sums),
  columns: [
    { name: 'currency', title: 'Currency', names: true, value: ({ currency }) => currency },
    { name: 'paid', title: 'Paid', csv: 'paid payments', value: ({ paid }) => as.count(paid) },
    { name: 'sent', title: 'Sent', value: money(({ sent }) => sent) },
    {
      name: 'fees',
      title: 'Fees on top',
      unless: 'zero',
      value: money(({ fees, recipientFees }) => fees - recipientFees),
    },
    {
      name: 'totalDebit',
      title: 'Total debit',
      unlessAs: ['sent', 'netDebit'],
      value: money(({ totalDebit }) => totalDebit),
    },
    {
      name: 'returned',
      title: 'Returned',
      csv: 'returned payments',
      unless: 'zero',
      value: ({ returned }) => as.count(returned),
    },
    { name: 'cameBack', title: 'Came back', unless: 'zero', value: money(({ returnedMinor }) => returnedMinor) },
    { name: 'netDebit', title: 'Net debit', value: money(({ netDebit }) => netDebit) },
    {
      name: 'recipientFees',
      title: 'Deducted from recipients',
      unless: 'zero',
      value: money(({ recipientFees }) => recipientFees),
    },
    {
      name: 'failed',
      title: 'Failed',
      csv: 'failed payments',
      unless: 'zero',
      value: ({ failed }) => as.count(failed),
    },
    {
      name: 'withoutAmounts',
      title: 'Entries without amounts',
      doors: FILES,
      value: ({ withoutAmounts }) => as.count(withoutAmounts),
    },
  ],
});

export const statementProgress = periodList<InProgress>({
  name: 'statement-progress',
  title: 'Payments that were sent and not final',
  summary: 'the payments in progress at the beginning and at the end',
  what: 'No payment was in progress.',
  read: counted(({ inProgress }) => inProgress),
  columns: [
    { name: 'currency', title: 'Currency', names: true, value: ({ currency }) => currency },
    {
      name: 'opening',
      title: 'At the beginning',
      csv: 'in progress at the beginning',
      value: ({ opening }) => as.count(opening),
    },
    { name: 'closing', title: 'At the end', csv: 'in progress at the end', value: ({ closing }) => as.count(closing) },
  ],
});

/** An entry, with the time zone of the days of its statement. */
type Entry = StatementEntry & { readonly timeZone: string };

const KINDS = Object.entries(STATEMENT_STATES) as readonly (readonly [StatementKind, keyof typeof PAYMENT_STATUS])[];

const ORDERED: ListColumn<Entry> = {
  name: 'ordered',
  title: 'Ordered',
  value: ({ ordered, orderedIn }) => as.money(ordered, orderedIn),
};

/** Every payment that was paid, came back or failed. A returned payment was paid first: it has two entries. */
export const statementList = periodList({
  name: 'statement',
  title: 'Paid, returned and failed payments',
  summary: 'what was paid, returned and failed',
  perRead: 10_000,
  what: NOTHING,
  filters: {
    ...PERIOD_FILTERS,
    status: {
      ...filterBy.choice(
        KINDS.map(([kind, state]) => [kind, PAYMENT_STATUS[state]] as const),
        { label: 'Status', summary: 'with this status' },
      ),
      parse: (text) => (Object.hasOwn(STATEMENT_STATES, text) ? [text as StatementKind] : null),
    } as Filter<readonly StatementKind[]>,
  },
  columns: [
    {
      name: 'time',
      title: 'Time',
      csv: (timeZone) => `time (${timeZone})`,
      value: ({ at, timeZone }: Entry) => as.timeIn(at, timeZone),
    },
    { name: 'status', title: 'Status', value: ({ kind }) => statusOf(STATEMENT_STATES[kind]) },
    {
      name: 'reference',
      title: 'Reference',
      names: true,
      value: ({ payment, reference }) => as.link('payment', payment, as.whole(reference)),
    },
    { name: 'recipient', title: 'Recipient', wide: true, value: ({ recipient }) => recipient },
    { name: 'run', title: 'Run', doors: FILES, value: ({ run }) => String(run) },
    { name: 'currency', title: 'Currency', doors: FILES, value: ({ currency }) => currency },
    { name: 'sent', title: 'Sent', value: ({ sent, currency }) => as.money(sent, currency) },
    { name: 'fees', title: 'Fees on top', unless: 'zero', value: ({ fees, currency }) => as.money(fees, currency) },
    {
      name: 'totalDebit',
      title: 'Total debit',
      unlessAs: ['sent'],
      value: ({ totalDebit, currency }) => as.money(totalDebit, currency),
    },
    { name: 'received', title: 'Recipient gets', value: ({ received, target }) => as.money(received, target) },
    { name: 'target', title: 'Received currency', doors: FILES, value: ({ target }) => target },
    // A column of its own would push the amounts out of sight.
    { name: 'reason', title: 'Reason', under: 'recipient', value: ({ reason }) => reason },
    { ...ORDERED, csv: 'amount ordered', doors: FILES },
    { name: 'orderedIn', title: 'Currency ordered', doors: FILES, value: ({ orderedIn }) => orderedIn },
  ],
  read: async ({ ledger }, scope, { period, filters, after, limit }) => {
    const { selectStatementEntries } = await import('../ledger/reports/statement.ts');
    const skip = rowsBefore(after);
    const asked = { skip, limit: limit + 1, kinds: filters.status ?? undefined };
    const entries = await selectStatementEntries(ledger.db, scope, period, asked);
    const rows = entries.map((entry): Entry => ({ ...entry, timeZone: period.timeZone }));
    return pageOf(rows, limit, () => String(skip + limit));
  },
});

/** The entries of payments that came back or failed, with what was ordered and what came back to the balance. */
export const statementExceptions = {
  ...statementList,
  columns: [
    ...statementList.columns.filter(({ name }) => !['sent', 'fees', 'totalDebit', 'received'].includes(name)),
    { ...ORDERED, doors: ['page'] },
    {
      name: 'cameBack',
      title: 'Came back',
      doors: ['page'],
      unless: 'empty',
      value: ({ sent, currency }) => as.money(sent === null ? null : -sent, currency),
    },
  ] satisfies readonly ListColumn<Entry>[],
};
