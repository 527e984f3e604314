import type { PgBoss } from 'pg-boss';
import type { AppContext } from '../context/app-context.ts';
import { QUEUE } from './open-queue.ts';
import type { Task } from './task.ts';

/** A task as the queue hands it out. */
export interface FetchedTask {
  readonly id: string;
  readonly retryCount: number;
  readonly data: Task;
}

/** The tasks that this process works on. A task is active until its work has ended. */
export interface ActiveTasks {
  count(): number;
  /** Starts the work on a task. If it throws, the task returns to the queue. */
  start(job: FetchedTask): void;
  /** Reports to the queue the results that could not be reported yet. Throws if the queue is out of reach. */
  settle(): Promise<void>;
  /** Tells the queue that the active tasks are still worked on. */
  touch(): Promise<void>;
}

/**
 * @param work processes one task
 * @param ended called after each task
 */
export function createActiveTasks(
  { log }: Pick<AppContext, 'log'>,
  boss: PgBoss,
  work: (task: Task) => Promise<'complete' | 'fail'>,
  ended: () => void,
): ActiveTasks {
  const active = new Map<string, FetchedTask>();
  const unsettled = new Map<string, { job: FetchedTask; as: 'complete' | 'fail' }>();

  async function settle(): Promise<void> {
    for (const [id, { job, as }] of unsettled) {
      await boss[as](QUEUE, [job]);
      unsettled.delete(id);
    }
  }

  async function run(job: FetchedTask): Promise<void> {
    unsettled.set(job.id, { job, as: await work(job.data) });
    await settle().catch(() => {});
    active.delete(job.id);
    ended();
  }

  return {
    count: () => active.size,
    start(job) {
      active.set(job.id, job);
      void run(job);
    },
    settle,
    async touch() {
      if (active.size === 0) return;
      // A task that another worker got meanwhile stays with that worker: the call is fenced by the attempt.
      await boss.touch(QUEUE, [...active.values()]).catch((error: unknown) => {
        log.info({ code: (error as { code?: unknown }).code }, 'a heartbeat could not be sent to the queue');
      });
    },
  };
}
