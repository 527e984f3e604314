import { releasePayments } from '../../../engine/review/release.ts';
import { resumeRuns } from '../../../engine/runs/resume.ts';
import { actingUser } from '../../acting-user.ts';
import { type Invocation, textOf } from '../../command.ts';
import { printOutcomes } from '../../print-outcomes.ts';

/** Releases payments on hold, and continues their runs. */
export function release(invocation: Invocation): Promise<number> {
  const { options } = invocation;
  return printOutcomes(invocation, '', async (appContext, context) => {
    const by = await actingUser(appContext, 'release', invocation);
    const outcomes = [];
    for (const run of await releasePayments(
      appContext,
      invocation.args,
      by,
      textOf(options, 'run') ?? null,
      textOf(options, 'verified'),
    )) {
      outcomes.push(...(await resumeRuns(appContext, { run: String(run), ...context })));
    }
    return outcomes;
  });
}
