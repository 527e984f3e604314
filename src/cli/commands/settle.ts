import { resumeRuns } from '../../engine/resume.ts';
import type { Invocation } from '../command.ts';
import { tellOutcomes } from '../tell-outcomes.ts';

/** Asks the service about everything that was started and is not final. */
export function settle(invocation: Invocation): Promise<number> {
  return tellOutcomes(invocation, 'Every payment that was started is final.', (workplace, carry) =>
    resumeRuns(workplace, { states: ['on_the_way'], ...carry }),
  );
}
