import type { Db } from '../db/db.ts';

/**
 * Result of the search for a batch that may appear in the payout service later; `begun`: a user sent it from outside
 * Payrun.
 */
export type OrphanBatchEnd = 'absent' | 'deleted' | 'begun' | 'not_ours';

/** A batch that was voided or created again while its existence was unconfirmed. */
export interface OrphanBatch {
  readonly id: string;
  readonly run: bigint;
  readonly merchant: string;
  readonly tag: string;
  /** Remote id of the batch that is paid; a second copy may exist; null if it was voided. */
  readonly currentId: string | null;
  /** Number of searches so far. */
  readonly looks: number;
}

/** Schedules a search for the batch from `lookAt` on, also if an earlier search has ended. */
export async function recordOrphanBatch(db: Db, batch: string, lookAt: Date): Promise<void> {
  await db.query(
    `insert into payrun.lost_batch (batch_id, look_at) values ($1, $2)
     on conflict (batch_id) do update set looks = 0, look_at = excluded.look_at, ended = null`,
    [batch, lookAt],
  );
}

/**
 * Schedules a search for a second copy of each batch that the payout service lists under an id that the ledger does not
 * have, for example because a proxy sent its creation twice. Not again for a copy that was found and left there.
 */
export async function recordCopies(
  db: Db,
  merchant: string,
  listed: readonly { readonly id: string; readonly tag: string }[],
  lookAt: Date,
): Promise<void> {
  await db.query(
    `insert into payrun.lost_batch (batch_id, look_at)
     select distinct b.id, $4::timestamptz from unnest($2::text[], $3::text[]) l(id, tag)
       join payrun.batch b on b.merchant_id = $1 and b.tag = l.tag and b.remote_id <> l.id
     on conflict (batch_id) do update set looks = 0, look_at = excluded.look_at, ended = null
       where payrun.lost_batch.ended in ('absent', 'deleted')`,
    [merchant, listed.map(({ id }) => id), listed.map(({ tag }) => tag), lookAt],
  );
}

const LATE = `select b.id, b.run_id as run, b.merchant_id as merchant, b.tag, l.looks,
    case when b.state <> 'void' then b.remote_id end as "currentId" from payrun.lost_batch l
  join payrun.batch b on b.id = l.batch_id and (b.state = 'void' and b.start_attempted_at is null or b.state <> 'void' and b.remote_id is not null)
  where l.ended is null`;

/** Batches to search for now, oldest first. */
export async function dueOrphanBatches(db: Db, now: Date): Promise<readonly OrphanBatch[]> {
  return (await db.query<OrphanBatch>(`${LATE} and l.look_at <= $1 order by l.look_at, b.id`, [now])).rows;
}

/** Batches of a run that were created again: a second copy of each may exist in the payout service. */
export async function createdAgain(db: Db, run: bigint): Promise<readonly OrphanBatch[]> {
  return (await db.query<OrphanBatch>(`${LATE} and b.run_id = $1 and b.state <> 'void' order by b.id`, [run])).rows;
}

/** Records a search. `next`: the time of the next search, or the result that ends it. */
export async function recordLook(db: Db, batch: string, next: Date | OrphanBatchEnd): Promise<void> {
  const [lookAt, ended] = next instanceof Date ? [next, null] : [null, next];
  await db.query(
    `update payrun.lost_batch set looks = looks + 1, look_at = coalesce($2, look_at), ended = $3 where batch_id = $1`,
    [batch, lookAt, ended],
  );
}

/** Do all these ids belong to payments of this run? */
export async function belongToRun(db: Db, run: bigint, ids: readonly string[]): Promise<boolean> {
  const wanted = [...new Set(ids)];
  const { rows } = await db.query<{ n: number }>(
    'select count(*)::int as n from payrun.payment where run_id = $1 and id = any($2::uuid[])',
    [run, wanted],
  );
  return rows[0]!.n === wanted.length;
}
