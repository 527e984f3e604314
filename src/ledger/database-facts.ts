import type { Db } from './db.ts';

export interface DatabaseFacts {
  /** "15.20". */
  readonly version: string;
  /** Number of the last migration that was applied. */
  readonly migration: number;
  /** Of one round trip, in ms: the shortest of three. */
  readonly latencyMs: number;
}

/** What an operator asks about a database. `now` in ms. */
export async function databaseFacts(db: Db, now: () => number): Promise<DatabaseFacts> {
  const times: number[] = [];
  for (let trip = 0; trip < 3; trip++) {
    const before = now();
    await db.query('select 1');
    times.push(now() - before);
  }
  const { rows } = await db.query<{ version: string; migration: number }>(
    `select split_part(current_setting('server_version'), ' ', 1) as version, max(version) as migration from payrun.migration`,
  );
  return { ...rows[0]!, latencyMs: Math.min(...times) };
}
