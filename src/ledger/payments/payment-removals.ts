import type { Db } from '../db/db.ts';

/** Fails payments that cannot be paid as they are, in the transaction that plans their batches. */
export async function failPlanned(db: Db, ids: readonly string[], code: string, reason: string): Promise<void> {
  await db.query(
    `update payrun.payment set state = 'failed', batch_id = null, reason_code = $2, reason = $3, final_at = now()
     where id = any($1::uuid[]) and state = 'batched'`,
    [ids, code, reason],
  );
}

/**
 * Removes payments from a batch that has not started, and ends them in this state. If its start was attempted, the
 * caller must know from the service that they are no longer in the batch.
 */
export async function ejectPayments(
  db: Db,
  batch: string,
  ids: readonly string[],
  { code, reason, state }: RemovalReason & { readonly state: 'failed' | 'canceled' | 'held' },
): Promise<void> {
  await db.query(
    `update payrun.payment p set state = $5, reason_code = $3, reason = $4, batch_id = null,
       final_at = case when $5 <> 'held' then now() end
     from payrun.batch b
     where p.batch_id = $1 and p.id = any($2) and p.state = 'batched' and b.id = $1 and b.started_at is null`,
    [batch, ids, code, reason, state],
  );
  // Their recipients are read and matched again when they are released.
  await db.query(`update payrun.payment set recipient_id = null where id = any($1::uuid[]) and state = 'held'`, [ids]);
}

/**
 * Records on payments why they are about to be removed from their batch at the payout service, so that after a crash a
 * missing one is explained.
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

/** Why a payment is about to be removed from its batch. */
export interface RemovalReason {
  readonly code: string;
  readonly reason: string;
}

/** The payments of a batch with such a record, by id. */
export async function intendedRemovals(db: Db, batch: string): Promise<ReadonlyMap<string, RemovalReason>> {
  const { rows } = await db.query<RemovalReason & { id: string }>(
    `select id, reason_code as code, reason from payrun.payment
     where batch_id = $1 and state = 'batched' and reason_code is not null and reason is not null`,
    [batch],
  );
  return new Map(rows.map(({ id, code, reason }) => [id, { code, reason }]));
}
