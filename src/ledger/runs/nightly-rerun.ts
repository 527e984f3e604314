import type { Db } from '../db/db.ts';
import { corrected } from '../payments/correction.ts';

/** The rule for automatic retries of failed payments. */
export interface RerunPolicy {
  /** Failure codes, or words in the sentence from the payout service. */
  readonly reasons: readonly string[];
  /** Largest number of retries of a payment. */
  readonly times: number;
  /** Only payments that failed within this many days. */
  readonly days: number;
}

/**
 * References of failed payments that the policy allows to retry, by run. Only payments that the payout service or the
 * ledger marked as failed; none that are unconfirmed, returned, or were resolved or corrected by a user. No payment
 * with the same reference may be live, on hold or dismissed, and the recipient must still have the account at which the
 * payment failed: another account needs a review.
 */
export async function rerunsAllowed(
  db: Db,
  { reasons, times, days }: RerunPolicy,
  now: Date,
): Promise<ReadonlyMap<bigint, readonly string[]>> {
  if (reasons.length === 0) return new Map();
  const { rows } = await db.query<{ run_id: bigint; reference: string }>(
    `select p.run_id, p.reference
     from payrun.payment p join payrun.run r on r.id = p.run_id
       left join payrun.batch b on b.id = p.batch_id
       join payrun.recipient a on a.id = p.recipient_id
     where p.state = 'failed' and r.finished_at is not null and p.reference is not null
       and p.final_at > $4::timestamptz - $3 * interval '1 day' and p.generation <= $2
       and p.reason_code is distinct from 'resolved' and b.resolved_by is null and not ${corrected('p')}
       and exists (select 1 from unnest($1::text[]) pattern
         where p.reason_code = pattern or strpos(lower(coalesce(p.reason, '')), lower(pattern)) > 0)
       and not exists (select 1 from payrun.payment o where o.merchant_id = p.merchant_id and o.reference = p.reference
         and (o.generation > p.generation or o.state in ('ready', 'batched', 'processed', 'unknown', 'discrepancy', 'held', 'dismissed')))
       and a.account_fp is not null and a.account_fp = coalesce(p.paid_account_fp, p.account_fp)
       and (p.account_fp is null or p.account_fp = a.account_fp)
     order by p.run_id, p.row`,
    [reasons, times, days, now],
  );
  return new Map(
    [...Map.groupBy(rows, (row) => row.run_id)].map(([run, of]) => [run, of.map(({ reference }) => reference)]),
  );
}
