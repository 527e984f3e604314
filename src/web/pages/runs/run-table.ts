import type { ListedRun } from '../../../ledger/views/run-list.ts';
import { countPayments } from '../../../outcomes/count-payments.ts';
import { reasonList, reasonsOf } from '../../../outcomes/reason-words.ts';
import type { ReasonFact } from '../../../outcomes/run-outcome.ts';
import { countInWords } from '../../../outcomes/status-words.ts';
import { runTitle } from '../../../references/run-kinds.ts';
import type { PaymentState } from '../../../states.ts';
import { figure } from '../../components/amount.ts';
import { outcomeBadge } from '../../components/badge.ts';
import { type Content, html, type Markup } from '../../components/markup.ts';
import { runPath } from '../../components/paths.ts';
import { moment } from '../../components/relative-time.ts';
import { table } from '../../components/table.ts';
import type { View } from '../../components/view.ts';
import { totalsCell } from './totals-text.ts';

/** A table of runs, with the payments that need attention. */
export function runTable(view: View, caption: string, runs: readonly ListedRun[], none: Content): Markup {
  const isShared = new Set(runs.map(({ merchant }) => merchant)).size > 1;
  return table(
    caption,
    [
      {
        title: 'Run',
        names: true,
        cell: ({ id, sheet, job, parent_run, merchant }) =>
          html`<a href="${runPath(id)}">${runTitle({ sheet, job })}</a><br><span class="quiet">Run ${id}${isShared ? ` of ${merchant}` : ''}${parent_run === null ? '' : `. Retry of run ${parent_run}`}</span>`,
      },
      {
        title: 'Status',
        compact: 'line',
        cell: ({ outcome, dry_run }) =>
          html`${outcomeBadge(outcome)}${dry_run ? html` <span class="quiet">dry run</span>` : ''}`,
      },
      { title: 'Issues', wide: true, compact: 'line', cell: ({ reasons }) => issues(reasons) },
      {
        title: 'Rows',
        align: 'right',
        minor: true,
        cell: ({ rows }) => (rows === null ? '' : figure(view, rows)),
      },
      { title: 'Total debit', align: 'right', compact: 'beside titled', cell: (run) => totalsCell(view, run) },
      { title: 'By', minor: true, cell: ({ maker }) => maker },
      { title: 'Created', compact: 'line', cell: ({ created_at }) => moment(view, created_at) },
    ],
    runs,
    none,
    { stacks: true },
  );
}

/** States of payments that need attention, or that failed. */
const ISSUES: readonly PaymentState[] = ['discrepancy', 'held', 'unknown', 'invalid', 'failed', 'returned'];

/** "3 failed: account closed (2), name mismatch (1)". */
function issues(facts: readonly ReasonFact[]): Markup {
  const reasons = reasonsOf(facts);
  const lines = ISSUES.flatMap((state) => {
    const count = countPayments(reasons.filter((one) => one.state === state));
    return count === 0 ? [] : [`${countInWords(state, count)}: ${reasonList(reasons, state, 2)}`];
  });
  return html`${lines.map((line, i) => html`${i === 0 ? '' : html`<br>`}${line}`)}`;
}
