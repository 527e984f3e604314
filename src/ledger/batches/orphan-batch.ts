import type { Db } from '../db/db.ts';

/** How the search for a batch that may be at the service later has ended; `begun`: somebody has sent it there. */
export type OrphanBatchEnd = 'absent' | 'deleted' | 'begun' | 'not_ours';

/** A batch that was taken back, or created again, while nobody knew whether the service had it. */
export interface LateBatch {
  readonly id: string;
  readonly run: bigint;
  readonly merchant: string;
  readonly tag: string;
  /** The service's id of the one that is paid, of which a second one may be there; null where it was taken back. */
  readonly kept: string | null;
  /** How often it was looked for already. */
  readonly looks: number;
}

/** Notes that a batch is to be looked for at the service from then on. */
export async function recordOrphanBatch(db: Db, batch: string, lookAt: Date): Promise<void> {
  await db.query(
    'insert into payrun.late_batch (batch_id, look_at) values ($1, $2) on conflict (batch_id) do nothing',
    [batch, lookAt],
  );
}

const LATE = `select b.id, b.run_id as run, b.merchant_id as merchant, b.tag, l.looks,
    case when b.state <> 'void' then b.remote_id end as kept from payrun.late_batch l
  join payrun.batch b on b.id = l.batch_id and (b.state = 'void' and b.start_attempted_at is null or b.state <> 'void' and b.remote_id is not null)
  where l.ended is null`;

/** Those that are to be looked for now, oldest first. */
export async function dueOrphanBatches(db: Db, now: Date): Promise<readonly LateBatch[]> {
  return (await db.query<LateBatch>(`${LATE} and l.look_at <= $1 order by l.look_at, b.id`, [now])).rows;
}

/** Batches of a run that were created again: a second one of each may be at the service. */
export async function createdAgain(db: Db, run: bigint): Promise<readonly LateBatch[]> {
  return (await db.query<LateBatch>(`${LATE} and b.run_id = $1 and b.state <> 'void' order by b.id`, [run])).rows;
}

/** It was looked for once more; `next` is when it is again, or how the search ended. */
export async function recordLook(db: Db, batch: string, next: Date | OrphanBatchEnd): Promise<void> {
  const [lookAt, ended] = next instanceof Date ? [next, null] : [null, next];
  await db.query(
    `update payrun.late_batch set looks = looks + 1, look_at = coalesce($2, look_at), ended = $3 where batch_id = $1`,
    [batch, lookAt, ended],
  );
}

/** Whether every one of these ids is of a payment that came in with this run. */
export async function areOfRun(db: Db, run: bigint, ids: readonly string[]): Promise<boolean> {
  const wanted = [...new Set(ids)];
  const { rows } = await db.query<{ n: number }>(
    'select count(*)::int as n from payrun.payment where run_id = $1 and id = any($2::uuid[])',
    [run, wanted],
  );
  return rows[0]!.n === wanted.length;
}
