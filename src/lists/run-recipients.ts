import type { RunRecipient } from '../ledger/views/run-recipients.ts';
import { rowStatus } from '../outcomes/status-words.ts';
import { as, type StatusTone } from '../references/value.ts';
import { withoutAccountNumbers } from '../reports/without-account-numbers.ts';
import { oneOfCodes } from './documents/json-schema.ts';
import { filterBy } from './filters.ts';
import { defineList } from './list.ts';
import { ofRun, rowAfter } from './of-run.ts';

const TONES: Readonly<Record<RunRecipient['state'], StatusTone>> = {
  ready: 'busy',
  created: 'good',
  changed: 'good',
  unchanged: 'plain',
  refused: 'bad',
  invalid: 'bad',
};

/** The rows of a run of recipients and their outcome in the payout service. */
export const runRecipientList = defineList({
  name: 'rows',
  title: 'Recipients',
  caption: 'Recipients, in the order of the sheet',
  role: 'viewer',
  of: 'run',
  filters: { run: filterBy.run({ label: 'Run', summary: 'the run' }) },
  columns: [
    { name: 'row', title: 'Row', type: 'count', value: ({ row }: RunRecipient) => as.count(row) },
    {
      name: 'recipient',
      title: 'Recipient',
      type: 'text',
      names: true,
      value: ({ recipient, name, reference_id }) =>
        recipient === null ? 'Not known' : as.link('recipient', recipient, name ?? `Recipient ${reference_id ?? ''}`),
    },
    {
      name: 'status',
      title: 'Status',
      type: oneOfCodes('RecipientRowStatus', Object.keys(TONES)),
      value: ({ state }) => as.status(TONES[state], rowStatus(state), state),
    },
    {
      name: 'reason',
      title: 'Reason',
      wide: true,
      unless: 'empty',
      value: ({ reason, problems }) =>
        [...(reason === null ? [] : [reason]), ...problems.map(({ message }) => message)]
          .map(withoutAccountNumbers)
          .join(' ') || null,
    },
  ],
  read: ofRun(async ({ ledger: { db } }, scope, { run, after, limit }) => {
    const { selectRunRecipients } = await import('../ledger/views/run-recipients.ts');
    const { rows, next } = await selectRunRecipients(db, scope, { run, after: rowAfter(after), limit });
    return { rows, next: next === null ? null : String(next) };
  }),
  empty: { what: 'No recipients.', page: 'They appear once recipients are sent to the payout service.' },
  perPage: 50,
});
