import { isError } from '../errors.ts';
import type { Feature } from '../http/feature.ts';
import type { Db } from '../ledger/db/db.ts';
import { type Migration, migrationState, readMigrations } from '../ledger/migrations/migrate.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';

/** The reason that this process cannot work now. Contains nothing secret. */
export type NotReady =
  | 'starting'
  | 'stopping'
  | 'workers_down'
  | 'part_down'
  | 'inbox_unwritable'
  | 'database_unreachable'
  | 'database_slow'
  | 'disk_full'
  | 'database_not_migrated'
  | 'database_newer'
  | 'database_damaged';

const WORDS: Readonly<Record<NotReady, string>> = {
  starting: 'Payrun is starting. Wait a moment.',
  stopping: 'Payrun is stopping.',
  workers_down: 'The workers have stopped. Restart Payrun.',
  part_down: 'A component is not running. The log shows which one and why. Payrun tries to start it every 15 seconds.',
  inbox_unwritable: 'The inbox folder is missing or not writable. Mount it, or give this user write permission.',
  database_unreachable: 'The database does not respond. Start it, or fix the connection.',
  database_slow: `The database did not respond within 3 seconds.`,
  disk_full: 'The database disk is full. Free up space, and Payrun continues automatically. Nothing is lost.',
  database_not_migrated: 'The database tables are older than this version of Payrun. Migrate them.',
  database_newer: 'The database tables belong to a newer version of Payrun. Install that version.',
  database_damaged: 'The database tables were changed by something other than Payrun. Restore a backup.',
};

export interface HealthOptions {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  /** The reason that this process itself is not ready, apart from the database; null if it is. */
  readonly notReady: () => Promise<NotReady | null>;
}

/** A database that does not answer within this time (ms) is treated as unreachable. */
const SLOW_MS = 3_000;
/** Anyone may call `/readyz`, so the database is queried at most once per this time (ms). */
const CACHE_MS = 1_000;

/**
 * `GET /healthz`: 200 as long as this process answers, for process supervisors. `GET /readyz`: 200 if the process can
 * work, otherwise 503 with a reason, for load balancers and monitoring.
 */
export function health({ db, clock, log, notReady }: HealthOptions): Feature {
  // Read once at the start: a new version of Payrun may be installed while this process runs.
  const migrations = readMigrations();
  let asked: { readonly at: number; readonly answer: Promise<NotReady | null> } | null = null;
  const database = () => {
    if (!asked || clock.now() - asked.at >= CACHE_MS || clock.now() < asked.at)
      asked = { at: clock.now(), answer: askDatabase(db, migrations, clock, log) };
    return asked.answer;
  };
  return (app) => {
    app.get('/healthz', (context) => context.json({ ok: true }, 200, NOT_KEPT));
    app.get('/readyz', async (context) => {
      const reason = (await notReady()) ?? (await database());
      return reason === null
        ? context.json({ ok: true }, 200, NOT_KEPT)
        : context.json({ ok: false, reason, message: WORDS[reason] }, 503, NOT_KEPT);
    });
  };
}

const NOT_KEPT = { 'Cache-Control': 'no-store' };

async function askDatabase(db: Db, migrations: readonly Migration[], clock: Clock, log: Log): Promise<NotReady | null> {
  const done = new AbortController();
  const late = clock.sleep(SLOW_MS, done.signal).then(
    () => 'database_slow' as const,
    () => null,
  );
  const answer = migrationState(db, migrations).then(
    ({ found, known }) => (found === known ? null : ('database_not_migrated' as const)),
    (error: unknown) => {
      log.warn({ code: (error as { code?: unknown }).code }, 'the database is not ready');
      if (isError(error, 'database_newer')) return 'database_newer' as const;
      if (isError(error, 'disk_full')) return 'disk_full' as const;
      return isError(error, 'migration_changed') ? ('database_damaged' as const) : ('database_unreachable' as const);
    },
  );
  try {
    return await Promise.race([answer, late]);
  } finally {
    done.abort();
  }
}
