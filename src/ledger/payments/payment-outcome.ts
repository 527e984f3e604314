import type { PaymentState } from '../../states.ts';
import type { Db } from '../db/db.ts';

/** A payment's outcome as the payout service reports it. Amounts are in minor units. */
export interface PaymentOutcome {
  readonly id: string;
  readonly state: 'batched' | 'processed' | 'failed' | 'returned' | 'discrepancy';
  readonly remoteId: string;
  readonly sourceMinor: bigint | null;
  readonly feesMinor: bigint | null;
  readonly recipientFeesMinor: bigint | null;
  readonly rate: string | null;
  /** Tax withheld from the recipient, a part of `sourceMinor`; absent or null if the service reports none. */
  readonly withheldMinor?: bigint | null;
  readonly targetCurrency: string | null;
  readonly targetMinor: bigint | null;
  /** Of the account that is paid; absent or null if the service does not name its bank. */
  readonly bankName?: string | null;
  /** The service's estimate; absent or null if it gives none. */
  readonly arrivalAt?: Date | null;
  readonly reasonCode: string | null;
  readonly reason: string | null;
}

/**
 * Records the outcomes of many payments. A final state never changes back: only `processed` and `discrepancy` may still
 * become `returned`. Payments that were confirmed as not paid and show up again are not written here: `recheckPayments`
 * compares them with the payments that replaced them. Returns the number of rows that the call gave a final state or
 * new amounts.
 */
export async function recordOutcomes(db: Db, batch: string, outcomes: readonly PaymentOutcome[]): Promise<number> {
  const column = <K extends keyof PaymentOutcome>(key: K) => outcomes.map((outcome) => outcome[key]);
  const { rows } = await db.query<{ moved: number }>(
    `with outcomes as (
       select * from unnest($2::uuid[], $3::text[], $4::text[], $5::bigint[], $6::bigint[], $7::bigint[], $8::text[], $9::text[],
         $10::bigint[], $11::text[], $12::text[], $13::bigint[], $14::text[], $15::timestamptz[])
       as t(id, state, remote_id, source, fees, recipient_fees, rate, target_currency, target, code, reason, withheld, bank_name, arrival)),
     written as (
       update payrun.payment p set state = s.state, remote_id = s.remote_id, paid_source_minor = s.source, paid_fees_minor = s.fees,
         paid_recipient_fees_minor = s.recipient_fees, paid_rate = s.rate, paid_withheld_minor = s.withheld, paid_target_currency = s.target_currency,
         paid_target_minor = s.target, paid_bank_name = s.bank_name, arrival_expected_at = s.arrival, reason_code = s.code, reason = s.reason,
         final_at = case when s.state = 'batched' then null else coalesce(p.final_at, now()) end
       from outcomes s
       where p.id = s.id and p.batch_id = $1 and ((p.state in ('batched', 'unknown') and p.reason_code is distinct from 'may_be_paid') or (p.state in ('processed', 'discrepancy') and s.state = 'returned'))
         and (p.state, p.remote_id, p.paid_source_minor, p.paid_target_minor, p.paid_withheld_minor, case p.state when 'batched' then p.reason end)
           is distinct from (s.state, s.remote_id, s.source, s.target, s.withheld, case s.state when 'batched' then s.reason end)
       returning (s.state <> 'batched')::int as moved)
     select coalesce(sum(moved), 0)::int as moved from written`,
    [
      batch,
      column('id'),
      column('state'),
      column('remoteId'),
      column('sourceMinor'),
      column('feesMinor'),
      column('recipientFeesMinor'),
      column('rate'),
      column('targetCurrency'),
      column('targetMinor'),
      column('reasonCode'),
      column('reason'),
      outcomes.map(({ withheldMinor }) => withheldMinor ?? null),
      outcomes.map(({ bankName }) => bankName ?? null),
      outcomes.map(({ arrivalAt }) => arrivalAt ?? null),
    ],
  );
  return rows[0]!.moved;
}

/** Records the amounts of a payment that the payout service reports, and its id there, apart from its state. */
export async function recordAmounts(
  db: Db,
  outcome: Omit<PaymentOutcome, 'remoteId'> & { readonly remoteId: string | null },
): Promise<void> {
  await db.query(
    `update payrun.payment set remote_id = coalesce($2, remote_id), paid_source_minor = $3, paid_fees_minor = $4, paid_recipient_fees_minor = $5,
       paid_rate = $6, paid_target_currency = $7, paid_target_minor = $8, paid_withheld_minor = $9, paid_bank_name = $10, arrival_expected_at = $11
     where id = $1`,
    [
      ...[
        outcome.id,
        outcome.remoteId,
        outcome.sourceMinor,
        outcome.feesMinor,
        outcome.recipientFeesMinor,
        outcome.rate,
      ],
      ...[outcome.targetCurrency, outcome.targetMinor, outcome.withheldMinor ?? null, outcome.bankName ?? null],
      outcome.arrivalAt ?? null,
    ],
  );
}

