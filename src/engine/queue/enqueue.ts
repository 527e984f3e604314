import { dueRuns } from '../../ledger/operations/queue-tasks.ts';
import { getRun } from '../../ledger/runs/run.ts';
import { scheduleLook } from '../../ledger/runs/run-looks.ts';
import type { AppContext } from '../context/app-context.ts';
import { openQueue, QUEUE } from './open-queue.ts';
import { jobTaskKey, runTaskKey, type Task } from './task.ts';
import { wakeWorkers } from './wake-workers.ts';

/**
 * Leaves a task to the workers: a run, which they look at now, or a job. Do not call it in a transaction. Throws
 * `run_unknown`, `database_unreachable`.
 */
export async function enqueue(appContext: AppContext, task: Task): Promise<void> {
  const { ledger } = appContext;
  if (task.kind === 'job') {
    const { job, input, maker } = task;
    const queue = await openQueue(appContext);
    await queue.send(QUEUE, { kind: 'job', job, input, maker }, { singletonKey: jobTaskKey(job) });
  } else await scheduleLook(ledger.db, [(await getRun(ledger.db, task.run)).id], 0);
  wakeWorkers(appContext);
}

/**
 * Queues the runs that are due under the key of their merchant. Tasks with the same key are processed one at a time, in
 * their order.
 */
export async function queueDueRuns(appContext: AppContext): Promise<void> {
  const { ledger, ids } = appContext;
  const queue = await openQueue(appContext);
  // The queue orders tasks of the same time, which the embedded database counts in ms, by their ids.
  for (const run of await dueRuns(ledger.db, QUEUE))
    await queue.send(QUEUE, { kind: 'run', run: String(run.id) }, { id: ids(), singletonKey: runTaskKey(run) });
}
