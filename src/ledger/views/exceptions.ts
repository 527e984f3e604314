import type { PaymentState } from '../../states.ts';
import type { Db } from '../db/db.ts';
import { isDryRun } from '../db/dry-run.ts';
import { type Scope, visible } from '../merchants/scope.ts';
import { REPORTED_RETURNED_AT } from '../payments/returned-at.ts';
import { likeText } from './run-list.ts';
import { stillToCorrect } from './runs-to-correct.ts';
import { SHOWN_PAYMENT, type ShownPayment } from './shown-payment.ts';

/** A payment that needs attention. */
export interface ExceptionPayment extends ShownPayment {
  /** When it failed or was returned; otherwise when its run was created. */
  readonly since: Date;
}

/**
 * Payments of all runs that are in one of these states, those of the oldest run first. Omits failed and returned rows
 * that a later run or a correction has taken over, and dry runs. `text`: a part of a reference or of the name of a
 * recipient. `after`: the run and row of the last payment of the previous page.
 */
export async function selectExceptions(
  db: Db,
  scope: Scope,
  {
    states,
    merchant,
    text,
    after,
    limit,
  }: {
    states: readonly PaymentState[];
    merchant: string | null;
    text: string | null;
    after: { run: bigint; row: number } | null;
    limit: number;
  },
): Promise<readonly ExceptionPayment[]> {
  const { rows } = await db.query<ExceptionPayment>(
    `select ${SHOWN_PAYMENT}, coalesce(${REPORTED_RETURNED_AT}, p.final_at, r.created_at) as since
     from (select * from payrun.run r where r.id in (
           select u.run_id from payrun.payment u where u.state in ('held', 'unknown', 'discrepancy') and ${visible('u.merchant_id')}
           union select f.run_id from payrun.payment f where f.state in ('failed', 'returned') and ${visible('f.merchant_id')}
           union select d.run_id from payrun.batch d where d.state = 'unknown' and ${visible('d.merchant_id')})
         and ($3::text is null or r.merchant_id = $3) and ($4::bigint is null or r.id >= $4) and not ${isDryRun('r')} order by r.id) r
       cross join lateral (
         select * from (
           select * from payrun.payment p where p.run_id = r.id and p.state = any($2)
             and (p.state not in ('failed', 'returned') or (${stillToCorrect('p')}))
           -- Payments of an unconfirmed batch are unconfirmed too.
           union all select p.* from payrun.batch d join payrun.payment p on p.batch_id = d.id
             where d.run_id = r.id and d.state = 'unknown' and p.state = 'batched' and 'unknown' = any($2)) p
         where ($4::bigint is null or (p.run_id, p.row) > ($4, $5::int))
           and ($7::text is null or p.reference ilike $7 or p.recipient_name ilike $7)
         order by p.row limit $6) p
       left join payrun.batch b on b.id = p.batch_id
     order by r.id, p.row limit $6`,
    [
      scope,
      states,
      merchant,
      after?.run ?? null,
      after?.row ?? null,
      limit,
      text === null ? null : `%${likeText(text)}%`,
    ],
  );
  return rows;
}
