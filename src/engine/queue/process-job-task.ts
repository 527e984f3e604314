import { DATABASE_ERRORS, isError, type PayrunError } from '../../errors.ts';
import { scheduledActor } from '../../permissions/actor.ts';
import type { AppContext } from '../context/app-context.ts';
import type { JobOutcome } from '../job.ts';
import { runJob } from '../jobs/run-job.ts';
import { asTaskError } from '../runs/as-task-error.ts';
import type { Task } from './task.ts';

/** The result of a job. */
export interface ProcessedJob {
  readonly job: string;
  readonly outcomes: readonly JobOutcome[];
  /** The error that ended it early; null if there was none. */
  readonly error: PayrunError | null;
}

/**
 * Runs a job for a worker. Does not wait for payments to become final: workers look at the runs later. Returns
 * errors of the job; throws `database_unreachable`, `vault_key_changed`, and the signal's reason.
 */
export async function processJobTask(
  appContext: AppContext,
  { job: name, input, maker }: Extract<Task, { kind: 'job' }>,
  signal: AbortSignal,
): Promise<ProcessedJob> {
  try {
    const outcomes = await runJob(
      { ...appContext, settleWaitMs: 0 },
      { job: name, input },
      { maker: scheduledActor(maker), progress: () => {}, signal },
    );
    return { job: name, outcomes, error: null };
  } catch (error) {
    if (signal.aborted || isError(error, ...DATABASE_ERRORS, 'vault_key_changed')) throw error;
    const taskError = asTaskError(error);
    appContext.log.warn({ job: name, code: taskError.code, detail: taskError.details.detail }, 'a job failed');
    return { job: name, outcomes: [], error: taskError };
  }
}
