import { removeFromRun } from '../../../engine/review/remove-from-run.ts';
import { resumeRuns } from '../../../engine/runs/resume.ts';
import { actingUser } from '../../acting-user.ts';
import { type Invocation, textOf } from '../../command.ts';
import { printOutcomes } from '../../print-outcomes.ts';
import { requiredText } from '../../required-text.ts';

/** Removes payments from runs that are not sent yet, and prices the rest again. */
export function remove(invocation: Invocation): Promise<number> {
  const { args: references, options } = invocation;
  const because = requiredText(options, 'because', 'removal_without_reason');
  return printOutcomes(invocation, '', async (appContext, context) => {
    const by = await actingUser(appContext, 'remove', invocation);
    const outcomes = [];
    const run = textOf(options, 'run');
    for (const id of await removeFromRun(appContext, { references, run, because, by, ...context }))
      outcomes.push(...(await resumeRuns(appContext, { run: String(id), ...context })));
    return outcomes;
  });
}
