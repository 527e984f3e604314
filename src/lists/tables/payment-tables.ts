import type { Problem } from '../../model.ts';
import { columnTitle } from '../../references/column-label.ts';
import { shownAccount, withShownAccounts } from '../../references/shown-account.ts';
import type { ShownCell } from '../../reports/payment-cells.ts';
import { defineTable } from '../list.ts';

export const rowCells = defineTable<ShownCell>(
  'Row',
  [
    { name: 'column', title: 'Column', names: true, value: ({ column }) => columnTitle(column) },
    { name: 'cell', title: 'Cell', value: ({ value }) => shownAccount(value ?? null) },
  ],
  { what: 'The row was empty.', page: '' },
);

export const rowProblems = defineTable<Problem>('Errors and warnings in this row', [
  { name: 'column', title: 'Column', unless: 'empty', value: ({ column }) => column && columnTitle(column) },
  { name: 'message', title: 'Message', names: true, wide: true, value: ({ message }) => withShownAccounts(message) },
  { name: 'cell', title: 'Cell', unless: 'empty', value: ({ value }) => shownAccount(value ?? null) || null },
  { name: 'severity', title: 'Severity', value: ({ severity }) => (severity === 'error' ? 'Error' : 'Warning') },
]);
