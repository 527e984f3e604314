import type { Db } from '../db/db.ts';
import { hintSql } from '../recipients/recipient-account.ts';
import { shownRecipient } from '../recipients/shown-recipient.ts';

/** A total is far above another from this many times it, as a fraction. */
const [TOTAL_ABOVE, TOTAL_OF] = [3n, 2n];
/** The number of earlier runs to compare. */
const COMPARED_RUNS = 6;

/** Several recipients of an approval that are paid to one account. */
export interface SharedAccount {
  readonly account: string | null;
  readonly recipients: number;
  readonly payments: number;
  readonly names: readonly string[];
  readonly rows: readonly number[];
}

/** A total of the run far above those of the runs before. */
export interface TotalAbove {
  readonly currency: string;
  readonly minor: bigint;
  readonly largest: bigint;
  readonly run: bigint;
  readonly runs: number;
}

/** Of these accounts, by their keys, the payments in the batches; the most recipients first. */
export async function sharedAccounts(
  db: Db,
  batches: readonly string[],
  keys: readonly string[],
): Promise<readonly SharedAccount[]> {
  if (keys.length === 0) return [];
  const { rows } = await db.query<SharedAccount>(
    `with mine as materialized (
       select p.id, p.row, p.recipient_id, p.account_key, ${shownRecipient('p')} as "recipientName",
         coalesce(p.account_hint, ${hintSql('p.merchant_id', 'p.paid_account_remote_id')}) as account
       from payrun.payment p where p.batch_id = any($1) and p.account_key = any($2::bigint[]) and p.recipient_id is not null)
     select min(account) as account, count(distinct recipient_id)::int as recipients, count(*)::int as payments,
       (array_agg(distinct coalesce("recipientName", '(no name)')))[1:5] as names, (array_agg(row order by row))[1:5] as rows
     from mine group by account_key order by 2 desc, min(row)`,
    [batches, keys],
  );
  return rows;
}

/** Compares the totals of each run with the largest of the last started runs of its merchant in the same currency. */
export async function totalsAbove(
  db: Db,
  runs: readonly bigint[],
): Promise<ReadonlyMap<bigint, readonly TotalAbove[]>> {
  const { rows } = await db.query<TotalAbove & { readonly of: bigint }>(
    `with this as (
       select run_id, merchant_id, currency, sum(coalesce((quote->>'sendingMinor')::bigint, source_minor))::bigint as minor
       from payrun.batch where run_id = any($1) and state <> 'void' group by 1, 2, 3)
     select t.run_id as of, t.currency, t.minor, (array_agg(o.minor order by o.minor desc))[1] as largest,
       (array_agg(o.run_id order by o.minor desc))[1] as run, count(*)::int as runs
     from this t cross join lateral (
       select b.run_id, sum(coalesce((b.quote->>'sendingMinor')::bigint, b.source_minor))::bigint as minor
       from payrun.batch b join payrun.run r on r.id = b.run_id and r.parent_run is null
       where b.merchant_id = t.merchant_id and b.run_id < t.run_id and b.currency = t.currency and b.started_at is not null
       group by 1 order by 1 desc limit ${COMPARED_RUNS}) o
     group by t.run_id, t.currency, t.minor order by 1, 2`,
    [runs],
  );
  return Map.groupBy(
    rows.filter(({ minor, largest }) => minor * TOTAL_OF >= largest * TOTAL_ABOVE),
    ({ of }) => of,
  );
}
