import { PgBoss, type QueueOptions, type QueuePolicy } from 'pg-boss';
import { DATABASE_ERRORS, isError } from '../../errors.ts';
import { QUEUE_SCHEMA, queueConnection } from '../../ledger/db/queue-connection.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { AppContext } from '../context/app-context.ts';
import { RUN_LEASE_MS } from '../leases/run-lease.ts';

/** The name of the queue: one for all tasks, in strict order for each key. */
export const QUEUE = 'tasks';

const POLICY: QueuePolicy = 'key_strict_fifo';

const OPTIONS = {
  /** A worker without a heartbeat for this long loses its task. */
  heartbeatSeconds: RUN_LEASE_MS / 1_000,
  /** No task takes longer, even with heartbeats. The library's limit is 24 h. */
  expireInSeconds: 23 * 3_600,
  /**
   * Only the end of a worker uses up a retry: an error of the domain is recorded with the run, and the task is done.
   */
  retryLimit: 50,
  retryDelay: 0,
  deleteAfterSeconds: 86_400,
} as const satisfies QueueOptions;

/** Seconds between two checks for tasks whose worker is gone. */
const LOOK_SECONDS = 5;
/**
 * Seconds, at worst, until another worker has the task of a worker that is gone: a check may come a moment too early,
 * and workers look for tasks each second.
 */
export const TAKEOVER_SECONDS = OPTIONS.heartbeatSeconds + 2 * LOOK_SECONDS + 1;

export interface QueueTimes {
  /** At least 10, the library's limit. */
  readonly heartbeatSeconds?: number | undefined;
  readonly lookSeconds?: number | undefined;
}

const opened = new WeakMap<Ledger, Promise<PgBoss>>();

/**
 * Opens the queue in the ledger's database, and creates it if needed. Keeps no timers. Throws `database_unreachable`.
 */
export function openQueue({ ledger, log }: Pick<AppContext, 'ledger' | 'log'>): Promise<PgBoss> {
  const known = opened.get(ledger);
  if (known) return known;
  const opening = (async () => {
    const boss = bossOn({ ledger, log }, {});
    // Creates or migrates the tables, then stops: sending needs only the connection.
    await boss.start();
    await boss.stop({ graceful: false, close: false });
    if (!(await boss.getQueue(QUEUE))) await boss.createQueue(QUEUE, { policy: POLICY, ...OPTIONS });
    return boss;
  })();
  opened.set(ledger, opening);
  opening.catch(() => opened.delete(ledger));
  return opening;
}

/**
 * Opens the queue with supervision: tasks of workers that are gone are returned to the queue, and old ones are deleted.
 */
export async function superviseQueue(
  appContext: Pick<AppContext, 'ledger' | 'log'>,
  { heartbeatSeconds = OPTIONS.heartbeatSeconds, lookSeconds = LOOK_SECONDS }: QueueTimes,
): Promise<PgBoss> {
  const queue = await openQueue(appContext);
  const wanted = { ...OPTIONS, heartbeatSeconds };
  const { policy: _, ...found } = { ...(await queue.getQueue(QUEUE)) };
  if (Object.entries(wanted).some(([name, value]) => found[name as keyof typeof wanted] !== value))
    await queue.updateQueue(QUEUE, wanted);
  const boss = bossOn(appContext, {
    supervise: true,
    superviseIntervalSeconds: lookSeconds,
    monitorIntervalSeconds: lookSeconds,
  });
  await boss.start();
  return boss;
}

function bossOn(
  { ledger, log }: Pick<AppContext, 'ledger' | 'log'>,
  options: Partial<ConstructorParameters<typeof PgBoss>[0] & object>,
): PgBoss {
  const boss = new PgBoss({
    db: queueConnection(ledger.db),
    schema: QUEUE_SCHEMA,
    backend: ledger.kind === 'embedded' ? 'pglite' : 'postgres',
    schedule: false,
    supervise: false,
    ...options,
  });
  boss.on('error', (error) => {
    // The workers already log that the database cannot be reached.
    const { code } = error as { code?: unknown };
    if (!isError(error, ...DATABASE_ERRORS)) log.warn({ code, detail: error.message }, 'the queue reported an error');
  });
  boss.on('warning', ({ message }) => log.info({ detail: message }, 'the queue reported a warning'));
  return boss;
}
