import type { ListedRun } from '../ledger/views/run-list.ts';
import { debitValue } from '../outcomes/debit-value.ts';
import { getReasons, reasonList } from '../outcomes/reason-words.ts';
import { documentState, OUTCOME_CODES, OUTCOMES, statusesShownAs } from '../outcomes/run-outcome.ts';
import { outcomeStatus } from '../outcomes/status-value.ts';
import { stateCountsText, stateCountText } from '../outcomes/status-words.ts';
import { debitStateWord } from '../outcomes/total-debits.ts';
import { runTitle } from '../references/run-kinds.ts';
import { as, type Value } from '../references/value.ts';
import { countPayments, type PaymentState } from '../states.ts';
import { LISTED_RUN_SCHEMA } from './documents/run-schema.ts';
import { filterBy } from './filters.ts';
import { type Door, defineList, toPage } from './list.ts';

const ISSUES: readonly PaymentState[] = ['discrepancy', 'held', 'unknown', 'invalid', 'failed', 'returned'];

/** "3 failed: account closed (2), name mismatch (1)", a line for each state. */
function issues({ reasons }: ListedRun): Value {
  const all = getReasons(reasons);
  const lines = ISSUES.flatMap((state) => {
    const count = countPayments(all.filter((one) => one.state === state));
    return count === 0 ? [] : [`${stateCountText(state, count)}: ${reasonList(all, state, 2)}`];
  });
  return lines.length === 0 ? null : as.lines(lines);
}

/** The total debit, paid and unpaid payments apart, one below the other. */
function totalDebit({ id, debits, moreUnquoted }: ListedRun): Value {
  const lines = debits
    .filter(({ currency }) => currency !== null)
    .map((debit) => as.words`${debitValue(debit)} ${as.quiet(as.whole(debitStateWord(debit.state).toLowerCase()))}`);
  const more = as.link('run', id, `${lines.length > 0 ? 'and payments ' : ''}not quoted yet`);
  const shown = moreUnquoted ? [...lines, more] : lines;
  return shown.length === 0 ? null : as.lines(shown);
}

const PLAIN: readonly Door[] = ['terminal', 'csv'];

/** All runs but dry ones, newest first. */
export const runList = defineList({
  name: 'runs',
  title: 'Runs',
  caption: 'Runs, newest first',
  role: 'viewer',
  filters: {
    q: filterBy.search({ label: 'File or uploader', summary: 'by file name or uploader' }),
    status: filterBy.choice(
      // Some statuses have the same words.
      OUTCOME_CODES.filter((one) => statusesShownAs(one).at(-1) === one).map(
        (one) => [one, OUTCOMES[one].label] as const,
      ),
      { label: 'Status', takes: 'status', summary: 'with this status' },
    ),
    merchant: filterBy.merchant(),
  },
  columns: [
    { name: 'run', title: 'Run', doors: PLAIN, value: ({ id }: ListedRun) => as.count(id) },
    { name: 'started', title: 'Started', doors: PLAIN, value: ({ created_at }) => as.time(created_at) },
    { name: 'sheet', title: 'Sheet', doors: PLAIN, value: ({ sheet, job }) => sheet ?? job },
    { name: 'run', title: 'Run', doors: ['page'], names: true, value: (run) => as.link('run', run.id, runTitle(run)) },
    { name: 'number', title: 'Number', doors: ['page'], under: 'run', value: ({ id }) => `Run ${id}` },
    {
      name: 'merchant',
      title: 'Merchant',
      doors: ['page'],
      under: 'run',
      unless: 'same',
      value: (run) => run.merchant,
    },
    {
      name: 'retry',
      title: 'Retry',
      doors: ['page'],
      under: 'run',
      value: ({ parent_run }) => (parent_run === null ? null : `retry of run ${parent_run}`),
    },
    { name: 'merchant', title: 'Merchant', doors: PLAIN, value: ({ merchant }) => merchant },
    { name: 'by', title: 'By', doors: PLAIN, value: ({ maker }) => maker },
    { name: 'rows', title: 'Rows', doors: PLAIN, value: ({ rows }) => as.count(rows) },
    { name: 'status', title: 'Status', compact: 'line', value: ({ status }) => outcomeStatus(status) },
    { name: 'issues', title: 'Issues', doors: ['page'], wide: true, compact: 'line', value: issues },
    { name: 'rows', title: 'Rows', doors: ['page'], minor: true, value: ({ rows }) => as.count(rows) },
    { name: 'debit', title: 'Total debit', doors: ['page'], compact: 'beside titled', value: totalDebit },
    { name: 'by', title: 'By', doors: ['page'], minor: true, value: ({ maker }) => maker },
    { name: 'at', title: 'Created', doors: ['page'], compact: 'line', value: ({ created_at }) => as.time(created_at) },
    {
      name: 'payments',
      title: 'Payments',
      doors: PLAIN,
      value: ({ summary }) => stateCountsText(summary?.counts ?? {}),
    },
    { name: 'calls', title: 'Calls', doors: PLAIN, value: ({ summary }) => as.count(summary?.calls ?? null) },
  ],
  read: async ({ ledger: { db } }, scope, { filters: { q: text, ...filters }, after, limit, door }) => {
    const [{ selectRunList }, { parseRunId }] = await Promise.all([
      import('../ledger/views/run-list.ts'),
      import('../ledger/merchants/scope.ts'),
    ]);
    const before = parseRunId(after ?? undefined);
    const asked = { ...filters, text, before, limit: limit + 1, withSummary: door !== 'page' };
    return toPage(await selectRunList(db, scope, asked), limit, ({ id }) => String(id));
  },
  empty: {
    what: 'There are no runs yet.',
    page: 'A run appears here as soon as a file is uploaded.',
    command: '`payrun pay FILE` creates one.',
    link: { may: 'upload', path: '/upload', text: 'Upload a file' },
  },
  also: { may: 'approve', path: '/approvals', text: 'Runs to approve' },
  perPage: 50,
  path: '/runs',
  command: {
    name: 'runs',
    group: 'Everyday',
    summary: 'the runs, with their maker, status and totals',
    one: '[run]',
    examples: [
      ['payrun runs', 'the last runs'],
      ['payrun runs 12', 'one run, with its totals'],
    ],
    most: 50,
  },
  documentSchema: LISTED_RUN_SCHEMA,
  document: ({ id, status, summary, dry_run, ...run }) => ({
    run: String(id),
    job: run.job,
    state: documentState(status, run.finished_at !== null),
    outcome: status,
    note: run.note,
    merchant: run.merchant,
    maker: run.maker,
    sheet: run.sheet,
    rows: run.rows,
    counts: summary?.counts,
    calls: summary?.calls,
    createdAt: run.created_at,
    finishedAt: run.finished_at,
    dryRun: dry_run,
  }),
});
