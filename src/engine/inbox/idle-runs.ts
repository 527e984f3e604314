import type { OpenInboxFile } from '../../ledger/operations/inbox-file.ts';

/** Decides which runs to queue for the workers again because none of them works on them. */
export interface Requeue {
  due(file: Pick<OpenInboxFile, 'id' | 'waiting_runs'>): readonly string[];
  forget(file: Pick<OpenInboxFile, 'id'>): void;
}

const FIRST_MS = 60_000;
const MOST_MS = 15 * 60_000;

/**
 * Due at once for a file that this process has not seen before, because the process that created its run may have ended
 * before it queued the run. Then after a minute, with a growing interval. Queuing a run twice is harmless. `elapsed` is
 * monotonic time in ms.
 */
export function createRequeue(elapsed: () => number): Requeue {
  const next = new Map<string, { at: number; pause: number }>();
  return {
    due({ id, waiting_runs }) {
      const planned = next.get(id);
      if (waiting_runs.length === 0 || (planned && elapsed() < planned.at)) return [];
      const pause = planned ? Math.min(planned.pause * 2, MOST_MS) : FIRST_MS;
      next.set(id, { at: elapsed() + pause, pause });
      return waiting_runs.map(String);
    },
    forget({ id }) {
      next.delete(id);
    },
  };
}
