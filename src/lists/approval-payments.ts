import type { ListedForApproval } from '../ledger/views/approval-payments.ts';
import { countryWord } from '../references/country-word.ts';
import { as, type StatusTone, type Value } from '../references/value.ts';
import { filterBy } from './filters.ts';
import { defineList, FILES, fileColumn, pageOf } from './list.ts';
import { ofRun, rowAfter } from './of-run.ts';

const LAST_ONE = { failed: 'Last one failed', returned: 'Last one returned' } as const;

const isNew = ({ lastAt, cameBack }: ListedForApproval): boolean => lastAt === null && cameBack === null;

/** What an approver has to see of a payment, on the page and in the CSV. */
function marks(one: ListedForApproval): readonly (readonly [tone: StatusTone, onPage: string, inFile: string])[] {
  const { isChanged, cameBack, isReleased, isCorrected, isWarned } = one;
  return [
    ...(isChanged ? [['bad', 'Changed', 'changed account'] as const] : []),
    ...(!isChanged && isNew(one) ? [['busy', 'New', 'new recipient'] as const] : []),
    ...(cameBack ? [['wait', LAST_ONE[cameBack], LAST_ONE[cameBack].toLowerCase()] as const] : []),
    ...(isUnconfirmed(one) ? [['wait', '', 'last payment not confirmed as paid'] as const] : []),
    ...(isReleased ? [['wait', 'Released', 'released from hold'] as const] : []),
    ...(isCorrected ? [['wait', 'Corrected', 'corrected after the upload'] as const] : []),
    ...(isWarned ? [['wait', 'Warning', 'with a warning'] as const] : []),
  ];
}

const isUnconfirmed = ({ lastState }: ListedForApproval) => lastState !== null && lastState !== 'processed';

const markedAccount = (one: ListedForApproval): Value =>
  as.joined(
    [as.account(one.account), ...marks(one).map(([tone, text]) => text && as.status(tone, text, text.toLowerCase()))],
    ' ',
  );

/** Every payment of a run that awaits approval, in the order of the sheet. */
export const approvalPaymentList = defineList({
  name: 'to-approve',
  title: 'All payments',
  caption: 'Payments, in the order of the sheet',
  role: 'viewer',
  of: 'run',
  filters: {
    run: filterBy.run({ label: 'Run', summary: 'the run' }),
    q: filterBy.search({ label: 'Name, reference or row', summary: 'with this name, reference or row' }),
  },
  columns: [
    { name: 'row', title: 'Row', type: 'count', doors: FILES, value: ({ row }: ListedForApproval) => as.count(row) },
    { name: 'reference', title: 'Reference', type: 'text', doors: FILES, value: ({ reference }) => reference },
    {
      name: 'recipient',
      title: 'Recipient',
      type: 'text',
      names: true,
      value: ({ id, recipientName }) => as.link('payment', id, recipientName ?? 'not named'),
    },
    { name: 'place', title: 'Reference', doors: ['page'], under: 'recipient', value: (one) => as.whole(one.reference) },
    { name: 'place', title: 'Row', doors: ['page'], under: 'recipient', value: ({ row }) => `row ${row}` },
    { name: 'country', title: 'Country', doors: FILES, value: ({ country }) => country },
    { name: 'account', title: 'Account', type: 'account?', doors: FILES, value: ({ account }) => as.account(account) },
    { name: 'account', title: 'Account', doors: ['page'], compact: 'line', value: markedAccount },
    {
      name: 'country',
      title: 'Country',
      doors: ['page'],
      under: 'account',
      value: ({ country }) => countryWord(country),
    },
    {
      name: 'amount',
      title: 'Amount',
      type: 'money',
      doors: FILES,
      value: ({ minor, currency }) => as.money(minor, currency),
    },
    { name: 'currency', title: 'Currency', type: 'text', doors: FILES, value: ({ currency }) => currency },
    {
      name: 'last',
      title: 'Last payment',
      doors: ['page'],
      value: ({ lastMinor, lastCurrency }) => as.money(lastMinor, lastCurrency) ?? as.quiet('none paid'),
    },
    { name: 'lastPayment', title: 'Last payment', type: 'time?', doors: FILES, value: ({ lastAt }) => as.time(lastAt) },
    {
      name: 'lastPaid',
      title: 'Last paid',
      doors: ['page'],
      under: 'last',
      value: (one) => as.joined([as.time(one.lastAt), isUnconfirmed(one) ? 'not confirmed as paid' : null]),
    },
    fileColumn('lastAmount', 'Last amount', (one: ListedForApproval) => as.money(one.lastMinor, one.lastCurrency), {
      type: 'money?',
    }),
    { name: 'lastCurrency', title: 'Last currency', doors: FILES, value: ({ lastCurrency }) => lastCurrency },
    {
      name: 'amount',
      title: 'Amount',
      doors: ['page'],
      compact: 'beside',
      value: ({ minor, currency }) => as.money(minor, currency),
    },
    {
      name: 'note',
      title: 'Note',
      type: 'text',
      doors: FILES,
      value: (one) =>
        marks(one)
          .map(([, , text]) => text)
          .join(', '),
    },
  ],
  read: ofRun(async ({ ledger: { db } }, _scope, { run, filters: { q: text }, after, limit }) => {
    const [{ listForApproval }, { waitingBatches }] = await Promise.all([
      import('../ledger/views/approval-payments.ts'),
      import('../reports/approval-line.ts'),
    ]);
    const batches = (await waitingBatches(db, run)).map(({ id }) => id);
    const asked = { run, batches, text: text as string | null, after: rowAfter(after), limit: limit + 1 };
    return pageOf(await listForApproval(db, asked), limit, ({ row }) => String(row));
  }),
  empty: { what: 'No payments.', page: '' },
  perPage: 50,
});
