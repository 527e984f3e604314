import { isError } from '../../errors.ts';
import type { AppContext } from '../context/app-context.ts';
import { type ProcessedJob, processJobTask } from './process-job-task.ts';
import { type ProcessedRun, processRunTask } from './process-run-task.ts';
import type { Task } from './task.ts';

export type TaskResult = ProcessedRun | ProcessedJob;

/** Throws `database_unreachable` and the signal's reason; the task is then processed again. */
export async function processTask(
  appContext: AppContext,
  task: Task,
  { signal, report }: { readonly signal: AbortSignal; readonly report: (result: TaskResult) => void },
): Promise<void> {
  if (task.kind === 'job') return report(await processJobTask(appContext, task, signal));
  try {
    const result = await processRunTask(appContext, task, signal);
    if (result.moved || result.error !== null) report(result);
  } catch (error) {
    if (isError(error, 'run_unknown')) return;
    // The process that has the run says when to look at it again.
    if (signal.aborted || !isError(error, 'run_busy', 'fenced')) throw error;
    appContext.log.info({ run: task.run }, error.message);
  }
}
