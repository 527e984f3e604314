import type { RunAction, Subject } from '../../actions/action.ts';
import type { AppContext } from '../../engine/context/app-context.ts';
import { executeRun } from '../../engine/runs/execute-run.ts';
import { resumeRuns } from '../../engine/runs/resume.ts';
import { EXIT, isError } from '../../errors.ts';
import { getRun } from '../../ledger/runs/run.ts';
import { usageError } from '../../references/usage-error.ts';
import { actingUser } from '../acting-user.ts';
import { type Invocation, optionText } from '../command.ts';
import { printOutcomes, type WorkContext } from '../print-outcomes.ts';
import { bannerLines } from '../terminal/banner-lines.ts';
import { confirmPaying } from '../terminal/confirm-paying.ts';
import { showPlan } from '../terminal/show-plan.ts';
import { showRowWarnings } from '../terminal/show-row-warnings.ts';
import { readActionInput } from './read-action-input.ts';
import { REVIEWS } from './reviews.ts';

/** The time to wait for another process that has the run, and the pause between two checks. */
const [WAIT_MS, LOOK_MS] = [120_000, 500];

/** Decides, and continues the runs that it is about. Returns the exit code. */
export function act(action: RunAction, invocation: Invocation): Promise<number> {
  const { args, options, terminal } = invocation;
  const [run = ''] = args;
  const input = readActionInput(action, invocation);
  const subject: Subject =
    action.of === 'payments' ? { references: args, run: optionText(options, 'run') } : { references: [], run };
  const isDryRun = options.dryRun === true;
  return printOutcomes(invocation, '', async (appContext, context) => {
    const { bar, ...watch } = context;
    if (action.paysAnew && !options.yes && !isDryRun && !terminal.interactive) {
      await getRun(appContext.ledger.db, run);
      throw usageError('no_terminal_to_pay');
    }
    const isShownOnly = isDryRun && !action.paysAnew;
    const by = isShownOnly ? null : await actingUser(appContext, action.name, invocation);
    const review = await REVIEWS[action.name]?.(appContext, { run, by, invocation });
    if (review) {
      const { document, lines, nothing } = review;
      if (nothing !== undefined) return [{ document, lines: [nothing], exitCode: EXIT.done }];
      if (by === null) return [{ document, lines, exitCode: review.exitCode ?? EXIT.done }];
      for (const line of [...(await bannerLines(appContext)), ...lines]) terminal.note(line);
      if (!options.yes && !(await review.agrees()))
        return [{ document: { ...document, ...review.declined }, lines: [review.left], exitCode: EXIT.waits }];
    }
    const acting = { by: by!, asks: !options.yes, isDryRun, ...watch };
    const { runs = [], note, answer } = await action.apply(appContext, subject, { ...input, ...review?.input }, acting);
    if (note !== undefined) terminal.note(note);
    if (answer) return [{ exitCode: EXIT.done, ...answer }];
    const outcomes = [];
    for (const one of runs) outcomes.push(...(await continueRun(action, appContext, String(one), invocation, context)));
    // The exit code of a run that paid no one is 3. The command itself has succeeded.
    return outcomes.map((one) => ({
      ...one,
      ...review?.document,
      ...(action.endsRun && (one.outcome === 'canceled' || one.outcome === 'rejected') ? { exitCode: EXIT.done } : {}),
    }));
  });
}

/** Continues a run; one that the action made is shown first, and confirmed. */
async function continueRun(
  action: RunAction,
  appContext: AppContext,
  run: string,
  { options, terminal }: Invocation,
  context: WorkContext,
) {
  if (action.endsRun) return resumeWhenFree(appContext, run, context);
  if (!action.paysAnew) return resumeRuns(appContext, { run, ...context });
  const { bar, ...watch } = context;
  const outcome = await executeRun(appContext, BigInt(run), {
    announce: (plan) => {
      bar.end();
      for (const line of showPlan(plan)) terminal.note(line);
    },
    confirm: async (plan) => {
      if (options.dryRun) return false;
      for (const line of await showRowWarnings(appContext, plan)) terminal.note(line);
      return confirmPaying(terminal, watch.signal);
    },
    ...watch,
  });
  return [outcome];
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
