import type { BatchState, PaymentState } from '../../states.ts';
import type { Db } from '../db/db.ts';
import type { SealedRow } from '../payments/sealed-row.ts';
import { ADDED_ACCOUNT } from '../recipients/recipient.ts';

/** The fields of a batch that a comparison with the payout service needs. */
export interface KnownBatch {
  readonly id: string;
  readonly run_id: bigint;
  readonly merchant_id: string;
  readonly state: BatchState;
  readonly tag: string;
  readonly payments: number;
  readonly remote_id: string | null;
  /** Its start was attempted, so the service may pay it. */
  readonly attempted: boolean;
}

/** The fields of a payment that a comparison with the payout service needs. */
export interface KnownPayment {
  readonly id: string;
  readonly run_id: bigint;
  readonly row: number;
  readonly batch_id: string | null;
  readonly state: PaymentState;
  readonly fixed: string | null;
  readonly currency: string | null;
  readonly minor: bigint | null;
  readonly recipient_remote_id: string | null;
  /** Its account when it entered its batch; null if only the payout service knows it. */
  readonly account_remote_id: string | null;
  /** The recipient's account, if Payrun added it; null if Payrun knows only its id. */
  readonly account_now: string | null;
  /** Fees to be debited for the whole batch according to its quote, in minor units; null if unknown. */
  readonly quoted_fees: bigint | null;
  /** Its batch was adopted or its outcome was confirmed by a user, so the original order is not known. */
  readonly is_adopted: boolean;
}

/** The columns of a `KnownBatch`. */
export const KNOWN_BATCH = `id, run_id, merchant_id, state, tag, payments, remote_id, (start_attempted_at is not null or started_outside_at is not null) as attempted`;

export interface KnownRow extends KnownPayment, SealedRow {}

/**
 * Merchants to compare: those of the run's batches, or all that pay if `run` is null. The latter includes merchants
 * without batches, because the service may have made payments that the ledger does not know.
 */
export async function merchantsToVerify(db: Db, run: bigint | null): Promise<readonly string[]> {
  const { rows } = await db.query<{ merchant_id: string }>(
    `select id as merchant_id from payrun.merchant m where case when $1::bigint is null then m.key_kind = 'merchant'
       else exists (select 1 from payrun.batch b where b.merchant_id = m.id and b.run_id = $1) end order by 1`,
    [run],
  );
  return rows.map(({ merchant_id }) => merchant_id);
}

/** A merchant's batches whose start was ever attempted, except those that the service rejected. */
export async function attemptedBatches(db: Db, merchant: string, run: bigint | null): Promise<readonly KnownBatch[]> {
  const { rows } = await db.query<KnownBatch>(
    `select ${KNOWN_BATCH} from payrun.batch where merchant_id = $1 and ($2::bigint is null or run_id = $2)
       and (start_attempted_at is not null or started_outside_at is not null) and state <> 'rejected_at_service' order by run_id, currency, id`,
    [merchant, run],
  );
  return rows;
}

export async function batchesByTag(
  db: Db,
  merchant: string,
  tags: readonly string[],
): Promise<ReadonlyMap<string, KnownBatch>> {
  const { rows } = await db.query<KnownBatch>(
    `select ${KNOWN_BATCH} from payrun.batch where merchant_id = $1 and tag = any($2)`,
    [merchant, tags],
  );
  return new Map(rows.map((batch) => [batch.tag, batch]));
}

const PAYMENT = `p.id, p.run_id, p.row, p.batch_id, p.state, p.fixed, p.currency, p.minor,
  coalesce(p.paid_recipient_remote_id, r.remote_id) as recipient_remote_id, p.paid_account_remote_id as account_remote_id,
  ${ADDED_ACCOUNT} as account_now,
  (b.quote->>'merchantFeesMinor')::bigint as quoted_fees, b.resolved_by is not null as is_adopted`;
const JOINED = `payrun.payment p left join payrun.recipient r on r.id = p.recipient_id left join payrun.batch b on b.id = p.batch_id`;

/** Payments by id; ignores malformed ids. */
export async function paymentsById(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, KnownRow>> {
  const { rows } = await db.query<KnownRow>(
    `select ${PAYMENT}, p.merchant_id, p.row_sealed from ${JOINED} where p.id = any($1::uuid[])`,
    [ids.filter((id) => UUID.test(id))],
  );
  return new Map(rows.map((payment) => [payment.id, payment]));
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** A page of a batch's payments in row order. */
export async function batchPayments(
  db: Db,
  batch: string,
  afterRow: number,
  limit: number,
): Promise<readonly KnownPayment[]> {
  const { rows } = await db.query<KnownPayment>(
    `select ${PAYMENT} from ${JOINED}
     where p.batch_id = $1 and p.row > $2 order by p.row limit $3`,
    [batch, afterRow, limit],
  );
  return rows;
}
