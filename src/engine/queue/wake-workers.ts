import type { Ledger } from '../../ledger/ledger.ts';
import type { Clock } from '../../platform/clock.ts';
import type { AppContext } from '../context/app-context.ts';

const wakers = new WeakMap<Ledger, Set<() => void>>();

/** Tells the workers of this process that a task was queued. Workers of other processes find it within a second. */
export function wakeWorkers({ ledger }: Pick<AppContext, 'ledger'>): void {
  for (const wake of wakers.get(ledger) ?? []) wake();
}

/** Calls `wake` when this process queues a task. Returns the function that unsubscribes. */
export function onTask({ ledger }: Pick<AppContext, 'ledger'>, wake: () => void): () => void {
  const set = wakers.get(ledger) ?? new Set();
  wakers.set(ledger, set.add(wake));
  return () => void set.delete(wake);
}

/** The pause between two polls. */
export interface Poll {
  /** Ends the pause. Since `restart` it ends the next one at once. */
  wake(): void;
  /** To be called before the queue is read: tasks that are queued from now on may be missed by that read. */
  restart(): void;
  wait(ms: number): Promise<void>;
}

export function createPoll(clock: Clock, stop: AbortSignal): Poll {
  let woken = new AbortController();
  return {
    wake: () => woken.abort(),
    restart() {
      woken = new AbortController();
    },
    async wait(ms: number) {
      if (!woken.signal.aborted) await clock.sleep(ms, AbortSignal.any([woken.signal, stop])).catch(() => {});
    },
  };
}
