import { type Dismissed, dismissHolds } from '../../../engine/review/dismiss.ts';
import { resumeRuns } from '../../../engine/runs/resume.ts';
import { usageError } from '../../../references/usage-error.ts';
import { actingUser } from '../../acting-user.ts';
import type { Invocation } from '../../command.ts';
import { printOutcomes } from '../../print-outcomes.ts';
import { requiredText } from '../../required-text.ts';

/** Dismisses payments on hold, and rewrites the results of their runs. */
export function dismiss(invocation: Invocation): Promise<number> {
  const { args, options } = invocation;
  const because = requiredText(options, 'because', 'dismissal_without_reason');
  const which = meant(args, options);
  return printOutcomes(invocation, '', async (appContext, context) => {
    const by = await actingUser(appContext, 'dismiss', invocation);
    const outcomes = [];
    for (const run of await dismissHolds(appContext, which, because, by))
      outcomes.push(...(await resumeRuns(appContext, { run: String(run), ...context })));
    return outcomes;
  });
}

function meant(references: readonly string[], { run, kind }: Invocation['options']): Dismissed {
  if (references.length > 0 && kind === undefined)
    return { references, run: typeof run === 'string' ? run : undefined };
  if (references.length === 0 && typeof run === 'string' && typeof kind === 'string') return { run, kind };
  throw usageError('dismissal_empty');
}
