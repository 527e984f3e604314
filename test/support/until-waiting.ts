import { setTimeout } from 'node:timers/promises';
import type { Db } from '../../src/ledger/db/db.ts';

/** Until this many connections to the database wait for a lock, on PostgreSQL. */
export async function untilWaiting(db: Db, connections = 1): Promise<void> {
  const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  while ((await db.query(waiting)).rows.length < connections) await setTimeout(10);
}
