import type { PgBoss } from 'pg-boss';
import { orphanedRuns, spentTasks } from '../../ledger/operations/queue-tasks.ts';
import type { AppContext } from '../context/app-context.ts';
import { enqueue } from './enqueue.ts';
import { QUEUE } from './open-queue.ts';

/**
 * The process that completes a run writes its results within a minute or so: a million rows take that long. A run
 * without results is queued after this time.
 */
const REPORT_MS = 2 * 60_000;
/** A run whose last task changed nothing, for lack of funds or keys, is queued again after this time. */
const IDLE_RETRY_MS = 15 * 60_000;

/** Deletes tasks that no worker will finish any more, and queues unfinished runs that have no task. */
export async function requeueOrphanedRuns(appContext: AppContext, boss: PgBoss): Promise<void> {
  const { clock, ledger } = appContext;
  const spent = await spentTasks(ledger.db, QUEUE);
  if (spent.length > 0) await boss.deleteJob(QUEUE, [...spent]);
  const times = { restMs: IDLE_RETRY_MS, reportMs: REPORT_MS, now: new Date(clock.now()) };
  for (const { id } of await orphanedRuns(ledger.db, QUEUE, times))
    await enqueue(appContext, { kind: 'run', run: String(id) });
}
