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

/** Creates a pause between two polls that `wake` ends. A wake since `restart` ends the next pause at once. */
export function createPoll(clock: Clock, stop: AbortSignal) {
  let woken = new AbortController();
  return {
    wake: () => woken.abort(),
    /** To be called before the queue is read: tasks that are queued from now on may be missed by that read. */
    restart() {
      woken = new AbortController();
    },
    async wait(ms: number) {
      if (!woken.signal.aborted) await clock.sleep(ms, AbortSignal.any([woken.signal, stop])).catch(() => {});
    },
  };
}
