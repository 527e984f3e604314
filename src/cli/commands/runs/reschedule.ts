import { changePayDate } from '../../../engine/review/change-pay-date.ts';
import { resumeRuns } from '../../../engine/runs/resume.ts';
import { getRun } from '../../../ledger/runs/run.ts';
import { usageError } from '../../../references/usage-error.ts';
import { actingUser } from '../../acting-user.ts';
import { type Invocation, textOf } from '../../command.ts';
import { printOutcomes } from '../../print-outcomes.ts';

/** Gives a run another pay date, and continues it. */
export function reschedule(invocation: Invocation): Promise<number> {
  const { args, options } = invocation;
  const on = textOf(options, 'on') ?? null;
  if ((on === null) === (options.now !== true)) throw usageError('pay_date_missing');
  return printOutcomes(invocation, '', async (appContext, context) => {
    const by = await actingUser(appContext, 'reschedule', invocation);
    const { id } = await getRun(appContext.ledger.db, args[0]!);
    await changePayDate(appContext, id, { on, by });
    return resumeRuns(appContext, { run: String(id), ...context });
  });
}
