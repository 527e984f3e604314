import type { Ledger } from '../../src/ledger/ledger.ts';

/** Sends a statement past every trigger and foreign key, for a state that takes long to reach. */
export function pastRules<R = Record<string, unknown>>(
  ledger: Ledger,
  sql: string,
  params: readonly unknown[] = [],
): Promise<{ readonly rows: readonly R[] }> {
  return ledger.tx(async (db) => {
    await db.query('set local session_replication_role = replica');
    return db.query<R>(sql, params);
  });
}
