import { LIVE_IN_BATCH } from '../db/state-lists.ts';
import { hintSql } from '../recipients/recipient-account.ts';

/** SQL condition that a batch was adopted from the payout service: no approval of its accounts is known. */
export const isAdopted = (batch: string): string =>
  `(${batch}.resolved_by is not null and ${batch}.approved_hash is null)`;

/**
 * The accounts that recipients were last paid to, as two parts of a `with`. Requires a part `who (recipient_id,
 * merchant_id, email_fp)` before it. `known_as` has all recipients with the same e-mail. `last` has the latest started
 * payment to any of them that did not fail and was not returned, by run and start numbers rather than a clock. Looks up
 * only the latest payment of each recipient, so that the cost does not grow with history.
 */
export const LAST_PAID = `
  known_as as materialized (
    select recipient_id, recipient_id as other from who
    union all select w.recipient_id, o.id from who w
      join payrun.recipient o on o.merchant_id = w.merchant_id and o.email_fp = w.email_fp and o.id <> w.recipient_id),
  last as materialized (
    select distinct on (k.recipient_id) k.recipient_id, l.* from known_as k cross join lateral (
      select e.id, e.run_id, e.row, e.state, e.final_at, e.currency, e.minor, e.paid_account_fp, e.paid_account_remote_id, e.paid_account_country,
        coalesce(e.account_hint, ${hintSql('e.merchant_id', 'e.paid_account_remote_id')}) as account_hint, b.started_at, b.start_no,
        ${isAdopted('b')} as is_adopted
      from payrun.payment e join payrun.batch b on b.id = e.batch_id
      where e.recipient_id = k.other and e.batch_id is not null and e.state in (${LIVE_IN_BATCH})
        and b.started_at is not null
      order by e.run_id desc limit 1) l
    order by k.recipient_id, l.start_no desc nulls last)`;

/** A part after `LAST_PAID`: the latest payment of a recipient that failed or was returned, if none was paid since. */
export const CAME_BACK = `
  came_back as materialized (
    select distinct on (k.recipient_id) k.recipient_id, c.* from known_as k cross join lateral (
      select e.id, e.state, e.paid_account_fp, e.paid_account_remote_id, b.start_no,
        coalesce(e.account_hint, ${hintSql('e.merchant_id', 'e.paid_account_remote_id')}) as account_hint
      from payrun.payment e join payrun.batch b on b.id = e.batch_id
      where e.recipient_id = k.other and e.batch_id is not null and e.state in ('failed', 'returned') and b.started_at is not null
      order by e.run_id desc limit 1) c
      left join last l on l.recipient_id = k.recipient_id
    where l.start_no is null or c.start_no > l.start_no
    order by k.recipient_id, c.start_no desc nulls last)`;

/**
 * SQL condition that an account differs from that of `last l`, or of another part. Compares bank details, or the
 * service's ids if only the service knows the bank details of one. Takes the columns of the account.
 */
export const otherThanLastPaid = (fingerprint: string, remoteId: string, last = 'l'): string =>
  `(case when ${last}.paid_account_fp is not null and ${fingerprint} is not null then ${last}.paid_account_fp <> ${fingerprint}
    else ${last}.paid_account_remote_id is distinct from ${remoteId} end)`;

/** SQL for the number of started batches of the merchant's other runs; `run` is the name of a row of `run`. */
export const getOtherStarts = (run: string): string =>
  `(select count(*) from payrun.batch s where s.merchant_id = ${run}.merchant_id and s.run_id <> ${run}.id and s.started_at is not null)`;
