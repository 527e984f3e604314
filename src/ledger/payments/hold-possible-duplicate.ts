import type { HoldCode } from '../../messages.ts';
import { sqlMessage } from '../db/sql-message.ts';
import { LIVE } from '../db/state-lists.ts';
import { corrected } from './correction.ts';
import type { RuleAgainstEarlier } from './due-rules.ts';
import { firstEarlier, SAME_ACCOUNT, SAME_PERSON, USED_BY } from './hold-against-earlier.ts';
import { HELD_FOR_ACCOUNT, hidesDuplicate, TRIED_BEFORE } from './hold-within-sheet.ts';
import { isSameName } from './person-name.ts';

/**
 * SQL condition that new row `n` and earlier payment `e` have the same amount. A number moved to the other amount
 * column matches even if its currency differs.
 */
const SAME_MONEY = `((e.minor = n.minor and (e.currency = n.currency or (e.fixed <> n.fixed and e.source_currency = n.source_currency)))
  or (e.paid_source_minor = n.minor and e.source_currency = n.currency)
  or (e.paid_target_minor = n.minor and e.paid_target_currency = n.currency))`;

/** Another e-mail must not bypass an unresolved hold of the same name and account. */
const HELD_UNDER_ANOTHER_EMAIL = `(e.state = 'held' and e.reason_code in (${HELD_FOR_ACCOUNT}) and ${isSameName('n', 'e')} and not ${corrected('e')})`;

/**
 * SQL for rows `n` that meet `of`, with an earlier payment `o` of the same amount to the same recipient or account under
 * another reference within the window: often one invoice twice. For a row without its own reference, unpaid live
 * payments count at any age.
 */
const sameAmountBefore = (of: string): string =>
  firstEarlier('duplicate', [...SAME_PERSON, SAME_ACCOUNT], {
    select: `e.id, e.row, e.run_id, e.reference, e.created_at, e.same_person,
       case when e.state = 'batched' and b.started_at is not null then 'started' else e.state end as state`,
    where: `${SAME_MONEY} and (e.state in (${LIVE}) or (not e.same_person and ${HELD_UNDER_ANOTHER_EMAIL}))
       and (coalesce(e.final_at, e.created_at) > now() - $2 * interval '1 day' or (n.derived_fp is not null and e.state <> 'processed'))`,
    order: 'e.same_person desc, e.created_at desc',
    of,
  });

/** A rerun's row that was tried before is not compared with its own sheet. */
const NOT_TRIED_BEFORE = `not (o.run_id is not distinct from (select parent_run from payrun.run where id = $1) and ${TRIED_BEFORE})`;

const reasonBy = (person: HoldCode, paypal: HoldCode, account: HoldCode): string =>
  `case when o.same_person then ${sqlMessage(person, USED_BY)}
       when p.account_hint like 'PayPal %' then ${sqlMessage(paypal, USED_BY)}
       else ${sqlMessage(account, USED_BY)} end`;

/**
 * Puts rows on hold that may be duplicates of earlier payments, and says so of those on hold for another reason, so that
 * whoever releases them knows. `$1` is the run, `$2` the window in days.
 */
export const HOLD_POSSIBLE_DUPLICATES: readonly RuleAgainstEarlier[] = [
  {
    due: 'duplicate',
    sql: `update payrun.payment_in p set state = 'held', reason_code = 'possible_duplicate', held_for = o.id,
     reason = ${reasonBy('held_possible_duplicate', 'held_possible_duplicate.paypal', 'held_possible_duplicate.account')}
   from (${sameAmountBefore(`n.state = 'new'`)}) o
   where p.run_id = $1 and p.state = 'new' and p.id = o.new_id and ${NOT_TRIED_BEFORE}`,
  },
  {
    due: 'duplicate',
    sql: `update payrun.payment_in p set reason = p.reason || ' ' || ${reasonBy(
      'held_possible_duplicate.too',
      'held_possible_duplicate.paypal_too',
      'held_possible_duplicate.account_too',
    )}
   from (${sameAmountBefore(hidesDuplicate('n'))}) o
   where p.run_id = $1 and ${hidesDuplicate('p')} and p.id = o.new_id and ${NOT_TRIED_BEFORE}`,
  },
];
