import { type KeyLine, queueLines } from '../../ledger/operations/queue-tasks.ts';
import type { AppContext } from '../context/app-context.ts';
import { QUEUE } from './open-queue.ts';

/** The tasks of a merchant, of a sheet that is not ingested yet, or of a job. */
export interface QueueKey extends KeyLine {
  readonly kind: 'merchant' | 'sheet' | 'job';
  /** The merchant, the run that ingests the sheet, or the job. */
  readonly name: string;
}

export interface QueueState {
  /** Tasks and due runs that can start, and wait for a worker or for an earlier task of the same key. */
  readonly depth: number;
  /** Runs that are looked at later: payments are processing, funds are missing, or the service is out of reach. */
  readonly deferred: number;
  readonly active: number;
  /**
   * Failed tasks. Each blocks its merchant until a user continues it with `payrun resume RUN`; the queue continues
   * within a minute.
   */
  readonly failed: number;
  /** Since when the oldest task waits; null if none does. */
  readonly oldestWaiting: Date | null;
  readonly keys: readonly QueueKey[];
}

/**
 * The current content of the queue, for `payrun doctor`, metrics and pages. All zero if the queue was never used.
 * Throws `database_unreachable`.
 */
export async function queueState({ ledger }: Pick<AppContext, 'ledger'>): Promise<QueueState> {
  const keys = (await queueLines(ledger.db, QUEUE)).map((line): QueueKey => {
    const colon = line.key.indexOf(':');
    return { ...line, kind: line.key.slice(0, colon) as QueueKey['kind'], name: line.key.slice(colon + 1) };
  });
  const sum = (of: 'waiting' | 'deferred' | 'active' | 'failed') => keys.reduce((total, key) => total + key[of], 0);
  const oldestTimes = keys.flatMap((key) => key.oldest ?? []);
  return {
    depth: sum('waiting'),
    deferred: sum('deferred'),
    active: sum('active'),
    failed: sum('failed'),
    oldestWaiting: oldestTimes.length > 0 ? new Date(Math.min(...oldestTimes.map(Number))) : null,
    keys,
  };
}
