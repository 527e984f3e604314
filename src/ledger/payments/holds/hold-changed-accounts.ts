import type { Db } from '../../db/db.ts';
import { sqlMessage } from '../../db/message-sql.ts';
import { accountSentenceSql, hintSql } from '../../recipients/recipient-account.ts';
import { getOtherStarts, LAST_PAID, otherThanLastPaid } from '../last-paid-account.ts';
import { ANY_DETAIL } from '../sealed-row.ts';
import { mayBeSameAccount, visibleEnd } from './hold-against-adopted.ts';

/** SQL for the recipient's current account as the ledger knows it; never null, so that it can be compared. */
const ACCOUNT_NOW = `coalesce(encode(r.account_fp, 'hex'), r.account_remote_id, '-')`;

/** SQL for the masked text of that account. */
const NEW_HINT = `coalesce(${hintSql('r.merchant_id', 'r.account_remote_id')}, r.account_hint)`;

const DAY = `to_char(m.started_at at time zone 'UTC', 'YYYY-MM-DD')`;

const CHANGED = {
  old: accountSentenceSql('m.old_hint'),
  now: accountSentenceSql('m.new_hint'),
  details: `'${ANY_DETAIL}'`,
  day: DAY,
  row: 'm.row',
  run: 'm.run_id',
  reference: 'p.reference',
} as const;

const MAY_BE_LAST_PAID = `(m.old_fp is null and ${mayBeSameAccount(visibleEnd('m.old_hint'), visibleEnd('m.new_hint'))})`;

const PLANNED = `p.batch_id = any($1::uuid[]) and p.state = 'batched'`;

const HOLDS: readonly string[] = [
  // Another run, or a change in the payout service, has replaced the recipient's account since the row was synced, and
  // only a user can say which is right. The ledger forgets bank details that the service contradicted; a run that
  // changes them records its own.
  `update payrun.payment p set state = 'held', batch_id = null, reason_code = 'account_conflict',
     reason = case when r.account_fp is null and r.intent is distinct from 'create_account'
       then ${sqlMessage('held_account_conflict.service')} else ${sqlMessage('held_account_conflict.run')} end
   from payrun.recipient r where ${PLANNED} and r.id = p.recipient_id
     and p.account_fp is not null and p.account_fp is distinct from r.account_fp`,

  // An account change was started and its outcome is unconfirmed, so the account that the service pays is unknown.
  `update payrun.payment p set state = 'held', batch_id = null, reason_code = 'account_in_flight',
     reason = ${sqlMessage('held_account_in_flight.run', { run: 'r.intent_run' })}
   from payrun.recipient r where ${PLANNED} and r.id = p.recipient_id and r.intent = 'create_account'`,

  // A row without bank details is paid to the recipient's current account, whichever run or change set it; a released
  // row may have been on hold for another reason; and the hold rules could not see payments of other runs since then.
  // So compare the account with the one last paid. A recipient who was never paid may be paid to an account that a row
  // of this run names, or that the service had before Payrun knew it.
  `with mine as materialized (
     select p.id, p.recipient_id, p.account_fp, p.account_asked, r.merchant_id, r.email_fp
     from payrun.payment p join payrun.recipient r on r.id = p.recipient_id where ${PLANNED}
       and (p.account_fp is null or p.released_by is not null or (
         select n.starts_seen is distinct from ${getOtherStarts('n')} from payrun.run n
         where n.id = (select b.run_id from payrun.batch b where b.id = ($1::uuid[])[1])))),
   who as materialized (select distinct recipient_id, merchant_id, email_fp from mine),
   ${LAST_PAID},
   named as materialized (select distinct p.recipient_id, p.account_fp from payrun.payment p
     where ${PLANNED} and p.account_fp is not null),
   moved as (
     select m.id, ${ACCOUNT_NOW} as account, ${NEW_HINT} as new_hint, l.account_hint as old_hint, l.paid_account_fp as old_fp, l.id as held_for, l.run_id, l.row, l.started_at
     from mine m join payrun.recipient r on r.id = m.recipient_id left join last l on l.recipient_id = m.recipient_id
       left join named o on o.recipient_id = m.recipient_id and o.account_fp = r.account_fp
     where m.account_asked is distinct from ${ACCOUNT_NOW} and case when l.id is not null then ${otherThanLastPaid('r.account_fp', 'r.account_remote_id')}
       else m.account_fp is null and r.account_fp is not null and o.recipient_id is null
         and not exists (select 1 from payrun.payment e join payrun.batch b on b.id = e.batch_id
           where e.recipient_id = r.id and e.batch_id is not null and e.paid_account_fp = r.account_fp and b.started_at is not null)
       end)
   update payrun.payment p set state = 'held', batch_id = null, reason_code = 'account_changed', account_asked = m.account,
     account_uncertain = coalesce(m.held_for is not null and ${MAY_BE_LAST_PAID}, false), held_for = m.held_for, reason = case when m.held_for is null
       then ${sqlMessage('held_account_changed.unpaid', { reference: 'p.reference', now: accountSentenceSql('m.new_hint') })}
       when ${MAY_BE_LAST_PAID} then ${sqlMessage('held_account_changed.maybe', CHANGED)}
       when m.old_hint = m.new_hint then ${sqlMessage('held_account_changed.alike', CHANGED)} else ${sqlMessage('held_account_changed', CHANGED)} end
   from moved m where p.id = m.id`,
];

/**
 * Takes payments out of planned batches and puts them on hold if they would go to an account other than the one last
 * paid, unless they were released for that account. Call it in the transaction of the plan, which locks the merchant's
 * row, so that no run changes an account before the batch is recorded.
 */
export async function holdChangedAccounts(db: Db, run: bigint, batches: readonly string[]): Promise<void> {
  for (const sql of HOLDS) await db.query(sql, [batches]);
  // Their recipients are read and matched again when they are released. A payment in a batch keeps its recipient.
  await db.query(
    `update payrun.payment set recipient_id = null where run_id = $1 and state = 'held' and recipient_id is not null`,
    [run],
  );
}
