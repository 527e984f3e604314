import { acceptDiscrepancy } from '../../../engine/review/accept-discrepancy.ts';
import { acceptFound } from '../../../engine/review/accept-found.ts';
import { resumeRuns } from '../../../engine/runs/resume.ts';
import { EXIT } from '../../../errors.ts';
import { actingUser } from '../../acting-user.ts';
import type { Invocation } from '../../command.ts';
import { printOutcomes } from '../../print-outcomes.ts';
import { requiredText } from '../../required-text.ts';

/** Accepts a discrepancy by its code or its payment reference, and continues its run if it has one. */
export function accept(invocation: Invocation): Promise<number> {
  const { args, options } = invocation;
  const because = requiredText(options, 'because', 'acceptance_without_reason');
  return printOutcomes(invocation, '', async (appContext, context) => {
    const by = await actingUser(appContext, 'accept', invocation);
    const found = await acceptFound(appContext, { code: args[0]!, because }, by);
    if (found && found.run === null) {
      const { code, what } = found;
      return [{ document: { accepted: { code, what } }, lines: [`Accepted (${code}): ${what}`], exitCode: EXIT.done }];
    }
    const run =
      found?.run ??
      (await acceptDiscrepancy(
        appContext,
        { reference: args[0]!, because, ...(options.run === undefined ? {} : { run: String(options.run) }) },
        by,
      ));
    return resumeRuns(appContext, { run: String(run), ...context });
  });
}
