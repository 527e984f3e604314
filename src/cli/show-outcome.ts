import type { RunOutcome } from '../report/outcome.ts';
import type { RunState } from '../states.ts';
import { counted } from './counted.ts';
import { showProblems } from './show-problems.ts';
import { showTotals } from './show-totals.ts';

const STANDS: Readonly<Record<RunState, string>> = {
  working: 'is not finished: `payrun resume` carries on',
  waiting_approval: 'waits for approval',
  waiting_funds: 'waits for funds: `payrun resume` carries on when they are there',
  needs_person: 'needs a person',
  on_the_way: 'is started, and some payments are not final yet: `payrun resume` follows them',
  done: 'is done',
};

/** What came of a run, in lines for people. */
export function showOutcome(outcome: RunOutcome): readonly string[] {
  const { run, state, rows, counts, totals, calls, problems, results, note } = outcome;
  const found = Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${count.toLocaleString('en-US')} ${name}`);
  return [
    `Run ${run} ${STANDS[state]}. ${counted(rows, 'row')}${found.length > 0 ? `: ${found.join(', ')}` : ''}. ${counted(calls, 'call')}.`,
    ...(note === null ? [] : [note]),
    ...showTotals(totals).map((line) => `  ${line}`),
    ...showProblems(problems),
    ...(results === null ? [] : ['', `Results: ${results}`]),
  ];
}
