import type { Db } from './db.ts';

/** What the service says of a payment. Amounts in minor units. */
export interface PaymentOutcome {
  readonly id: string;
  readonly state: 'batched' | 'processed' | 'failed' | 'returned';
  readonly remoteId: string;
  readonly sourceMinor: bigint | null;
  readonly feesMinor: bigint | null;
  readonly recipientFeesMinor: bigint | null;
  readonly rate: string | null;
  readonly targetCurrency: string | null;
  readonly targetMinor: bigint | null;
  readonly reasonCode: string | null;
  readonly reason: string | null;
}

/**
 * Writes what the service says of many payments. A final state never goes back: only `processed` may still become
 * `returned`. Returns how many rows changed their state.
 */
export async function recordOutcomes(db: Db, batch: string, outcomes: readonly PaymentOutcome[]): Promise<number> {
  const column = <K extends keyof PaymentOutcome>(key: K) => outcomes.map((outcome) => outcome[key]);
  const { rows } = await db.query<{ moved: number }>(
    `with said as (
       select * from unnest($2::uuid[], $3::text[], $4::text[], $5::bigint[], $6::bigint[], $7::bigint[], $8::text[], $9::text[],
         $10::bigint[], $11::text[], $12::text[])
       as t(id, state, remote_id, source, fees, recipient_fees, rate, target_currency, target, code, reason)),
     written as (
       update payrun.payment p set state = s.state, remote_id = s.remote_id, paid_source_minor = s.source, paid_fees_minor = s.fees,
         paid_recipient_fees_minor = s.recipient_fees, paid_rate = s.rate, paid_target_currency = s.target_currency,
         paid_target_minor = s.target, reason_code = s.code, reason = s.reason,
         final_at = case when s.state = 'batched' then null else coalesce(p.final_at, now()) end
       from said s
       where p.id = s.id and p.batch_id = $1 and (p.state in ('batched', 'unknown') or (p.state = 'processed' and s.state = 'returned'))
         and (p.state, p.remote_id, p.paid_source_minor, p.paid_target_minor) is distinct from (s.state, s.remote_id, s.source, s.target)
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
    ],
  );
  return rows[0]!.moved;
}

/** Payments of an ended batch that the service does not list: nobody can say what became of them. Returns how many. */
export async function markUnlisted(db: Db, batch: string, listed: readonly string[], reason: string): Promise<number> {
  const { rowCount } = await db.query(
    `update payrun.payment set state = 'unknown', reason_code = 'not_listed', reason = $3
     where batch_id = $1 and state = 'batched' and id <> all($2::uuid[])`,
    [batch, listed, reason],
  );
  return rowCount;
}

/** Payments of which the service says a word that is in no table: nobody can say what became of them. Returns how many. */
export async function markStrange(
  db: Db,
  batch: string,
  strange: readonly { readonly id: string; readonly reason: string }[],
): Promise<number> {
  const { rowCount } = await db.query(
    `update payrun.payment p set state = 'unknown', reason_code = 'status_unknown', reason = s.reason
     from unnest($2::uuid[], $3::text[]) as s(id, reason) where p.id = s.id and p.batch_id = $1 and p.state = 'batched'`,
    [batch, strange.map(({ id }) => id), strange.map(({ reason }) => reason)],
  );
  return rowCount;
}

/** Payments of a batch whose end the service has not told yet. */
export async function countOpenPayments(db: Db, batch: string): Promise<number> {
  const { rows } = await db.query<{ n: number }>(
    `select count(*)::int as n from payrun.payment where batch_id = $1 and state in ('batched', 'unknown')`,
    [batch],
  );
  return rows[0]!.n;
}
