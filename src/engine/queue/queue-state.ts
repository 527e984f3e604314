import { type KeyLine, queueLines } from '../../ledger/operations/queue-tasks.ts';
import type { AppContext } from '../context/app-context.ts';
import { QUEUE } from './open-queue.ts';

/** The tasks of a merchant, of a sheet that is not in yet, or of a job. */
export interface QueueKey extends KeyLine {
  readonly kind: 'merchant' | 'sheet' | 'job';
  /** The merchant, the run that takes the sheet in, or the job. */
  readonly name: string;
}

export interface QueueState {
  /** Tasks that may begin, and wait for a worker or for an earlier task of their merchant. */
  readonly depth: number;
  /** Tasks that are to begin later: payments on their way are asked about again, a service out of reach is tried again. */
  readonly deferred: number;
  readonly active: number;
  /** Each holds up its merchant until a person has carried it on with `payrun resume RUN`; a minute later the queue goes on. */
  readonly failed: number;
  /** Since when the oldest waits; null where nothing does. */
  readonly oldestWaiting: Date | null;
  readonly keys: readonly QueueKey[];
}

/** What is in the queue now, for doctor, metrics and pages. All zero where it was never used. Throws `database_unreachable`. */
export async function queueState({ ledger }: Pick<AppContext, 'ledger'>): Promise<QueueState> {
  const keys = (await queueLines(ledger.db, QUEUE)).map((line): QueueKey => {
    const colon = line.key.indexOf(':');
    return { ...line, kind: line.key.slice(0, colon) as QueueKey['kind'], name: line.key.slice(colon + 1) };
  });
  const sum = (of: 'waiting' | 'deferred' | 'active' | 'failed') => keys.reduce((total, key) => total + key[of], 0);
  const oldest = keys.flatMap((key) => key.oldest ?? []);
  return {
    depth: sum('waiting'),
    deferred: sum('deferred'),
    active: sum('active'),
    failed: sum('failed'),
    oldestWaiting: oldest.length > 0 ? new Date(Math.min(...oldest.map(Number))) : null,
    keys,
  };
}
