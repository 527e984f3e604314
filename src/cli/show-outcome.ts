import { sidesCounted } from '../control-total-line.ts';
import { counted } from '../counted.ts';
import type { MerchantOutcome, RunOutcome } from '../report/outcome.ts';
import { runNames } from '../report/run-names.ts';
import type { RunState } from '../states.ts';
import { type MerchantPart, showMerchants } from './show-merchants.ts';
import { showProblems } from './show-problems.ts';
import { showTotals } from './show-totals.ts';
import { oneLine } from './table.ts';

const STANDS: Readonly<Record<RunState, string>> = {
  working: 'is not finished: `payrun resume` carries on',
  waiting_approval: 'waits for approval: `payrun approve RUN --dry-run` shows what',
  waiting_funds: 'waits for funds: `payrun resume` carries on when they are there',
  awaiting_service_approval:
    'is awaiting approval in the payout service: approve it there, then `payrun resume` follows it',
  needs_person: 'needs a person',
  on_the_way: 'is started, and some payments are not final yet: `payrun resume` follows them',
  done: 'is done',
};

/** What came of a run, in lines for people; `most`: of many problems only so many are shown. */
export function showOutcome(outcome: RunOutcome, most = outcome.problems.length): readonly string[] {
  const {
    run,
    state,
    rows,
    counts,
    totals,
    paid,
    paidSides,
    calls,
    problems,
    results,
    sameSheet,
    note,
    runs = [],
  } = outcome;
  const found = Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${count.toLocaleString('en-US')} ${name}`);
  const stands = STANDS[state].replace('RUN', runs.find((one) => one.state === state)?.run ?? run);
  const named = runs.length > 0 ? `The sheet of ${runNames(runs.map((one) => one.run)).toLowerCase()}` : `Run ${run}`;
  return [
    `${named} ${stands}. ${counted(rows, 'row')}${found.length > 0 ? `: ${found.join(', ')}` : ''}. ${counted(calls, 'call')}.`,
    ...(counts.discrepancy === 0
      ? []
      : [
          'Discrepancies are not counted as paid. `payrun payments --state discrepancy` shows them; `payrun accept` ends one.',
        ]),
    ...(sameSheet === null ? [] : [oneLine(sameSheet.message)]),
    ...(note === null ? [] : [note]),
    ...showTotals(totals).map((line) => `  ${line}`),
    ...showMerchants(runs.map(partOf), 'stands').map((line) => `  ${line}`),
    ...runs.flatMap((one) => (one.error ? [`Merchant ${one.merchant}: ${one.error.message} ${one.error.next}`] : [])),
    ...(paid === null ? [] : [`Control total: ${paid}`]),
    ...(paidSides === null ? [] : [`  ${sidesCounted(paidSides)}`]),
    ...showProblems(problems.slice(0, most), problems),
    ...(results === null ? [] : ['', `Results: ${results}`]),
  ];
}

function partOf({ merchant, run, state, counts, totals }: MerchantOutcome): MerchantPart {
  const found = Object.entries(counts).flatMap(([name, count]) => (count > 0 ? [`${count} ${name}`] : []));
  return { merchant, run, totals, says: `${state.replaceAll('_', ' ')}: ${found.join(', ')}` };
}
