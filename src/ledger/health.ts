import type { Clock } from '../platform/clock.ts';
import type { Ledger } from './ledger.ts';
import { type MigrationState, migrationState } from './migrations/migrate.ts';

/** The state of the database, for `payrun doctor` and the health check. */
export interface LedgerHealth {
  readonly kind: Ledger['kind'];
  /** Version of the Postgres server: "15.20". */
  readonly version: string;
  /** The shortest of three round trips of a query, in ms: what the network takes, not a busy moment. */
  readonly latencyMs: number;
  readonly schema: MigrationState;
  /** Size of the database in bytes. */
  readonly size: bigint;
}

/** Throws `database_unreachable`. */
export async function ledgerHealth({ db, kind }: Ledger, clock: Pick<Clock, 'now'>): Promise<LedgerHealth> {
  const { rows } = await db.query<{ version: string; size: bigint }>(
    `select split_part(current_setting('server_version'), ' ', 1) as version, pg_database_size(current_database()) as size`,
  );
  const trips: number[] = [];
  while (trips.length < 3) {
    const start = clock.now();
    await db.query('select 1');
    trips.push(clock.now() - start);
  }
  return { kind, latencyMs: Math.min(...trips), schema: await migrationState(db), ...rows[0]! };
}
