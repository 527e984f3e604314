import { DATABASE_ERRORS, isError, type PayrunError } from '../../errors.ts';
import { scheduledActor } from '../../permissions/actor.ts';
import type { AppContext } from '../context/app-context.ts';
import type { JobOutcome } from '../job.ts';
import { runJob } from '../jobs/run-job.ts';
import { enqueueLater } from './enqueue.ts';
import type { QueuedTask } from './task.ts';
import { asTaskError } from './task-error.ts';

/** The result of a job. */
export interface ProcessedJob {
  readonly job: string;
  readonly outcomes: readonly JobOutcome[];
  /** The error that ended it early; null if there was none. */
  readonly error: PayrunError | null;
}

/**
 * Runs a job for a worker. Does not wait for payments to become final: runs with payments in processing are queued
 * again later. Returns errors of the job; throws `database_unreachable`, `vault_key_changed`, and the signal's reason.
 */
export async function processJobTask(
  appContext: AppContext,
  { job: name, input, maker }: Extract<QueuedTask, { kind: 'job' }>,
  signal: AbortSignal,
): Promise<ProcessedJob> {
  try {
    const outcomes = await runJob(
      { ...appContext, settleWaitMs: 0 },
      { job: name, input },
      { maker: scheduledActor(maker), progress: () => {}, signal },
    );
    for (const outcome of outcomes)
      if ('run' in outcome)
        for (const { run, state } of outcome.runs ?? [outcome])
          if (state === 'on_the_way') await enqueueLater(appContext, run, appContext.config.settlePollMs, 1);
    return { job: name, outcomes, error: null };
  } catch (error) {
    if (signal.aborted || isError(error, ...DATABASE_ERRORS, 'vault_key_changed')) throw error;
    const taskError = asTaskError(error);
    appContext.log.warn({ job: name, code: taskError.code, detail: taskError.details.detail }, 'a job failed');
    return { job: name, outcomes: [], error: taskError };
  }
}
