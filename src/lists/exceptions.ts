import { isReleasable } from '../engine/review/release-reasons.ts';
import { parseRunId } from '../ledger/merchants/scope.ts';
import type { ExceptionPayment } from '../ledger/views/exceptions.ts';
import { shortReason } from '../outcomes/reason-words.ts';
import { stateWord, toStatusValue } from '../outcomes/status-value.ts';
import { as } from '../references/value.ts';
import { PAYMENT_STATE } from './documents/state-codes.ts';
import { filterBy } from './filters.ts';
import { defineList, toPage } from './list.ts';

const STATES = ['discrepancy', 'unknown', 'held', 'failed', 'returned'] as const;

/** The cursor: run and row of the last payment of the previous page. */
function placeOf(text: string | null): { run: bigint; row: number } | null {
  const [, run, row] = /^(\d{1,18})-(\d{1,9})$/.exec(text ?? '') ?? [];
  const id = parseRunId(run);
  return id === null || row === undefined ? null : { run: id, row: Number(row) };
}

/** The payments of all runs that need attention, those of the oldest run first. */
export const exceptionList = defineList({
  name: 'exceptions',
  title: 'Exceptions',
  caption: 'Payments that need attention',
  role: 'viewer',
  filters: {
    q: filterBy.search({ label: 'Name or reference', summary: 'by name or reference' }),
    state: filterBy.choice(
      STATES.map((state) => [state, stateWord(state)] as const),
      { label: 'Status', takes: 'status', summary: 'with this status' },
    ),
    merchant: filterBy.merchant(),
  },
  columns: [
    {
      name: 'recipient',
      title: 'Recipient',
      type: 'text',
      names: true,
      value: ({ id, recipientName }: ExceptionPayment) => as.link('payment', id, recipientName ?? '(no name)'),
    },
    { name: 'reference', title: 'Reference', under: 'recipient', value: ({ reference }) => as.whole(reference) },
    {
      name: 'run',
      title: 'Run',
      doors: ['page'],
      under: 'recipient',
      value: ({ run }) => as.link('run', run, `run ${run}`),
    },
    { name: 'run', title: 'Run', type: 'text', doors: ['terminal', 'csv', 'json'], value: ({ run }) => String(run) },
    { name: 'row', title: 'Row', type: 'count', doors: ['terminal', 'csv', 'json'], value: ({ row }) => as.count(row) },
    { name: 'merchant', title: 'Merchant', type: 'text', unless: 'same', value: ({ merchant }) => merchant },
    {
      ...{ name: 'status', title: 'Reason', doors: ['page'], wide: true, compact: 'line' },
      value: ({ state }) => toStatusValue(state),
    },
    {
      ...{ name: 'status', title: 'Status', type: PAYMENT_STATE, doors: ['terminal', 'csv', 'json'] },
      value: ({ state }) => toStatusValue(state),
    },
    {
      ...{ name: 'reason', title: 'Why', doors: ['page'], under: 'status' },
      value: ({ reason, state, reason_code }) =>
        state === 'held'
          ? as.joined([shortReason(reason ?? ''), isReleasable(reason_code) ? null : 'Cannot be released.'], ' ')
          : reason,
    },
    {
      ...{ name: 'reason', title: 'Reason', doors: ['terminal', 'csv', 'json'], under: 'status' },
      value: ({ reason, state, reason_code }) =>
        as.joined(
          [
            reason,
            state === 'held' && !isReleasable(reason_code)
              ? 'It cannot be released, only dismissed or corrected.'
              : null,
          ],
          ' ',
        ),
    },
    {
      ...{ name: 'account', title: 'Account', type: 'account?', unless: 'empty', minor: true },
      value: ({ account }) => as.account(account),
    },
    {
      name: 'amount',
      title: 'Amount',
      type: 'money?',
      compact: 'beside',
      value: ({ minor, currency }) => as.money(minor, currency),
    },
    { name: 'currency', title: 'Currency', doors: ['csv'], value: ({ currency }) => currency },
    { name: 'since', title: 'Since', type: 'time', value: ({ since }) => as.time(since) },
    {
      name: 'action',
      title: 'Action',
      doors: ['page'],
      may: 'correct',
      compact: 'line',
      value: ({ id, run, state }) =>
        state === 'failed' || state === 'returned' ? as.link('fix', run, 'Correct') : as.link('payment', id, 'Review'),
    },
  ],
  read: async ({ ledger: { db } }, scope, { filters: { q, state, merchant }, after, limit }) => {
    const { selectExceptions } = await import('../ledger/views/exceptions.ts');
    return toPage(
      await selectExceptions(db, scope, {
        states: state === null ? STATES : [state],
        ...{ merchant, text: q, after: placeOf(after), limit: limit + 1 },
      }),
      limit,
      ({ run, row }) => `${run}-${row}`,
    );
  },
  empty: {
    what: 'Nothing needs attention.',
    page: 'Payments that are on hold or unconfirmed, have failed or were returned appear here.',
  },
  // A form has at most 60 fields: one for each payment of a page, and some of its own.
  perPage: 40,
  command: {
    name: 'exceptions',
    group: 'Review',
    summary: 'the payments that need attention, in all runs',
    examples: [
      ['payrun exceptions', 'on hold, unconfirmed, failed, returned, and discrepancies'],
      ['payrun exceptions --state held', 'payments to release or dismiss'],
    ],
    most: 200,
  },
});
