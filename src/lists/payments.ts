import type { PaymentStatus } from '../ledger/runs/payment-status.ts';
import { onCommandLine } from '../messages.ts';
import { readServiceAmount } from '../money.ts';
import { toStatusValue } from '../outcomes/status-value.ts';
import { paymentStateNamed } from '../outcomes/status-words.ts';
import { type Awaiting, awaits, type DebitState, debitStateNamed, debitStateWords } from '../outcomes/total-debits.ts';
import { as } from '../references/value.ts';
import type { PaymentState } from '../states.ts';
import { jsonRow } from './documents/json-row.ts';
import { PAYMENT_SCHEMA } from './documents/payment-schema.ts';
import { type Filter, filterBy } from './filters.ts';

import { defineList, toPage } from './list.ts';

type Row = PaymentStatus & Awaiting;

/** The status in the ledger, or the one that is shown by what the batch awaits. */
interface WantedStatus {
  readonly state: PaymentState | null;
  readonly shown: DebitState | null;
}

const STATUS: Filter<WantedStatus> = {
  kind: 'text',
  label: 'Status',
  takes: 'state',
  summary: 'with this status, such as paid, failed or "on hold"',
  form: `one of ${debitStateWords().join(', ')}`,
  parse: (text) => {
    const shown = debitStateNamed(text);
    const state = shown === null ? paymentStateNamed(text) : null;
    return shown === null && state === null ? null : { shown, state };
  },
};

/** The run and row of the last payment of the page before. */
function placeOf(text: string | null): { run: string; row: number } | null {
  const [, run, row] = /^(\d{1,18})-(\d{1,9})$/.exec(text ?? '') ?? [];
  return run === undefined ? null : { run, row: Number(row) };
}

/** Payments of all runs, the latest run first; those of a dry run only if it is named. */
export const paymentList = defineList({
  name: 'payments',
  title: 'Payments',
  role: 'viewer',
  filters: {
    run: filterBy.run({ label: 'Run', summary: 'only this run' }),
    state: STATUS,
    reference: filterBy.text({ label: 'Reference', takes: 'reference', summary: 'with this payment reference' }),
  },
  columns: [
    { name: 'run', title: 'Run', value: ({ run }: Row) => as.count(run) },
    { name: 'row', title: 'Row', value: ({ row }) => as.count(row) },
    { name: 'reference', title: 'Reference', names: true, value: ({ reference }) => reference },
    { name: 'recipient', title: 'Recipient', value: ({ recipient }) => recipient },
    {
      name: 'amount',
      title: 'Amount',
      value: ({ amount, currency }) =>
        amount === null || currency === null ? null : as.money(readServiceAmount(amount, currency), currency),
    },
    { name: 'currency', title: 'Currency', doors: ['csv'], value: ({ currency }) => currency },
    { name: 'status', title: 'Status', value: (payment) => toStatusValue(awaits(payment)) },
    {
      name: 'since',
      title: 'Since',
      value: ({ final_at, started_at, created_at }) => as.time(final_at ?? started_at ?? created_at),
    },
    {
      name: 'reason',
      title: 'Reason',
      value: ({ reason, reason_code, reference, state, problems }) =>
        reason === null
          ? (problems ?? []).map(({ message, code }) => onCommandLine(message, code)).join(' ')
          : onCommandLine(reason, reason_code, state === 'held' ? reference : null),
    },
  ],
  read: async ({ ledger: { db } }, scope, { filters: { run, state, reference }, after, limit }) => {
    const [{ selectPayments }, { seesRun }] = await Promise.all([
      import('../ledger/runs/payment-status.ts'),
      import('../ledger/views/run-view.ts'),
    ]);
    if (run !== null && !(await seesRun(db, scope, run))) return null;
    const wanted = state ?? { state: null, shown: null };
    const asked = {
      run: run === null ? null : String(run),
      ...wanted,
      reference,
      after: placeOf(after),
      limit: limit + 1,
    };
    return toPage(await selectPayments(db, scope, asked), limit, (one) => `${one.run}-${one.row}`);
  },
  empty: { what: 'There are no payments yet.', page: '', command: 'To create one, run `payrun pay FILE`.' },
  perPage: 50,
  command: {
    name: 'payments',
    group: 'Everyday',
    summary: 'payments with their status and reason',
    examples: [
      ['payrun payments --run 12 --state failed', 'what failed in run 12, and why'],
      ['payrun payments --reference INV-2041', 'one payment through all its runs'],
    ],
    most: 1_000,
  },
  documentSchema: PAYMENT_SCHEMA,
  document: jsonRow,
});
