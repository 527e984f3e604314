import type { OpenInboxFile } from '../../ledger/operations/inbox-file.ts';

/** Says which runs are to be left to the workers again, because nobody works on them. */
export interface Requeue {
  due(file: Pick<OpenInboxFile, 'id' | 'waiting_runs'>): readonly string[];
  forget(file: Pick<OpenInboxFile, 'id'>): void;
}

const FIRST_MS = 60_000;
const MOST_MS = 15 * 60_000;

/**
 * At once for a file that this process has not seen before: the one that made its run may have ended before it told the workers. Then
 * after a minute, and ever more seldom. Telling them twice is harmless. `elapsed`: ms that never jump.
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
