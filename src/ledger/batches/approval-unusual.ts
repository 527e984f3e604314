import type { Db } from '../db/db.ts';
import { LIVE_IN_BATCH } from '../db/state-lists.ts';
import { hintOf } from '../recipients/account-hint.ts';
import { shownRecipient } from '../recipients/shown-recipient.ts';

/** Amounts from this many times the largest known one are far above it; totals from half as much more. */
const FAR_ABOVE = 3n;
const [TOTAL_ABOVE, TOTAL_OF] = [3n, 2n];
/** How many earlier payments of a recipient are compared, and how many earlier runs. */
const COMPARED_PAYMENTS = 12;
const COMPARED_RUNS = 6;

/** Several recipients of an approval that are paid to one account. */
export interface SharedAccount {
  readonly account: string | null;
  readonly recipients: number;
  readonly payments: number;
  readonly names: readonly string[];
  readonly rows: readonly number[];
}

/** A payment far above what its recipient got before. Minor units as text. */
export interface AmountAbove {
  readonly row: number;
  readonly reference: string;
  readonly payee: string | null;
  readonly currency: string;
  readonly minor: string;
  /** The largest of the compared payments, and how many were compared. */
  readonly largest: string;
  readonly compared: number;
}

/** A total of the run far above those of the runs before. */
export interface TotalAbove {
  readonly currency: string;
  readonly minor: bigint;
  readonly largest: bigint;
  readonly run: bigint;
  readonly runs: number;
}

export async function sharedAccounts(db: Db, batches: readonly string[], most: number) {
  const { rows } = await db.query<SharedAccount & { readonly total: number }>(
    `with mine as materialized (
       select p.id, p.row, p.recipient_id, p.account_key, ${shownRecipient('p')} as payee,
         coalesce(p.account_hint, ${hintOf('p.merchant_id', 'p.paid_account_remote_id')}) as account
       from payrun.payment p where p.batch_id = any($1) and p.account_key is not null)
     select min(account) as account, count(distinct recipient_id)::int as recipients, count(*)::int as payments,
       (array_agg(distinct coalesce(payee, 'not named')))[1:5] as names, (array_agg(row order by row))[1:5] as rows,
       (count(*) over ())::int as total
     from mine group by account_key having count(distinct recipient_id) > 1 order by 2 desc, min(row) limit $2`,
    [batches, most],
  );
  return { count: rows[0]?.total ?? 0, shown: rows.map(({ total: _, ...one }) => one) };
}

/** Looks up only the last payments of each recipient, so that the cost does not grow with history. */
export async function amountsAbove(db: Db, batches: readonly string[], most: number) {
  const { rows } = await db.query<AmountAbove & { readonly total: number }>(
    `with mine as materialized (
       select p.row, p.reference, ${shownRecipient('p')} as payee, p.currency, p.minor, p.recipient_id, p.run_id
       from payrun.payment p where p.batch_id = any($1))
     select m.row, m.reference, m.payee, m.currency, m.minor::text as minor, e.largest::text as largest, e.compared,
       (count(*) over ())::int as total
     from mine m cross join lateral (
       select max(l.minor) as largest, count(*)::int as compared from (
         select o.minor, o.currency from payrun.payment o join payrun.batch b on b.id = o.batch_id
         where o.recipient_id = m.recipient_id and o.batch_id is not null and o.run_id < m.run_id and b.started_at is not null
           and o.state in (${LIVE_IN_BATCH})
         order by o.run_id desc limit ${COMPARED_PAYMENTS}) l where l.currency = m.currency) e
     where e.compared > 0 and m.minor >= ${FAR_ABOVE} * e.largest
     order by m.minor::numeric / greatest(e.largest, 1) desc, m.row limit $2`,
    [batches, most],
  );
  return { count: rows[0]?.total ?? 0, shown: rows.map(({ total: _, ...one }) => one) };
}

/** Compares the totals of a run with the largest of the last started runs of its merchant in the same currency. */
export async function totalsAbove(db: Db, merchant: string, run: bigint): Promise<readonly TotalAbove[]> {
  const { rows } = await db.query<TotalAbove>(
    `with this as (
       select currency, sum(coalesce((quote->>'sendingMinor')::bigint, source_minor))::bigint as minor
       from payrun.batch where run_id = $2 and state <> 'void' group by 1)
     select t.currency, t.minor, (array_agg(o.minor order by o.minor desc))[1] as largest,
       (array_agg(o.run_id order by o.minor desc))[1] as run, count(*)::int as runs
     from this t cross join lateral (
       select b.run_id, sum(coalesce((b.quote->>'sendingMinor')::bigint, b.source_minor))::bigint as minor
       from payrun.batch b join payrun.run r on r.id = b.run_id and r.parent_run is null
       where b.merchant_id = $1 and b.run_id < $2 and b.currency = t.currency and b.started_at is not null
       group by 1 order by 1 desc limit ${COMPARED_RUNS}) o
     group by t.currency, t.minor order by 1`,
    [merchant, run],
  );
  return rows.filter(({ minor, largest }) => minor * TOTAL_OF >= largest * TOTAL_ABOVE);
}

/** Payments whose amount in this currency is in the range, both ends included. */
export async function paymentsInRange(
  db: Db,
  batches: readonly string[],
  { currency, from, to }: { readonly currency: string; readonly from: bigint; readonly to: bigint },
): Promise<{ readonly payments: number; readonly rows: readonly number[] }> {
  const { rows } = await db.query<{ payments: number; rows: readonly number[] | null }>(
    `select count(*)::int as payments, (array_agg(row order by minor desc, row))[1:5] as rows
     from payrun.payment where batch_id = any($1) and currency = $2 and minor between $3 and $4`,
    [batches, currency, from, to],
  );
  return { payments: rows[0]!.payments, rows: rows[0]!.rows ?? [] };
}
