import type { FixedSide } from '../../model.ts';
import type { BatchState, PaymentState } from '../../states.ts';
import type { Db } from '../db/db.ts';

/** `new`: not processed yet. `ignored`: concerns nothing in the ledger. `refused`: contradicts the ledger. */
export type DeliveryState = 'new' | 'worked' | 'ignored' | 'refused';

export interface NewDelivery {
  readonly merchant: string;
  readonly deliveryId: string;
  readonly model: string;
  readonly action: string;
  /** The ledger's id of its payment; null if it concerns none. */
  readonly paymentId: string | null;
  /** The payout service's id of its batch; null if it concerns none. */
  readonly batchRemoteId: string | null;
  readonly bodySealed: Buffer;
  /** SHA-256 of its signature: the same signature is the same delivery, whatever its id says. */
  readonly signatureHash?: Buffer;
  readonly state: 'new' | 'ignored';
  readonly note: string | null;
}

/** Stores new webhook deliveries in one statement and skips known ones. Returns how many were new. */
export async function saveDeliveries(db: Db, deliveries: readonly NewDelivery[]): Promise<number> {
  const column = <K extends keyof NewDelivery>(key: K) => deliveries.map((delivery) => delivery[key]);
  const { rowCount } = await db.query(
    `insert into payrun.webhook_delivery (merchant_id, delivery_id, model, action, payment_id, batch_remote_id, body_sealed, signature_hash, state, note)
     select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::uuid[], $6::text[], $7::bytea[], $8::bytea[], $9::text[], $10::text[])
     on conflict do nothing`,
    [
      column('merchant'),
      column('deliveryId'),
      column('model'),
      column('action'),
      column('paymentId'),
      column('batchRemoteId'),
      column('bodySealed'),
      deliveries.map(({ signatureHash }) => signatureHash ?? null),
      column('state'),
      column('note'),
    ],
  );
  return rowCount;
}

/** A delivery to process, with the ledger's data of its subject. */
export interface PendingDelivery {
  readonly id: bigint;
  readonly merchant_id: string;
  readonly delivery_id: string;
  readonly model: string;
  readonly action: string;
  readonly body_sealed: Buffer;
  readonly batch: string;
  readonly batch_remote_id: string | null;
  readonly batch_state: BatchState;
  readonly batch_currency: string;
  readonly batch_payments: number;
  /** This and the fields below are null if it concerns a batch. */
  readonly payment: string | null;
  readonly payment_state: PaymentState | null;
  readonly payment_reason: string | null;
  readonly row: number | null;
  readonly fixed: FixedSide | null;
  readonly currency: string | null;
  readonly minor: bigint | null;
  readonly recipient_remote_id: string | null;
}

/**
 * Batch states in which deliveries are processed. During a start, deliveries wait for its response. Unstarted states
 * are included because a user can send the batch at the payout service.
 */
const WORKABLE = `('open', 'quoted', 'approved', 'started', 'settled', 'awaiting_service_approval')`;

/** New deliveries about a run, in order of arrival. */
export async function pendingDeliveries(db: Db, run: bigint, limit: number): Promise<readonly PendingDelivery[]> {
  const batch = `b.id as batch, b.remote_id as batch_remote_id, b.state as batch_state, b.currency as batch_currency,
    b.payments as batch_payments`;
  const { rows } = await db.query<PendingDelivery>(
    `select * from (
       select d.id, d.merchant_id, d.delivery_id, d.model, d.action, d.body_sealed, ${batch}, p.id as payment, p.state as payment_state, p.reason_code as payment_reason, p.row, p.fixed, p.currency,
         p.minor, p.paid_recipient_remote_id as recipient_remote_id
       from payrun.webhook_delivery d join payrun.payment p on p.id = d.payment_id and p.merchant_id = d.merchant_id
         join payrun.batch b on b.id = p.batch_id
       where d.state = 'new' and d.model = 'payment' and b.run_id = $1 and b.state in ${WORKABLE}
       union all
       select d.id, d.merchant_id, d.delivery_id, d.model, d.action, d.body_sealed, ${batch}, null, null, null, null, null, null, null, null
       from payrun.webhook_delivery d join payrun.batch b on b.merchant_id = d.merchant_id and b.remote_id = d.batch_remote_id
       where d.state = 'new' and d.model = 'batch' and b.run_id = $1 and b.state in ${WORKABLE}) pending
     order by id limit $2`,
    [run, limit],
  );
  return rows;
}

