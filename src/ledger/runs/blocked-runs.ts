import type { Db } from '../db/db.ts';

/** Notes why nothing of a run is created at the service before a person has decided; null once that is over. False where it was so before. */
export async function recordBlocked(db: Db, run: bigint, why: string | null): Promise<boolean> {
  const { rowCount } = await db.query(
    'update payrun.run set blocked = $2 where id = $1 and blocked is distinct from $2',
    [run, why],
  );
  return rowCount > 0;
}

/** Runs of these merchants that are not blocked any more. */
export async function unblockRuns(db: Db, merchants: readonly string[]): Promise<readonly bigint[]> {
  const { rows } = await db.query<{ id: bigint }>(
    `update payrun.run set blocked = null where merchant_id = any($1) and blocked is not null returning id`,
    [merchants],
  );
  return rows.map(({ id }) => id);
}

/** A run of which nothing is paid before a person has decided about batches that the ledger does not know. */
export interface BlockedRun {
  readonly id: bigint;
  readonly merchant: string;
}

/** By run. */
export async function blockedRuns(db: Db): Promise<readonly BlockedRun[]> {
  return (
    await db.query<BlockedRun>(
      `select id, merchant_id as merchant from payrun.run where blocked is not null and state <> 'done' order by id`,
    )
  ).rows;
}
