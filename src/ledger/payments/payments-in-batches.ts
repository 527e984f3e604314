import type { Db } from '../db/db.ts';
import { countForPlanner } from '../db/planner-statistics.ts';
import { READY_WITH_RECIPIENT } from './payment.ts';

/**
 * SQL for the country of recipient `r`'s account. Null if the reported country is of an earlier account or is no
 * country code.
 */
const COUNTRY = `case when r.account_country_of = r.account_remote_id and r.account_country ~ '^[A-Z]{2}$' then r.account_country end`;

/** A planned batch: which part of the ready payments of its currency it gets, the first being 0. */
interface Part {
  readonly id: string;
  readonly currency: string;
  readonly part: number;
}

/** Puts the ready payments of a run into planned batches, `limit` each, in the order of the sheet. */
export async function putInBatches(db: Db, run: bigint, limit: number, parts: readonly Part[]): Promise<void> {
  const { rowCount } = await db.query(
    `with ready as materialized (
       select id, recipient_id, currency, ((row_number() over (partition by currency order by row) - 1) / $2)::int as part
       from (${READY_WITH_RECIPIENT}) ready)
     update payrun.payment p set state = 'batched', batch_id = b.id, recipient_id = r.id, reason_code = null, reason = null,
       paid_recipient_remote_id = r.remote_id, paid_account_remote_id = r.account_remote_id, paid_account_fp = r.account_fp,
       paid_account_country = ${COUNTRY}
     from ready join unnest($3::uuid[], $4::text[], $5::int[]) as b(id, currency, part) using (currency, part)
       join payrun.recipient r on r.id = ready.recipient_id
     where p.id = ready.id`,
    [run, limit, parts.map(({ id }) => id), parts.map(({ currency }) => currency), parts.map(({ part }) => part)],
  );
  await countForPlanner(db, rowCount);
}

/** Moves payments of a batch to another: those after the first `after` in the order of the sheet, without `except`. */
export async function moveToBatch(
  db: Db,
  {
    from,
    to,
    after,
    except,
  }: { readonly from: string; readonly to: string; readonly after: number; readonly except: readonly string[] },
): Promise<void> {
  await db.query(
    `update payrun.payment set batch_id = $2 where id in (
       select id from payrun.payment where batch_id = $1 and id <> all($4::uuid[]) order by row offset $3)`,
    [from, to, after, except],
  );
}

/** Makes the payments of a batch ready for another one. */
export async function freeFromBatch(db: Db, batch: string): Promise<void> {
  await db.query(
    `update payrun.payment set state = 'ready', batch_id = null, reason_code = null, reason = null where batch_id = $1 and state = 'batched'`,
    [batch],
  );
}

/** Fails payments that cannot be paid unchanged, in the transaction that plans their batches. */
export async function failPlanned(db: Db, ids: readonly string[], code: string, reason: string): Promise<void> {
  await db.query(
    `update payrun.payment set state = 'failed', batch_id = null, reason_code = $2, reason = $3, final_at = now()
     where id = any($1::uuid[]) and state = 'batched'`,
    [ids, code, reason],
  );
}

/**
 * Removes payments from a batch that has not started, and ends them in this state. If its start was attempted, the
 * caller must know from the service that they have left the batch.
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
 * Records on payments why they are about to be removed from their remote batch, so that after a crash a missing one is
 * explained.
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

/** The reason for removing a payment from its batch. */
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
