import { PayrunError } from '../../errors.ts';
import type { Db } from '../db/db.ts';

/**
 * Throws `purged_rows` if the rows of the run were purged. Call it in the transaction that creates a rerun, which keeps
 * a purge from running meanwhile.
 */
export async function refusePurgedRows(db: Db, run: bigint): Promise<void> {
  const { rows } = await db.query<{ purged_at: Date | null }>(
    'select payloads_purged_at as purged_at from payrun.run where id = $1',
    [run],
  );
  const at = rows[0]?.purged_at;
  if (at) throw new PayrunError('purged_rows', { run: String(run), day: getPurgeDay(at) });
}

/** `2026-11-21`, in UTC. */
export function getPurgeDay(at: Date): string {
  return at.toISOString().slice(0, 10);
}
