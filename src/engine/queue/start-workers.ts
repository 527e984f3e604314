import type { PgBoss } from 'pg-boss';
import { isError, PayrunError } from '../../errors.ts';
import { readMigrations } from '../../ledger/migrations/migrate.ts';
import { appliedVersion, orphanedRuns, spentTasks } from '../../ledger/operations/queue-tasks.ts';
import type { AppContext } from '../context/app-context.ts';
import type { Component } from '../context/component.ts';
import { RUN_LEASE_MS } from '../leases/run-lease.ts';
import { enqueue, enqueueLater } from './enqueue.ts';
import { QUEUE, type QueueTimes, superviseQueue } from './open-queue.ts';
import { type ProcessedJob, processJobTask } from './process-job-task.ts';
import { type ProcessedRun, processRunTask } from './process-run-task.ts';
import { requeueFundedRuns } from './requeue-funded-runs.ts';
import type { QueuedTask } from './task.ts';
import { onTask } from './wake-workers.ts';

export type TaskResult = ProcessedRun | ProcessedJob;

export interface WorkerOptions extends QueueTimes {
  /** Tasks at the same time in this process. 8 by default. */
  readonly concurrency?: number | undefined;
  /** Called with the result of each task that changed something or failed. */
  readonly report?: ((result: TaskResult) => void) | undefined;
  /** The lease of a run in ms, for tests. 30 s by default. */
  readonly leaseMs?: number | undefined;
  /** Between two checks for tasks that other processes queued, in ms. 1 s by default. */
  readonly pollMs?: number | undefined;
  /** Between two checks for merchants whose balance is due to be read, in ms. 5 s by default. */
  readonly fundsMs?: number | undefined;
}

/** Workers are a component that can end by itself. */
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
/** Between two checks for runs without a task. */
const ORPHAN_CHECK_MS = 60_000;
/** Between two checks for merchants whose balance is due; each balance is read once a minute at most. */
const FUNDS_MS = 5_000;
/**
 * The process that completes a run writes its results within a minute or so: a million rows take that long. A run
 * without results is queued after this time.
 */
const REPORT_MS = 2 * 60_000;
/** A run whose last task changed nothing, for lack of funds or keys, is queued again after this time. */
const IDLE_RETRY_MS = 15 * 60_000;
/** A run that another process holds is retried at this interval until its lease would have expired; then later. */
const BUSY_MS = 1_000;
const BUSY_LATER_MS = 15_000;

interface Job {
  readonly id: string;
  readonly retryCount: number;
  readonly data: QueuedTask;
}

/**
 * Processes tasks until it is closed. At the start and then every minute, it also queues unfinished runs that have no
 * task. Waits through database outages. Throws the errors of opening the queue.
 */
