import { parseRunId } from '../ledger/merchants/scope.ts';
import type { JournalExport } from '../ledger/views/journal.ts';
import { as } from '../references/value.ts';
import { countColumn, defineList, toPage } from './list.ts';

/** The exports of the journal, latest first. */
export const journalExportList = defineList({
  name: 'journal-exports',
  title: 'Journal exports',
  role: 'viewer',
  filters: {},
  columns: [
    { name: 'export', title: 'Export', type: 'text', names: true, value: ({ id }: JournalExport) => String(id) },
    { name: 'madeAt', title: 'Created', type: 'time', value: ({ made_at }) => as.time(made_at) },
    { name: 'madeBy', title: 'By', type: 'text', under: 'madeAt', value: ({ made_by }) => made_by },
    {
      name: 'days',
      title: 'Period',
      type: 'text',
      value: ({ from_day, to_day }) => `${from_day ? `${from_day} to` : 'through'} ${to_day}`,
    },
    countColumn('entries', 'Entries', ({ entries }: JournalExport) => entries),
  ],
  read: async ({ ledger: { db } }, scope, { after, limit }) => {
    const { selectJournalExports } = await import('../ledger/views/journal.ts');
    const found = await selectJournalExports(db, scope, { before: parseRunId(after ?? undefined), most: limit + 1 });
    return toPage(found, limit, ({ id }) => String(id));
  },
  empty: { what: 'No exports yet.', page: '', command: '`payrun journal` creates one.' },
  perPage: 12,
  command: {
    name: 'journal exports',
    group: 'Everyday',
    summary: 'the journal exports, for `payrun journal --again`',
    examples: [['payrun journal exports', 'who exported them, and for which days']],
    most: 1_000,
  },
});
