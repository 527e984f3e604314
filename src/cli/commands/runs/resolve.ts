import { resolveUnknown } from '../../../engine/review/release.ts';
import { resumeRuns } from '../../../engine/runs/resume.ts';
import { usageError } from '../../../references/usage-error.ts';
import { actingUser } from '../../acting-user.ts';
import type { Invocation } from '../../command.ts';
import { printOutcomes } from '../../print-outcomes.ts';
import { requiredText } from '../../required-text.ts';

/** Confirms the outcome of an unconfirmed payment, and continues its run. */
export function resolve(invocation: Invocation): Promise<number> {
  const { args, options } = invocation;
  const because = requiredText(options, 'because', 'outcome_without_reason');
  const paid = options.paid === true;
  if (paid === (options.notPaid === true)) throw usageError('outcome_missing');
  return printOutcomes(invocation, '', async (appContext, context) => {
    const run = await resolveUnknown(
      appContext,
      { reference: args[0]!, paid, because, ...(options.run === undefined ? {} : { run: String(options.run) }) },
      await actingUser(appContext, 'resolve', invocation),
    );
    return resumeRuns(appContext, { run: String(run), ...context });
  });
}
