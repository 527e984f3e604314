import type { AppContext } from '../../../engine/context/app-context.ts';
import { stopRun, withdrawRun } from '../../../engine/review/take-back.ts';
import { resumeRuns } from '../../../engine/runs/resume.ts';
import { EXIT, isError } from '../../../errors.ts';
import { actingUser } from '../../acting-user.ts';
import type { Invocation } from '../../command.ts';
import { printOutcomes, type WorkContext } from '../../print-outcomes.ts';
import { requiredText } from '../../required-text.ts';

/** How long to wait for another process that has the run, and the pause between two checks. */
const [WAIT_MS, LOOK_MS] = [120_000, 500];

/** Withdraws a run that awaits approval: nothing of it is paid. */
export const withdraw = (invocation: Invocation): Promise<number> => takeBack(invocation, 'withdraw', withdrawRun);

/** Stops a run: what was sent stays sent, and nothing else of it is sent. */
export const stop = (invocation: Invocation): Promise<number> => takeBack(invocation, 'stop', stopRun);

function takeBack(invocation: Invocation, what: 'withdraw' | 'stop', does: typeof withdrawRun): Promise<number> {
  const [run] = invocation.args;
  const because = requiredText(invocation.options, 'because', 'withdrawal_without_reason');
  return printOutcomes(invocation, '', async (appContext, context) => {
    const by = await actingUser(appContext, what, invocation);
    if (!(await does(appContext, run!, { by, because, ...context }))) {
      invocation.terminal.note(`Run ${run} is being processed: it stops before its next step.`);
    }
    const outcomes = await resumeWhenFree(appContext, run!, context);
    // The exit code of a run that paid nobody is 3. The command itself has succeeded.
    return outcomes.map((one) =>
      'outcome' in one && one.outcome === 'canceled' ? { ...one, exitCode: EXIT.done } : one,
    );
  });
}

/** Resumes the run as soon as no other process has it. Throws `run_busy` if one still has it after the wait. */
async function resumeWhenFree(appContext: AppContext, run: string, context: WorkContext) {
  const { clock } = appContext;
  for (const until = clock.now() + WAIT_MS; ; )
    try {
      return await resumeRuns(appContext, { run, ...context });
    } catch (error) {
      if (!isError(error, 'run_busy') || clock.now() > until) throw error;
      await clock.sleep(LOOK_MS, context.signal);
    }
}
