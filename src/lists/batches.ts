import type { Quote } from '../ledger/batches/batch-row.ts';
import { parseUuid } from '../ledger/merchants/scope.ts';
import type { RunBatch } from '../ledger/views/run-view.ts';
import { toStatusValue } from '../outcomes/status-value.ts';
import { as, type Value } from '../references/value.ts';
import { recipientFees } from '../reports/recipient-fees.ts';
import { BATCH_STATE } from './documents/state-codes.ts';
import { approverWords } from './event-text/approver-words.ts';
import { filterBy } from './filters.ts';
import { type Door, defineList, toPage } from './list.ts';
import { ofRun } from './of-run.ts';

/** Null until it is quoted. */
const quoted = (minor: (quote: Quote) => bigint) => (batch: RunBatch) =>
  batch.quote === null ? null : as.money(minor(batch.quote), batch.currency);
const deducted = quoted(recipientFees);

/** The part of the fees that is deducted from recipients and so not debited on top. */
function deductedWords(batch: RunBatch): Value {
  if (batch.quote === null || recipientFees(batch.quote) === 0n) return null;
  const isAll = recipientFees(batch.quote) === BigInt(batch.quote.feesMinor);
  return isAll ? 'deducted from recipients' : as.words`${deducted(batch)} deducted from recipients`;
}

/** The cursor: currency and id of the last batch of the page before. */
function placeOf(text: string | null): { currency: string; id: string } | null {
  const [, currency, uuid] = /^([A-Z]{3})\.(.+)$/.exec(text ?? '') ?? [];
  const id = parseUuid(uuid);
  return currency === undefined || id === null ? null : { currency, id };
}

const PLAIN: readonly Door[] = ['terminal', 'csv', 'json'];

/** The batches of a run with their quotes, approvers and notes. */
export const batchList = defineList({
  name: 'batches',
  title: 'Batches',
  role: 'viewer',
  of: 'run',
  filters: { run: filterBy.run({ label: 'Run', summary: 'the run' }) },
  columns: [
    { name: 'currency', title: 'Currency', type: 'text', names: true, value: ({ currency }: RunBatch) => currency },
    {
      name: 'serviceBatch',
      title: 'Batch in the service',
      under: 'currency',
      value: ({ remote_id }) => (remote_id === null ? null : as.code(remote_id)),
    },
    { name: 'status', title: 'Status', type: BATCH_STATE, value: ({ state }) => toStatusValue(state) },
    { name: 'note', title: 'Note', under: 'status', value: ({ note }) => note },
    { name: 'payments', title: 'Payments', type: 'count', value: ({ payments }) => as.count(payments) },
    {
      name: 'amount',
      title: 'Amount',
      type: 'money',
      value: ({ currency, quote, source_minor }) =>
        as.money(quote ? BigInt(quote.sendingMinor) : source_minor, currency),
    },
    {
      name: 'fees',
      title: 'Fees quoted',
      type: 'money?',
      minor: true,
      value: quoted(({ feesMinor }) => BigInt(feesMinor)),
    },
    { name: 'deducted', title: 'Deducted', doors: ['page'], under: 'fees', value: deductedWords },
    { name: 'deducted', title: 'Deducted from recipients', type: 'money?', doors: PLAIN, value: deducted },
    {
      name: 'debit',
      title: 'Total debit quoted',
      type: 'money?',
      value: quoted(({ debitMinor }) => BigInt(debitMinor)),
    },
    {
      name: 'approvedBy',
      title: 'Approved by',
      minor: true,
      unless: 'empty',
      value: (batch) => approverWords([batch]) || null,
    },
    {
      name: 'started',
      title: 'Started',
      type: 'time?',
      minor: true,
      unless: 'empty',
      value: ({ started_at }) => as.time(started_at),
    },
  ],
  read: ofRun(async ({ ledger: { db } }, scope, { run, after, limit }) => {
    const { selectBatches } = await import('../ledger/views/run-view.ts');
    const found = await selectBatches(db, scope, run, limit + 1, placeOf(after));
    return toPage(found, limit, ({ currency, id }) => `${currency}.${id}`);
  }),
  empty: { what: 'No batches.', page: 'Batches are created once the run is submitted.' },
  perPage: 50,
  path: '/runs/:run/batches',
  command: {
    name: 'batches',
    group: 'Review',
    summary: 'the batches of a run, with their quotes and who approved them',
    examples: [['payrun batches 12', 'what run 12 debits, batch by batch']],
    most: 200,
  },
});
