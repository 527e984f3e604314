import type { PaymentState } from '../../states.ts';
import type { Db } from '../db/db.ts';

/**
 * `new`: nothing was read because of it yet. `read`: its batch or payment was read after it arrived. `covered`: the
 * ledger had it already, or the next read of its batch includes it. `ignored`: it concerns no known object.
 */
export type DeliveryState = 'new' | 'read' | 'covered' | 'ignored';

export interface NewDelivery {
  readonly merchant: string;
  readonly deliveryId: string;
  readonly model: string;
  readonly action: string;
  /** The ledger's id of its payment; null if it concerns none. */
  readonly paymentId: string | null;
  /** The payout service's id of its batch; null if it concerns none. */
  readonly batchRemoteId: string | null;
  /** SHA-256 of its signature: the same signature is the same delivery, whatever its id says. */
  readonly signatureHash: Buffer;
  readonly state: 'new' | 'ignored';
  readonly note: string | null;
}

/** Stores new webhook deliveries in one statement and skips known ones. Returns how many were new. */
export async function saveDeliveries(db: Db, deliveries: readonly NewDelivery[]): Promise<number> {
  const column = <K extends keyof NewDelivery>(key: K) => deliveries.map((delivery) => delivery[key]);
  const { rowCount } = await db.query(
    `insert into payrun.webhook_delivery (merchant_id, delivery_id, model, action, payment_id, batch_remote_id, signature_hash, state, note)
     select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::uuid[], $6::text[], $7::bytea[], $8::text[], $9::text[])
     on conflict do nothing`,
    [
      column('merchant'),
      column('deliveryId'),
      column('model'),
      column('action'),
      column('paymentId'),
      column('batchRemoteId'),
      column('signatureHash'),
      column('state'),
      column('note'),
    ],
  );
  return rowCount;
}

/** A new delivery about a batch of the ledger, or about a payment in one. */
export interface Hint {
  readonly id: bigint;
  readonly action: string;
  readonly batch: string;
  /** Null if it concerns the batch. */
  readonly payment: string | null;
  readonly payment_state: PaymentState | null;
}

/** New deliveries with their batch. The states left out end soon, and what the service shows is not clear before. */
const HINTS = `(select d.id, d.action, p.batch_id as batch, p.id as payment, p.state as payment_state
     from payrun.webhook_delivery d join payrun.payment p on p.id = d.payment_id and p.merchant_id = d.merchant_id
     where d.state = 'new' and d.model = 'payment'
     union all
     select d.id, d.action, b.id, null, null
     from payrun.webhook_delivery d join payrun.batch b on b.merchant_id = d.merchant_id and b.remote_id = d.batch_remote_id
     where d.state = 'new' and d.model = 'batch') h
   join payrun.batch b on b.id = h.batch and b.state not in ('planned', 'creating', 'starting', 'waiting_funds')`;

/** New deliveries about a run, in order of arrival. */
export async function getRunHints(db: Db, run: bigint, limit: number): Promise<readonly Hint[]> {
  const { rows } = await db.query<Hint>(`select h.* from ${HINTS} where b.run_id = $1 order by h.id limit $2`, [
    run,
    limit,
  ]);
  return rows;
}

/**
 * Runs with new deliveries and no valid lease. A process that has the lease of a run reads what its deliveries are
 * about.
 */
export async function getHintedRuns(db: Db): Promise<readonly bigint[]> {
  const { rows } = await db.query<{ run: bigint }>(
    `select r.id as run from payrun.run r
     where (r.lease_until is null or r.lease_until < now()) and r.id in (select b.run_id from ${HINTS}) order by r.id`,
  );
  return rows.map(({ run }) => run);
}

/** Records whether something was read because of these deliveries. */
export async function markDeliveries(db: Db, ids: readonly bigint[], state: 'read' | 'covered'): Promise<void> {
  await db.query(
    `update payrun.webhook_delivery set state = $2, worked_at = now() where id = any($1::bigint[]) and state = 'new'`,
    [ids, state],
  );
}

export async function anyDeliveryWaits(db: Db): Promise<boolean> {
  const { rows } = await db.query<{ waits: boolean }>(
    `select exists (select 1 from payrun.webhook_delivery where state = 'new') as waits`,
  );
  return rows[0]!.waits;
}

/** A delivery about a payment or batch that the ledger does not have, or does not pay. */
export interface UnrelatedDelivery {
  readonly merchant: string;
  readonly deliveryId: string;
  readonly model: string;
  readonly action: string;
  readonly note: string;
}

/** Marks deliveries about payments and batches that the ledger does not have, or does not pay, as ignored. */
export async function ignoreUnrelatedDeliveries(db: Db): Promise<readonly UnrelatedDelivery[]> {
  const { rows } = await db.query<UnrelatedDelivery>(
    `update payrun.webhook_delivery d set worked_at = now(), state = 'ignored', note = s.note from (
       select d.id, case when p.id is null then 'Payrun has no such payment.'
         else 'Payrun has this payment in no batch. Check it in the payout service.' end as note
       from payrun.webhook_delivery d left join payrun.payment p on p.id = d.payment_id and p.merchant_id = d.merchant_id
       where d.state = 'new' and d.model = 'payment' and p.batch_id is null
       union all
       select d.id, case when b.id is null then 'Payrun has no such batch.'
         else 'Payrun ended this batch without a payment. Check it in the payout service.' end
       from payrun.webhook_delivery d left join payrun.batch b on b.merchant_id = d.merchant_id and b.remote_id = d.batch_remote_id
       where d.state = 'new' and d.model = 'batch' and (b.id is null or b.state in ('void', 'rejected_at_service'))) s
     where d.id = s.id and d.state = 'new'
     returning d.merchant_id as merchant, d.delivery_id as "deliveryId", d.model, d.action, d.note`,
  );
  return rows;
}

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
