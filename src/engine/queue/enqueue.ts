import { isQueued } from '../../ledger/operations/queue-tasks.ts';
import { getRun } from '../../ledger/runs/run.ts';
import type { AppContext } from '../context/app-context.ts';
import { openQueue, QUEUE } from './open-queue.ts';
import { belongsToNobody, keyOfJob, keyOfRun, type Task } from './task.ts';
import { wakeWorkers } from './wake.ts';

/**
 * Leaves a task to the workers: a run under the key of its merchant, a job under its name, each key in strict order and one at
 * a time. Of a run that waits already this does nothing. Not within a transaction. Throws `run_unknown`, `database_unreachable`.
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
    await queue.send(QUEUE, { ...data, takesIn: belongsToNobody(run) }, { singletonKey: key });
  }
  wakeWorkers(appContext);
}

/** A run that is looked at again after `ms`; `attempt` is how many times nothing had come of it. Nothing where that is planned already. */
export async function enqueueLater(appContext: AppContext, run: string, ms: number, attempt: number): Promise<void> {
  const queue = await openQueue(appContext);
  const key = keyOfRun(await getRun(appContext.ledger.db, run));
  const data = { kind: 'run', run };
  if (await isQueued(appContext.ledger.db, { queue: QUEUE, key, data, later: true })) return;
  // Seconds, which the database adds to its own time.
  await queue.send(QUEUE, { ...data, attempt }, { singletonKey: key, startAfter: ms / 1_000 });
}
