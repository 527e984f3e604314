import { isQueued } from '../../ledger/operations/queue-tasks.ts';
import { getRun } from '../../ledger/runs/run.ts';
import type { AppContext } from '../context/app-context.ts';
import { openQueue, QUEUE } from './open-queue.ts';
import { awaitsMerchants, keyOfJob, keyOfRun, type Task } from './task.ts';
import { wakeWorkers } from './wake-workers.ts';

/**
 * Queues a task for the workers: a run under the key of its merchant, a job under its name. Each key is processed in
 * strict order, one task at a time. Does nothing for a run that is already queued. Do not call it in a transaction.
 * Throws `run_unknown`, `database_unreachable`.
 */
export async function enqueue(appContext: AppContext, task: Task): Promise<void> {
  const queue = await openQueue(appContext);
  if (task.kind === 'job') {
    const { job, input, maker } = task;
    await queue.send(QUEUE, { kind: 'job', job, input, maker }, { singletonKey: keyOfJob(job) });
  } else {
    const run = await getRun(appContext.ledger.db, task.run);
    const [key, data] = [keyOfRun(run), { kind: 'run', run: String(run.id) }];
    if (await isQueued(appContext.ledger.db, { queue: QUEUE, key, data, later: false })) return;
    await queue.send(QUEUE, { ...data, takesIn: awaitsMerchants(run) }, { singletonKey: key });
  }
  wakeWorkers(appContext);
}

/**
 * Queues a run again after `ms`. `attempt` counts earlier attempts without a result. Does nothing if the run is already
 * scheduled.
 */
export async function enqueueLater(appContext: AppContext, run: string, ms: number, attempt: number): Promise<void> {
  const queue = await openQueue(appContext);
  const key = keyOfRun(await getRun(appContext.ledger.db, run));
  const data = { kind: 'run', run };
  if (await isQueued(appContext.ledger.db, { queue: QUEUE, key, data, later: true })) return;
  // Seconds, which the database adds to its own time.
  await queue.send(QUEUE, { ...data, attempt }, { singletonKey: key, startAfter: ms / 1_000 });
}
