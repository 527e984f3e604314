import { systemClock } from '../platform/clock.ts';
import { createLog } from '../platform/log.ts';
import { type Db, poolDb } from './db/db.ts';
import { hasLedger } from './embedded/has-ledger.ts';
import { poolOf } from './open-ledger.ts';

interface LedgerPlace {
  readonly databaseUrl?: string | undefined;
  /** Absolute path. */
  readonly home: string;
}

/**
 * Calls `work` with the ledger's database, or with null if there is no ledger yet: none is created, and an older
 * schema is not migrated. `table` is one that `work` reads; an older ledger may not have it. Throws what opening the
 * database throws.
 */
export async function withExistingLedger<T>(
  place: LedgerPlace,
  table: string,
  work: (db: Db | null) => Promise<T>,
): Promise<T> {
  if (!hasLedger(place)) return work(null);
  const options = { ...place, log: createLog('silent'), clock: systemClock };
  const source = await poolOf(options);
  try {
    const db = poolDb(source.connect);
    const { rows } = await db.query<{ made: boolean }>('select to_regclass($1) is not null as made', [table]);
    return await work(rows[0]!.made ? db : null);
  } finally {
    await source.close();
  }
}
