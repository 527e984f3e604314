import { codeWords } from '../events/code-words.ts';
import { parseRunId } from '../ledger/merchants/scope.ts';
import type { ListedCall } from '../ledger/views/history.ts';
import { as } from '../references/value.ts';
import { filterBy } from './filters.ts';
import { defineList, toPage } from './list.ts';
import { ofRun } from './of-run.ts';

/** The API calls of a run with their results, latest first. */
export const callList = defineList({
  name: 'calls',
  title: 'API calls',
  role: 'viewer',
  of: 'run',
  filters: { run: filterBy.run({ label: 'Run', summary: 'the run' }) },
  columns: [
    { name: 'at', title: 'When', type: 'time', value: ({ at }: ListedCall) => as.time(at, { exact: true }) },
    {
      name: 'call',
      title: 'Call',
      type: 'text',
      names: true,
      value: ({ method, path }) => as.code(`${method} ${path}`),
    },
    { name: 'status', title: 'HTTP status', type: 'count?', value: ({ status }) => as.count(status) },
    {
      name: 'outcome',
      title: 'Outcome',
      type: 'text',
      value: ({ outcome, codes, attempt }) =>
        as.words`${[codeWords(outcome), ...(codes.length > 0 ? [codes.join(', ')] : [])].join(': ')}${attempt > 1 ? as.quiet(` attempt ${attempt}`) : null}`,
    },
    {
      name: 'ms',
      title: 'Duration',
      minor: true,
      doors: ['page', 'terminal'],
      value: ({ ms }) => as.joined([as.count(ms), as.quiet('ms')], ' '),
    },
    { name: 'ms', title: 'Milliseconds', type: 'count', doors: ['csv', 'json'], value: ({ ms }) => as.count(ms) },
  ],
  read: ofRun(async ({ ledger: { db } }, scope, { run, after, limit }) => {
    const { selectCalls } = await import('../ledger/views/history.ts');
    const before = parseRunId(after ?? undefined);
    return toPage(await selectCalls(db, scope, { run, before, limit: limit + 1 }), limit, ({ id }) => String(id));
  }),
  empty: { what: 'No API calls.', page: 'None were made for this run, or the log was purged.' },
  perPage: 100,
  path: '/runs/:run/calls',
  command: {
    name: 'calls',
    group: 'Review',
    summary: 'the API calls that a run made to the payout service, with their results',
    examples: [
      ['payrun calls 12', 'the latest API calls from run 12'],
      ['payrun calls 12 --csv', 'all of them'],
    ],
    most: 200,
  },
});
