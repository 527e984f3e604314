import { releasePayments } from '../../../engine/review/release.ts';
import { resumeRuns } from '../../../engine/runs/resume.ts';
import { actingUser } from '../../acting-user.ts';
import type { Invocation } from '../../command.ts';
import { printOutcomes } from '../../print-outcomes.ts';

/** Releases payments on hold, and continues their runs. */
export function release(invocation: Invocation): Promise<number> {
  const { run: ofRun } = invocation.options;
  return printOutcomes(invocation, '', async (appContext, carry) => {
    const by = await actingUser(appContext, 'release', invocation);
    const outcomes = [];
    for (const run of await releasePayments(
      appContext,
      invocation.args,
      by,
      typeof ofRun === 'string' ? ofRun : null,
    )) {
      outcomes.push(...(await resumeRuns(appContext, { run: String(run), ...carry })));
    }
    return outcomes;
  });
}
