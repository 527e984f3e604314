import type { ListedRun } from '../../ledger/pages/run-list.ts';
import { figure } from '../page/amount.ts';
import { badge } from '../page/badge.ts';
import { type Content, html, type Markup } from '../page/markup.ts';
import { moment } from '../page/moment.ts';
import { runPath } from '../page/paths.ts';
import { table } from '../page/table.ts';
import type { View } from '../page/view.ts';
import { totalsCell } from './totals-text.ts';

/** Runs, one a row, with what in them needs somebody. */
export function runTable(view: View, caption: string, runs: readonly ListedRun[], none: Content): Markup {
  return table(
    caption,
    [
      { title: 'Run', names: true, minor: true, cell: ({ id }) => html`<a href="${runPath(id)}">${id}</a>` },
      { title: 'Sheet', cell: ({ id, sheet, job }) => html`<a href="${runPath(id)}">${sheet ?? job}</a>` },
      {
        title: 'Stands',
        cell: ({ state, dry_run }) => html`${badge(state)}${dry_run ? html` <span class="quiet">dry run</span>` : ''}`,
      },
      { title: 'Needs care', cell: (run) => care(view, run) },
      {
        title: 'Rows',
        align: 'right',
        minor: true,
        cell: ({ rows }) => (rows === null ? '' : figure(view, rows)),
      },
      { title: 'Payable in the sheet', align: 'right', cell: ({ totals }) => totalsCell(view, totals) },
      { title: 'Merchant', minor: true, cell: ({ merchant }) => merchant },
      { title: 'By', minor: true, cell: ({ maker }) => maker },
      { title: 'Began', cell: ({ created_at }) => moment(view, created_at) },
    ],
    runs,
    none,
    { stacks: true },
  );
}

function care(view: View, { invalid, held, failed, unknown, discrepancy }: ListedRun): string {
  const parts = [
    [discrepancy, discrepancy === 1 ? 'discrepancy' : 'discrepancies'],
    [held, 'held'],
    [unknown, 'unknown'],
    [invalid, 'invalid'],
    [failed, 'failed'],
  ] as const;
  return parts.flatMap(([n, word]) => (n > 0 ? `${figure(view, n)} ${word}` : [])).join(', ');
}
