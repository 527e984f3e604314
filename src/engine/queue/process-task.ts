import { isError } from '../../errors.ts';
import type { AppContext } from '../context/app-context.ts';
import { RUN_LEASE_MS } from '../leases/run-lease.ts';
import { enqueueLater } from './enqueue.ts';
import { type ProcessedJob, processJobTask } from './process-job-task.ts';
import { type ProcessedRun, processRunTask } from './process-run-task.ts';
import type { QueuedTask } from './task.ts';

export type TaskResult = ProcessedRun | ProcessedJob;

/** A run that another process holds is retried at this interval until its lease would have expired; then later. */
const BUSY_MS = 1_000;
const BUSY_LATER_MS = 15_000;

interface TaskContext {
  readonly signal: AbortSignal;
  readonly report: (result: TaskResult) => void;
  /** Tells the queue that the task is worked on. False if the queue has given it to another worker. */
  readonly keep: () => Promise<boolean>;
}

/** Throws `database_unreachable` and the signal's reason; the task is then processed again. */
export async function processTask(
  appContext: AppContext,
  task: QueuedTask,
  { signal, report, keep }: TaskContext,
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
      if (!(await keep())) return;
      if (performance.now() > until) return enqueueLater(appContext, task.run, BUSY_LATER_MS, task.attempt ?? 0);
      await appContext.clock.sleep(BUSY_MS, signal);
    }
  }
}
