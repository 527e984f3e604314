import { EXIT, isError } from '../errors.ts';
import { getRun, unfinishedRuns } from '../ledger/run.ts';
import { type RunOutcome, runOutcome } from '../report/outcome.ts';
import type { RunState } from '../states.ts';
import { carryOut } from './carry-out.ts';
import type { Progress } from './meter.ts';
import type { Workplace } from './workplace.ts';

/**
 * Carries on with one run, or with every run that is not done, oldest first. A run that another process is carrying out is
 * left to it. Throws `run_unknown`, and `run_busy` where one run was named.
 */
export async function resumeRuns(
  workplace: Workplace,
  options: {
    run?: string | undefined;
    states?: readonly RunState[];
    progress: (progress: Progress) => void;
    signal?: AbortSignal | undefined;
  },
): Promise<readonly RunOutcome[]> {
  const { db } = workplace.ledger;
  const carry = (id: bigint) =>
    carryOut(workplace, id, { confirm: null, progress: options.progress, signal: options.signal });
  if (options.run !== undefined) {
    const { id, state } = await getRun(db, options.run);
    return [state === 'done' ? await runOutcome(db, id) : await carry(id)];
  }
  const outcomes: RunOutcome[] = [];
  let failure: unknown;
  for (const { id, state } of await unfinishedRuns(db)) {
    if (options.states && !options.states.includes(state)) continue;
    try {
      outcomes.push(await carry(id));
    } catch (error) {
      // Out of reach is out of reach for the next run too; anything else is this run's own trouble.
      if (!isError(error) || error.exitCode === EXIT.outOfReach) throw error;
      if (isError(error, 'run_busy', 'fenced')) workplace.log.info({ run: String(id) }, error.message);
      else failure ??= error;
    }
  }
  if (failure !== undefined) throw failure;
  return outcomes;
}