export async function startWorkers(baseContext: AppContext, options: WorkerOptions = {}): Promise<Workers> {
  const {
    concurrency = DEFAULT_CONCURRENCY,
    report = () => {},
    heartbeatSeconds = 30,
    pollMs = POLL_MS,
    fundsMs = FUNDS_MS,
  } = options;
  const appContext = options.leaseMs === undefined ? baseContext : { ...baseContext, leaseMs: options.leaseMs };
  const { clock, ledger, log } = appContext;
  const boss = await superviseQueue(appContext, options);
  const known = readMigrations().length;
  const stop = new AbortController();
  const failed = Promise.withResolvers<never>();
  failed.promise.catch(() => {});
  const active = new Map<string, Job>();
  /** Results of tasks that could not be reported to the queue yet. */
  const unsettled = new Map<string, { job: Job; as: 'complete' | 'fail' }>();
  let pollDelay = new AbortController();
  let wakeRequested = false;
  const wake = () => {
    wakeRequested = true;
    pollDelay.abort();
  };
  const unsubscribe = onTask(appContext, wake);
  const due = new Map<string, number>();
  /** Monotonic, so that setting the clock has no effect. */
  const isDue = (what: string, everyMs: number) => {
    const now = performance.now();
    if (now < (due.get(what) ?? 0)) return false;
    due.set(what, now + everyMs);
    return true;
  };

  let fundsCheck: Promise<void> | null = null;
  const giveUp = (error: PayrunError) => {
    stop.abort(error);
    failed.reject(error);
  };

  const work = async (job: Job) => {
    let as: 'complete' | 'fail' = 'complete';
    try {
      const isMine = async () => ((await boss.touch(QUEUE, [job])) as { affected?: number }).affected !== 0;
      await processTask(appContext, job.data, { signal: stop.signal, report, isMine });
    } catch (error) {
      // Returns to the queue in its place: a worker continues it as soon as the queue can be updated.
      as = 'fail';
      if (isError(error, 'vault_key_changed')) giveUp(error);
      if (!stop.signal.aborted)
        log.warn({ code: (error as { code?: unknown }).code }, 'a task is put back into the queue');
    }
    unsettled.set(job.id, { job, as });
    await settle(boss, unsettled).catch(() => {});
    active.delete(job.id);
    wake();
  };

  const runPass = async () => {
    if (isDue('version', VERSION_MS)) {
      const found = await appliedVersion(ledger.db);
      if (found > known) throw new PayrunError('database_newer', { found, known });
      if (!(await ledger.keyCounts())) throw new PayrunError('vault_key_changed');
    }
    await settle(boss, unsettled);
    if (isDue('sweep', ORPHAN_CHECK_MS)) {
      const spent = await spentTasks(ledger.db, QUEUE);
      if (spent.length > 0) await boss.deleteJob(QUEUE, [...spent]);
      for (const { id } of await orphanedRuns(ledger.db, QUEUE, {
        restMs: IDLE_RETRY_MS,
        reportMs: REPORT_MS,
        now: new Date(clock.now()),
      }))
        await enqueue(appContext, { kind: 'run', run: String(id) });
    }
    // In parallel with the tasks, because the service may respond slowly.
    if (fundsCheck === null && isDue('funds', fundsMs))
      fundsCheck = requeueFundedRuns(appContext, stop.signal)
        .catch(() => {})
        .then(() => {
          fundsCheck = null;
        });
    // A process that may not pay from this ledger leaves the tasks to those that may. Throws, which ends this pass.
    await appContext.checkRules();
    const free = concurrency - active.size;
    if (free <= 0 || stop.signal.aborted) return;
    for (const job of await boss.fetch<QueuedTask>(QUEUE, { batchSize: free })) {
      active.set(job.id, job);
      void work(job);
    }
  };

  const loop = (async () => {
    let isQueueUnavailable = false;
    while (!stop.signal.aborted) {
      wakeRequested = false;
      pollDelay = new AbortController();
      try {
        await runPass();
        if (isQueueUnavailable) log.warn('the queue is worked on again');
        isQueueUnavailable = false;
      } catch (error) {
        if (isError(error, 'database_newer', 'vault_key_changed')) {
          giveUp(error);
          break;
        }
        if (!isQueueUnavailable && isError(error, 'ledger_environment', 'rules_missing'))
          log.warn({ code: error.code }, `${error.message} ${error.next}`);
        else if (!isQueueUnavailable)
          log.warn({ code: (error as { code?: unknown }).code }, 'the queue cannot be reached; it is waited for');
        isQueueUnavailable = true;
        wakeRequested = false;
      }
      const idle = isQueueUnavailable ? new AbortController().signal : pollDelay.signal;
      if (!wakeRequested) await clock.sleep(pollMs, AbortSignal.any([idle, stop.signal])).catch(() => {});
    }
  })();

  const heartbeats = (async () => {
    while (!stop.signal.aborted) {
      await clock.sleep((heartbeatSeconds * 1_000) / 3, stop.signal).catch(() => {});
      // A task that another worker got meanwhile stays with that worker: the call is fenced by the attempt.
      if (active.size > 0)
        await boss.touch(QUEUE, [...active.values()]).catch((error: unknown) => {
          log.info({ code: (error as { code?: unknown }).code }, 'no sign of life was given');
        });
    }
  })();

  return {
    failed: failed.promise,
    async close() {
      stop.abort(new PayrunError('stopped', { signal: 'workers are closed' }));
      unsubscribe();
      await Promise.all([loop, heartbeats]);
      await fundsCheck;
      while (active.size > 0) await clock.sleep(20);
      await settle(boss, unsettled).catch(() => {});
      await boss.stop({ graceful: false, close: false }).catch(() => {});
    },
  };
}

/** Reports the results of tasks to the queue; those that cannot be reported are kept for the next time. */
async function settle(boss: PgBoss, unsettled: Map<string, { job: Job; as: 'complete' | 'fail' }>): Promise<void> {
  for (const [id, { job, as }] of unsettled) {
    await boss[as](QUEUE, [job]);
    unsettled.delete(id);
  }
}

interface TaskContext {
  readonly signal: AbortSignal;
  readonly report: (result: TaskResult) => void;
  /** Whether the queue has not given the task to another worker. */
  readonly isMine: () => Promise<boolean>;
}

/** Throws `database_unreachable` and the signal's reason; the task is then processed again. */
async function processTask(
  appContext: AppContext,
  task: QueuedTask,
  { signal, report, isMine }: TaskContext,
): Promise<void> {
  if (task.kind === 'job') return report(await processJobTask(appContext, task, signal));
  const until = performance.now() + (appContext.leaseMs ?? RUN_LEASE_MS) * 1.2;
  for (;;) {
    try {
      const result = await processRunTask(appContext, task, signal);
      if (result?.again != null) await enqueueLater(appContext, task.run, result.again, (task.attempt ?? 0) + 1);
      if (result && (result.moved || result.error !== null)) report(result);
      return;
    } catch (error) {
      if (isError(error, 'run_unknown')) return;
      if (signal.aborted || !isError(error, 'run_busy', 'fenced')) throw error;
      appContext.log.info({ run: task.run }, error.message);
      // This process was paused for so long that the queue gave the task to another worker.
      if (!(await isMine())) return;
      if (performance.now() > until) return enqueueLater(appContext, task.run, BUSY_LATER_MS, task.attempt ?? 0);
      await appContext.clock.sleep(BUSY_MS, signal);
    }
  }
}
