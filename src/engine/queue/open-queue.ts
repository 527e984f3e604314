import { PgBoss, type QueueOptions, type QueuePolicy } from 'pg-boss';
import { DATABASE_TROUBLES, isError } from '../../errors.ts';
import { QUEUE_SCHEMA, queueConnection } from '../../ledger/db/queue-connection.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { AppContext } from '../context/app-context.ts';

/** The name of the queue: one for all tasks, in strict order for each key. */
export const QUEUE = 'tasks';

const POLICY: QueuePolicy = 'key_strict_fifo';

const OPTIONS = {
  /** A worker that says nothing for so long has lost its task. */
  heartbeatSeconds: 30,
  /** Whatever it says: no task takes longer. The library's limit is 24 h. */
  expireInSeconds: 23 * 3_600,
  /** Only the end of a worker spends it: what fails in the domain stands on the run, and the task is done. */
  retryLimit: 50,
  retryDelay: 0,
  deleteAfterSeconds: 86_400,
} as const satisfies QueueOptions;

/** Seconds between two looks for tasks whose worker is gone: such a task is somebody else's after 27 s, at worst 52 s. */
const LOOK_SECONDS = 10;

export interface QueueTimes {
  /** At least 10, the library's limit. */
  readonly heartbeatSeconds?: number | undefined;
  readonly lookSeconds?: number | undefined;
}

const opened = new WeakMap<Ledger, Promise<PgBoss>>();

/** The queue on the ledger's database, made where there is none. Keeps no timer. Throws `database_unreachable`. */
export function openQueue({ ledger, log }: Pick<AppContext, 'ledger' | 'log'>): Promise<PgBoss> {
  const known = opened.get(ledger);
  if (known) return known;
  const opening = (async () => {
    const boss = bossOn({ ledger, log }, {});
    // Makes the tables or brings them up to date, and leaves; what follows needs no more than the connection.
    await boss.start();
    await boss.stop({ graceful: false, close: false });
    if (!(await boss.getQueue(QUEUE))) await boss.createQueue(QUEUE, { policy: POLICY, ...OPTIONS });
    return boss;
  })();
  opened.set(ledger, opening);
  opening.catch(() => opened.delete(ledger));
  return opening;
}

/** The queue with somebody who looks after it: takes tasks back from workers that are gone, and clears away old ones. */
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
    // The workers say that the database is away; once is enough.
    const { code } = error as { code?: unknown };
    if (!isError(error, ...DATABASE_TROUBLES)) log.warn({ code, detail: error.message }, 'the queue reports an error');
  });
  boss.on('warning', ({ message }) => log.info({ detail: message }, 'the queue warns'));
  return boss;
}
