import type { FixedSide } from '../../model.ts';
import type { PaymentState } from '../../states.ts';
import type { Db } from '../db/db.ts';
import { ADDED_ACCOUNT } from '../recipients/recipient.ts';
import type { SealedRow } from './sealed-row.ts';

/** The fields of a payment that a comparison with the payout service needs. */
export interface KnownPayment {
  readonly id: string;
  readonly run_id: bigint;
  readonly row: number;
  readonly batch_id: string | null;
  readonly state: PaymentState;
  readonly fixed: FixedSide | null;
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

export interface KnownRow extends KnownPayment, SealedRow {}

/** A payment of a batch as ordered. */
export interface OrderedPayment extends KnownRow {
  readonly recipientName: string | null;
  readonly fixed: FixedSide;
  readonly currency: string;
  readonly minor: bigint;
  readonly source_currency: string;
  /** The payout service's id of the payment; null until its outcome is known. */
  readonly remote_id: string | null;
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

/** The orders of those of these payments that are in the batch, by id. */
export async function orderedPayments(
  db: Db,
  batch: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, OrderedPayment>> {
  if (ids.length === 0) return new Map();
  const { rows } = await db.query<OrderedPayment>(
    `select ${PAYMENT}, p.merchant_id, p.row_sealed, p.recipient_name as "recipientName", p.source_currency, p.remote_id
     from ${JOINED} where p.batch_id = $1 and p.id = any($2::uuid[])`,
    [batch, ids],
  );
  return new Map(rows.map((row) => [row.id, row]));
}
