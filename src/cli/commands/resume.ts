import { resumeRuns } from '../../engine/resume.ts';
import type { Invocation } from '../command.ts';
import { tellOutcomes } from '../tell-outcomes.ts';

/** Carries on with everything unfinished, or with one run. */
export function resume(invocation: Invocation): Promise<number> {
  const [run] = invocation.args;
  return tellOutcomes(invocation, 'There is nothing to carry on with.', (workplace, carry) =>
    resumeRuns(workplace, { run, ...carry }),
  );
}
