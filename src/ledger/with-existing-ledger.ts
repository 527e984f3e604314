import { systemClock } from '../platform/clock.ts';
import type { Db } from './db/db.ts';
import { hasLedger } from './embedded/has-ledger.ts';

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
  // Not loaded by a check without a ledger, which they would make a third slower.
  const [{ createLog }, { poolDb }, { poolOf }] = await Promise.all([
    import('../platform/log.ts'),
    import('./db/db.ts'),
    import('./open-ledger.ts'),
  ]);
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
