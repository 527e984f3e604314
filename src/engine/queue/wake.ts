import type { Ledger } from '../../ledger/ledger.ts';
import type { AppContext } from '../context/app-context.ts';

const wakers = new WeakMap<Ledger, Set<() => void>>();

/** Tells the workers of this process that a task came; those of others find it when they look, a second later at most. */
export function wakeWorkers({ ledger }: Pick<AppContext, 'ledger'>): void {
  for (const wake of wakers.get(ledger) ?? []) wake();
}

/** Calls `wake` when a task comes from this process. Returns what ends that. */
export function onTask({ ledger }: Pick<AppContext, 'ledger'>, wake: () => void): () => void {
  const set = wakers.get(ledger) ?? new Set();
  wakers.set(ledger, set.add(wake));
  return () => void set.delete(wake);
}
