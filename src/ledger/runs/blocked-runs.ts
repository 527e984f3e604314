import type { Db } from '../db/db.ts';

/**
 * Blocks a run, with the reason, until an admin resolves unknown batches; null unblocks it. False if nothing changed.
 */
export async function recordBlocked(db: Db, run: bigint, why: string | null): Promise<boolean> {
  const { rowCount } = await db.query(
    'update payrun.run set blocked = $2 where id = $1 and blocked is distinct from $2',
    [run, why],
  );
  return rowCount > 0;
}

/** Records why an attempt of a submitted run was refused; null once one was not. */
export async function recordRefused(db: Db, run: bigint, why: string | null): Promise<void> {
  await db.query(
    'update payrun.run set refused = $2 where id = $1 and confirmed_at is not null and refused is distinct from $2',
    [run, why],
  );
}

/** Unblocks the runs of these merchants and returns them. */
export async function unblockRuns(db: Db, merchants: readonly string[]): Promise<readonly bigint[]> {
  const { rows } = await db.query<{ id: bigint }>(
    `update payrun.run set blocked = null, refused = null
     where merchant_id = any($1) and blocked is not null returning id`,
    [merchants],
  );
  return rows.map(({ id }) => id);
}

/** Unfinished blocked runs, by id. */
export async function blockedRuns(db: Db): Promise<readonly { readonly id: bigint; readonly merchant: string }[]> {
  const { rows } = await db.query<{ id: bigint; merchant: string }>(
    'select id, merchant_id as merchant from payrun.run where blocked is not null and finished_at is null order by id',
  );
  return rows;
}
