import { LIVE_IN_BATCH } from '../db/live-states.ts';
import { hintOf } from '../recipients/account-hint.ts';
/**
 * Where everybody was last paid to, as two parts of a `with`. Behind a part `who (recipient_id, merchant_id, email_fp)`,
 * `known_as` has the recipients that are the same person, and `last` the latest payment to that person, under any key, that
 * was started and did not fail or come back: by number, whatever the clock was set to. Of everybody only the latest payment is looked up, so that years of history cost
 * nothing.
 */
export const LAST_PAID = `
  known_as as materialized (
    select recipient_id, recipient_id as other from who
    union all select w.recipient_id, o.id from who w
      join payrun.recipient o on o.merchant_id = w.merchant_id and o.email_fp = w.email_fp and o.id <> w.recipient_id),
  last as materialized (
    select distinct on (k.recipient_id) k.recipient_id, l.* from known_as k cross join lateral (
      select e.id, e.run_id, e.row, e.paid_account_fp, e.paid_account_remote_id,
        coalesce(e.account_hint, ${hintOf('e.merchant_id', 'e.paid_account_remote_id')}) as account_hint, b.started_at, b.start_no
      from payrun.payment e join payrun.batch b on b.id = e.batch_id
      where e.recipient_id = k.other and e.batch_id is not null and e.state in (${LIVE_IN_BATCH})
        and b.started_at is not null
      order by e.run_id desc limit 1) l
    order by k.recipient_id, l.start_no desc nulls last)`;

/**
 * Whether an account is another than that of `last l`. Two are the same where their bank details are; where of one only the
 * service knows them, where its id there is. Takes the columns of the account.
 */
export const otherThanLastPaid = (fingerprint: string, remoteId: string): string =>
  `(case when l.paid_account_fp is not null and ${fingerprint} is not null then l.paid_account_fp <> ${fingerprint}
    else l.paid_account_remote_id is distinct from ${remoteId} end)`;

/** How many batches of other runs of its merchant were started before this moment; takes the name of a row of `run`. */
export const startsOfOthers = (run: string): string =>
  `(select count(*) from payrun.batch s where s.merchant_id = ${run}.merchant_id and s.run_id <> ${run}.id and s.started_at is not null)`;
