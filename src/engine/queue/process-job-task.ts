import { DATABASE_TROUBLES, isError, type PayrunError } from '../../errors.ts';
import type { Workplace } from '../context/app-context.ts';
import type { JobOutcome } from '../job.ts';
import { runJob } from '../jobs/run-job.ts';
import { scheduledActor } from '../users/actor.ts';
import { enqueueLater } from './enqueue.ts';
import type { QueuedTask } from './task.ts';
import { asTrouble } from './task-error.ts';

/** What came of a job. */
export interface CarriedJob {
  readonly job: string;
  readonly outcomes: readonly JobOutcome[];
  /** What ended it before it was done. */
  readonly trouble: PayrunError | null;
}

/**
 * Runs a job for a worker. It does not wait for payments to become final: the runs of which some are on their way are looked at
 * again later. What fails is returned; throws `database_unreachable`, and the signal's reason.
 */
export async function carryJob(
  workplace: Workplace,
  { job: name, input, maker }: Extract<QueuedTask, { kind: 'job' }>,
  signal: AbortSignal,
): Promise<CarriedJob> {
  const patient = { ...workplace, config: { ...workplace.config, settleWaitMs: 0 } };
  try {
    const outcomes = await runJob(
      patient,
      { job: name, input },
      { maker: scheduledActor(maker), progress: () => {}, signal },
    );
    for (const outcome of outcomes)
      if ('run' in outcome)
        for (const { run, state } of outcome.runs ?? [outcome])
          if (state === 'on_the_way') await enqueueLater(workplace, run, workplace.config.settlePollMs, 1);
    return { job: name, outcomes, trouble: null };
  } catch (error) {
    if (signal.aborted || isError(error, ...DATABASE_TROUBLES, 'vault_key_changed')) throw error;
    const trouble = asTrouble(error);
    workplace.log.warn({ job: name, code: trouble.code, detail: trouble.details.detail }, 'a job failed');
    return { job: name, outcomes: [], trouble };
  }
}