/** Records the result of deliveries. */
export async function markDeliveries(
  db: Db,
  ids: readonly bigint[],
  state: Exclude<DeliveryState, 'new'>,
  note: string | null = null,
): Promise<void> {
  if (ids.length === 0) return;
  await db.query(
    `update payrun.webhook_delivery set state = $2, note = $3, worked_at = now() where id = any($1::bigint[]) and state = 'new'`,
    [ids, state, note],
  );
}

/**
 * Runs with deliveries to process and no valid lease. A process that has the lease of a run processes its deliveries
 * itself.
 */
export async function runsOfDeliveries(db: Db): Promise<readonly bigint[]> {
  const { rows } = await db.query<{ run: bigint }>(
    `select r.id as run from payrun.run r
     where (r.lease_until is null or r.lease_until < now()) and r.id in (
       select b.run_id from payrun.webhook_delivery d join payrun.payment p on p.id = d.payment_id and p.merchant_id = d.merchant_id
         join payrun.batch b on b.id = p.batch_id
       where d.state = 'new' and d.model = 'payment' and b.state in ${WORKABLE}
       union
       select b.run_id from payrun.webhook_delivery d join payrun.batch b on b.merchant_id = d.merchant_id and b.remote_id = d.batch_remote_id
       where d.state = 'new' and d.model = 'batch' and b.state in ${WORKABLE})
     order by r.id`,
  );
  return rows.map(({ run }) => run);
}

export async function anyDeliveryWaits(db: Db): Promise<boolean> {
  const { rows } = await db.query<{ waits: boolean }>(
    `select exists (select 1 from payrun.webhook_delivery where state = 'new') as waits`,
  );
  return rows[0]!.waits;
}

/** Was a delivery about an unconfirmed or batched payment of this batch refused? */
export async function hasRefusedOpen(db: Db, batch: string): Promise<boolean> {
  const { rows } = await db.query<{ refused: boolean }>(
    `select exists (select 1 from payrun.payment p join payrun.webhook_delivery d on d.payment_id = p.id and d.merchant_id = p.merchant_id
       where p.batch_id = $1 and p.state in ('batched', 'unknown') and d.state = 'refused') as refused`,
    [batch],
  );
  return rows[0]!.refused;
}

/** A delivery about a payment or batch that is not in the ledger, or about a payment without a batch. */
export interface Stranger {
  readonly merchant: string;
  readonly deliveryId: string;
  readonly model: string;
  readonly action: string;
  readonly note: string;
}

/**
 * Marks deliveries about payments and batches that are not in the ledger as ignored, and those about payments without a
 * batch as refused.
 */
export async function setStrangersAside(db: Db): Promise<readonly Stranger[]> {
  const { rows } = await db.query<Stranger>(
    `update payrun.webhook_delivery d set worked_at = now(), state = s.state, note = s.note from (
       select d.id, case when p.id is null then 'ignored' else 'refused' end as state,
         case when p.id is null then 'Payrun has no such payment.' else 'Payrun has this payment in no batch. Check it at the payout service.' end as note
       from payrun.webhook_delivery d left join payrun.payment p on p.id = d.payment_id and p.merchant_id = d.merchant_id
       where d.state = 'new' and d.model = 'payment' and p.batch_id is null
       union all
       select d.id, 'ignored', 'Payrun has no such batch.'
       from payrun.webhook_delivery d left join payrun.batch b on b.merchant_id = d.merchant_id and b.remote_id = d.batch_remote_id
       where d.state = 'new' and d.model = 'batch' and b.id is null) s
     where d.id = s.id and d.state = 'new'
     returning d.merchant_id as merchant, d.delivery_id as "deliveryId", d.model, d.action, d.note`,
  );
  return rows;
}

/** Deliveries by merchant and state. */
export interface DeliveryCounts {
  readonly merchant: string;
  readonly state: DeliveryState;
  readonly deliveries: number;
  readonly last: Date;
}

export async function countDeliveries(db: Db, merchant: string | null): Promise<readonly DeliveryCounts[]> {
  const { rows } = await db.query<DeliveryCounts>(
    `select merchant_id as merchant, state, count(*)::int as deliveries, max(received_at) as last from payrun.webhook_delivery
     where $1::text is null or merchant_id = $1 group by 1, 2 order by 1, 2`,
    [merchant],
  );
  return rows;
}
