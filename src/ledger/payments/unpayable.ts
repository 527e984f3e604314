import type { Db } from '../db/db.ts';

/** Ready payments that can never be paid as they are. */
export async function failReady(db: Db, ids: readonly string[], code: string, reason: string): Promise<void> {
  await db.query(
    `update payrun.payment set state = 'failed', reason_code = $2, reason = $3, final_at = now()
     where id = any($1::uuid[]) and state = 'ready'`,
    [ids, code, reason],
  );
}

/**
 * Takes payments that the service refused out of a batch that has not begun. Where its start was attempted, the caller knows
 * from the service that they are not in it any more.
 */
export async function ejectPayments(
  db: Db,
  batch: string,
  ids: readonly string[],
  code: string,
  reason: string,
): Promise<void> {
  await db.query(
    `update payrun.payment p set state = 'failed', reason_code = $3, reason = $4, final_at = now(), batch_id = null
     from payrun.batch b
     where p.batch_id = $1 and p.id = any($2) and p.state = 'batched' and b.id = $1 and b.started_at is null`,
    [batch, ids, code, reason],
  );
}

/**
 * Notes on payments of a batch why they are about to be taken out of it at the service. One that is gone there after a crash is known
 * by it.
 */
export async function intendRemoval(
  db: Db,
  batch: string,
  ids: readonly string[],
  code: string,
  reason: string,
): Promise<void> {
  await db.query(
    `update payrun.payment set reason_code = $3, reason = $4 where batch_id = $1 and id = any($2::uuid[]) and state = 'batched'`,
    [batch, ids, code, reason],
  );
}

/** Why a payment is about to be taken out of its batch. */
export interface RemovalReason {
  readonly code: string;
  readonly reason: string;
}

/** The payments of a batch with such a note, by id. */
export async function intendedRemovals(db: Db, batch: string): Promise<ReadonlyMap<string, RemovalReason>> {
  const { rows } = await db.query<RemovalReason & { id: string }>(
    `select id, reason_code as code, reason from payrun.payment
     where batch_id = $1 and state = 'batched' and reason_code is not null and reason is not null`,
    [batch],
  );
  return new Map(rows.map(({ id, code, reason }) => [id, { code, reason }]));
}
