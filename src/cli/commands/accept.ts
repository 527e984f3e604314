import { acceptDiscrepancy } from '../../engine/accept-discrepancy.ts';
import { resumeRuns } from '../../engine/resume.ts';
import { actingUser } from '../acting-user.ts';
import type { Invocation } from '../command.ts';
import { requiredText } from '../required-text.ts';
import { tellOutcomes } from '../tell-outcomes.ts';

/** Accepts what the payout service did instead of what was ordered, and carries its run on. */
export function accept(invocation: Invocation): Promise<number> {
  const { args, options } = invocation;
  const because = requiredText(options, 'because', 'Say why you accept it: --because "..."');
  return tellOutcomes(invocation, '', async (workplace, carry) => {
    const run = await acceptDiscrepancy(
      workplace,
      { reference: args[0]!, because, ...(options.run === undefined ? {} : { run: String(options.run) }) },
      await actingUser(workplace, 'accept', invocation),
    );
    return resumeRuns(workplace, { run: String(run), ...carry });
  });
}
