import type { PgBoss } from 'pg-boss';
import { isError, PayrunError } from '../../errors.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { readMigrations } from '../../ledger/migrations/migrate.ts';
import { appliedVersion, releasableTasks } from '../../ledger/operations/queue-tasks.ts';
import type { AppContext } from '../context/app-context.ts';
import type { Component } from '../context/component.ts';
import { RUN_LEASE_MS } from '../leases/run-lease.ts';
import { createActiveTasks } from './active-tasks.ts';
import { queueDueRuns } from './enqueue.ts';
import { QUEUE, type QueueTimes, superviseQueue } from './open-queue.ts';
import { processTask, type TaskResult } from './process-task.ts';
import { createFundsCheck } from './requeue-funded-runs.ts';
import type { Task } from './task.ts';
import { createPoll, onTask } from './wake-workers.ts';
import { runWorkerLoop } from './worker-loop.ts';

export interface WorkerOptions extends QueueTimes {
  /** Tasks at the same time in this process. 8 by default. */
  readonly concurrency?: number | undefined;
  /** Called with the result of each task that changed something or failed. */
  readonly report?: ((result: TaskResult) => void) | undefined;
  /** The lease of a run in ms, for tests. */
  readonly leaseMs?: number | undefined;
  /** Between two checks for tasks that other processes queued, in ms. 1 s by default. */
  readonly pollMs?: number | undefined;
  /** Between two checks for merchants whose balance is due to be read, in ms. 5 s by default. */
  readonly fundsMs?: number | undefined;
}

/** Workers are a component that can end on its own. */
export interface Workers extends Component {
  /**
   * Never resolves. Rejects with `database_newer` if a newer Payrun has migrated the database, and with
   * `vault_key_changed` if the vault has another key now. All work is stopped then.
   */
  readonly failed: Promise<never>;
}

/** Four merchants of 50 calls a minute, or two of 100, use up the 200 of an address; the others fill their pauses. */
const DEFAULT_CONCURRENCY = 8;
const POLL_MS = 1_000;
/** Between two checks that the database still has this version. */
const VERSION_MS = 2_000;
/** Between two checks for failed tasks that can release their key. */
const SPENT_MS = 60_000;
/** Between two checks for merchants whose balance is due; each balance is read once a minute at most. */
const FUNDS_MS = 5_000;

/**
 * Queues runs that are due, and processes tasks, until it is closed. Waits through database outages. Throws the errors
 * of opening the queue.
 */
export async function startWorkers(baseContext: AppContext, options: WorkerOptions = {}): Promise<Workers> {
  const {
    concurrency = DEFAULT_CONCURRENCY,
    report = () => {},
    heartbeatSeconds = RUN_LEASE_MS / 1_000,
    pollMs = POLL_MS,
    fundsMs = FUNDS_MS,
  } = options;
  const appContext = options.leaseMs === undefined ? baseContext : { ...baseContext, leaseMs: options.leaseMs };
  const { clock, ledger, log } = appContext;
  const boss = await superviseQueue(appContext, options);
  const stop = new AbortController();
  const failed = Promise.withResolvers<never>();
  failed.promise.catch(() => {});
  const poll = createPoll(clock, stop.signal);
  const unsubscribe = onTask(appContext, poll.wake);
  const isDue = createIntervals();
  const known = readMigrations().length;
  const funds = createFundsCheck(appContext, stop.signal);

  const giveUp = (error: PayrunError) => {
    stop.abort(error);
    failed.reject(error);
  };

  const work = async (task: Task) => {
    try {
      await processTask(appContext, task, { signal: stop.signal, report });
      return 'complete';
    } catch (error) {
      if (isError(error, 'vault_key_changed')) giveUp(error);
      if (!stop.signal.aborted) log.warn({ code: (error as { code?: unknown }).code }, 'a task returns to the queue');
      // It keeps its place: a worker continues it as soon as the queue can be updated.
      return 'fail';
    }
  };
  const active = createActiveTasks(appContext, boss, work, poll.wake);

  const runPass = async () => {
    if (isDue('version', VERSION_MS)) await requireSameLedger(ledger, known);
    await active.settle();
    if (isDue('spent', SPENT_MS)) await deleteSpentTasks(ledger, boss);
    // In parallel with the tasks, because the service may respond slowly.
    if (isDue('funds', fundsMs)) funds.start();
    // A process that may not pay from this ledger leaves the tasks to those that may. Throws, which ends this pass.
    await appContext.checkRules();
    await queueDueRuns(appContext);
    const free = concurrency - active.count();
    if (free <= 0 || stop.signal.aborted) return;
    for (const job of await boss.fetch<Task>(QUEUE, { batchSize: free })) active.start(job);
  };

  const loop = runWorkerLoop(runPass, { clock, log, poll, pollMs, stop: stop.signal }).then((error) => {
    if (error) giveUp(error);
  });

  const heartbeats = (async () => {
    while (!stop.signal.aborted) {
      await clock.sleep((heartbeatSeconds * 1_000) / 3, stop.signal).catch(() => {});
      await active.touch();
    }
  })();

  return {
    failed: failed.promise,
    async close() {
      stop.abort(new PayrunError('stopped', { signal: 'workers are closed' }));
      unsubscribe();
      await Promise.all([loop, heartbeats]);
      await funds.ended();
      while (active.count() > 0) await clock.sleep(20);
      await active.settle().catch(() => {});
      await boss.stop({ graceful: false, close: false }).catch(() => {});
    },
  };
}

async function deleteSpentTasks({ db }: Ledger, boss: PgBoss): Promise<void> {
  const spent = await releasableTasks(db, QUEUE);
  if (spent.length > 0) await boss.deleteJob(QUEUE, [...spent]);
}

/** Throws `database_newer`, `vault_key_changed`. */
async function requireSameLedger(ledger: Ledger, known: number): Promise<void> {
  const found = await appliedVersion(ledger.db);
  if (found > known) throw new PayrunError('database_newer', { found, known });
  if (!(await ledger.keyCounts())) throw new PayrunError('vault_key_changed');
}

/** A function that returns true for each check once in its interval, and notes that it did. */
function createIntervals(): (check: 'version' | 'spent' | 'funds', everyMs: number) => boolean {
  const due = new Map<string, number>();
  return (check, everyMs) => {
    // Monotonic, so that setting the clock has no effect.
    const now = performance.now();
    if (now < (due.get(check) ?? 0)) return false;
    due.set(check, now + everyMs);
    return true;
  };
}
