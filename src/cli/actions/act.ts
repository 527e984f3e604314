import type { Action, Typed } from '../../actions/action.ts';
import type { AppContext } from '../../engine/context/app-context.ts';
import { resumeRuns } from '../../engine/runs/resume.ts';
import { EXIT, isError, PayrunError } from '../../errors.ts';
import { actingUser } from '../acting-user.ts';
import { type Invocation, textOf } from '../command.ts';
import { printOutcomes, type WorkContext } from '../print-outcomes.ts';

/** How long to wait for another process that has the run, and the pause between two checks. */
const [WAIT_MS, LOOK_MS] = [120_000, 500];

/** Decides, and continues the runs that it is about. Returns the exit code. */
export function act(action: Action, invocation: Invocation): Promise<number> {
  const { args, options, terminal } = invocation;
  const input = inputOf(action, invocation);
  const subject =
    action.of === 'run' ? { references: [], run: args[0] } : { references: args, run: textOf(options, 'run') };
  return printOutcomes(invocation, '', async (appContext, context) => {
    const by = await actingUser(appContext, action.name, invocation);
    const apply = await action.load();
    const { runs, note, accepted } = await apply(appContext, subject, input, { by, ...context });
    if (note !== undefined) terminal.note(note);
    if (accepted) {
      const line = `Accepted (${accepted.code}): ${accepted.what}`;
      return [{ document: { accepted }, lines: [line], exitCode: EXIT.done }];
    }
    const outcomes = [];
    for (const run of runs)
      outcomes.push(
        ...(action.endsRun
          ? await resumeWhenFree(appContext, String(run), context)
          : await resumeRuns(appContext, { run: String(run), ...context })),
      );
    // The exit code of a run that paid nobody is 3. The command itself has succeeded.
    return outcomes.map((one) =>
      action.endsRun && 'outcome' in one && one.outcome === 'canceled' ? { ...one, exitCode: EXIT.done } : one,
    );
  });
}

/** The fields of the action, from the options. Throws `because_missing`, `usage`. */
function inputOf({ fields, command }: Action, { args, options }: Pick<Invocation, 'args' | 'options'>): Typed {
  if ('because' in fields && !textOf(options, 'because')?.trim()) throw new PayrunError('because_missing');
  if (command.input) return command.input(args, options);
  return Object.fromEntries(Object.keys(fields).map((name) => [name, textOf(options, name)]));
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