/** Marks payments of an ended batch that the payout service does not list as unconfirmed. Returns how many. */
export async function markUnlisted(db: Db, batch: string, listed: readonly string[], reason: string): Promise<number> {
  const { rowCount } = await db.query(
    `update payrun.payment set state = 'unknown', reason_code = 'not_listed', reason = $3
     where batch_id = $1 and state = 'batched' and id <> all($2::uuid[])`,
    [batch, listed, reason],
  );
  return rowCount;
}

/** Fails the open payments of a batch that will certainly never be paid. Returns how many. */
export async function failBatched(db: Db, batch: string, code: string, reason: string): Promise<number> {
  const { rowCount } = await db.query(
    `update payrun.payment set state = 'failed', reason_code = $2, reason = $3, final_at = now()
     where batch_id = $1 and state in ('batched', 'unknown')`,
    [batch, code, reason],
  );
  return rowCount;
}

/** Marks payments with an unknown remote status as unconfirmed. Returns how many. */
export async function markUnknownStatus(
  db: Db,
  batch: string,
  payments: readonly { readonly id: string; readonly reason: string }[],
): Promise<number> {
  const { rowCount } = await db.query(
    `update payrun.payment p set state = 'unknown', reason_code = 'status_unknown', reason = s.reason
     from unnest($2::uuid[], $3::text[]) as s(id, reason)
     where p.id = s.id and p.batch_id = $1 and p.state = 'batched'`,
    [batch, payments.map(({ id }) => id), payments.map(({ reason }) => reason)],
  );
  return rowCount;
}

/** Number of payments of a batch without a final state. */
export async function countOpenPayments(db: Db, batch: string): Promise<number> {
  const { rows } = await db.query<{ n: number }>(
    `select count(*)::int as n from payrun.payment where batch_id = $1 and state in ('batched', 'unknown')`,
    [batch],
  );
  return rows[0]!.n;
}

export async function getBatchCounts(db: Db, batch: string): Promise<Readonly<Partial<Record<PaymentState, number>>>> {
  const { rows } = await db.query<{ state: PaymentState; n: number }>(
    'select state, count(*)::int as n from payrun.payment where batch_id = $1 group by 1 order by 1',
    [batch],
  );
  return Object.fromEntries(rows.map(({ state, n }) => [state, n]));
}

/** Debits for the payments of a batch, in minor units of its currency. */
export interface TakenByService {
  /**
   * Amount sent for all payments; null if the payout service has not reported it for each, or if one is a discrepancy.
   */
  readonly source: bigint | null;
  /** Fees debited for the paid ones; null likewise. */
  readonly fees: bigint | null;
  /** Tax withheld from the recipients of the paid ones; null likewise. */
  readonly withheld: bigint | null;
  /** All payments are paid. */
  readonly isWhole: boolean;
}

export async function takenByService(db: Db, batch: string): Promise<TakenByService> {
  const { rows } = await db.query<TakenByService>(
    `select case when bool_and(paid_source_minor is not null and state <> 'discrepancy') then sum(paid_source_minor)::bigint end as source,
       case when bool_and(paid_fees_minor is not null and paid_recipient_fees_minor is not null and state <> 'discrepancy')
         then sum(paid_fees_minor - paid_recipient_fees_minor) filter (where state = 'processed') end::bigint as fees,
       case when bool_and(paid_withheld_minor is not null and state <> 'discrepancy')
         then coalesce(sum(paid_withheld_minor) filter (where state = 'processed'), 0) end::bigint as withheld,
       bool_and(state = 'processed') as "isWhole"
     from payrun.payment where batch_id = $1`,
    [batch],
  );
  return rows[0]!;
}

/** The confirmed outcome of a payment, with the code and sentence of the reason. */
export interface PaymentEnd {
  readonly state: 'processed' | 'failed' | 'discrepancy';
  readonly code: string;
  readonly reason: string;
}

/** Records the outcome that a user confirmed for an unconfirmed payment. False if it became known meanwhile. */
export async function confirmOutcome(db: Db, id: string, { state, code, reason }: PaymentEnd): Promise<boolean> {
  const { rowCount } = await db.query(
    `update payrun.payment p set state = $2, reason_code = $4, reason = $3, final_at = now()
     from payrun.payment_status s where p.id = $1 and s.payment = p.id and s.state = 'unknown' and p.state in ('batched', 'unknown')`,
    [id, state, reason, code],
  );
  return rowCount > 0;
}
