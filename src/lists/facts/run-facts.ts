import type { RunView } from '../../ledger/views/run-view.ts';
import { describeTotalSides } from '../../outcomes/control-total-line.ts';
import type { RunResult } from '../../outcomes/run-result.ts';
import { duration } from '../../platform/duration.ts';
import { as, type Value } from '../../references/value.ts';
import { EXACT, type Facts } from '../list.ts';

/** A run: its times, calls made, and related runs. `link`: a run, as a link if the reader may see it. */
export function runFacts(
  run: RunView,
  { control }: Pick<RunResult, 'control'>,
  link: (id: bigint | string) => Value,
): Facts {
  const { id, understood, created_at: from, finished_at: to, same_as: same, lead_run: lead } = run;
  const { readAs } = (understood ?? {}) as { readAs?: unknown };
  const took = to && as.quiet(`after ${duration(to.getTime() - from.getTime())}`);
  return [
    ['Created', as.time(from, EXACT)],
    ['Done', as.joined([as.time(to, EXACT), took], ' ')],
    ['API calls', as.link('calls', id, as.count(run.calls))],
    [
      'Control total of paid and processing payments',
      control && as.words`${as.code(control.line)} ${as.quiet(describeTotalSides(control))}`,
    ],
    ['Sheet', typeof readAs === 'string' ? readAs : null],
    ['Job', run.job],
    ['Same payments as', same === null ? null : link(same)],
    ['Part of the sheet of', lead === null || lead === id ? null : link(lead)],
  ];
}
