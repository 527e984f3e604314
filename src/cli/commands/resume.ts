import { resumeRuns } from '../../engine/resume.ts';
import { seekLateBatches } from '../../engine/seek-late-batches.ts';
import type { Invocation } from '../command.ts';
import { tellOutcomes } from '../tell-outcomes.ts';

/** Carries on with everything unfinished, or with one run. */
export function resume(invocation: Invocation): Promise<number> {
  const [run] = invocation.args;
  return tellOutcomes(invocation, 'There is nothing to carry on with.', async (workplace, carry) => {
    const outcomes = await resumeRuns(workplace, { run, ...carry });
    return run === undefined ? [...outcomes, ...(await seekLateBatches(workplace, carry))] : outcomes;
  });
}
