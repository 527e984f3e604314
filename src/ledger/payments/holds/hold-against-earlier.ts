import type { HoldCode } from '../../../messages.ts';
import { pastStateSql, sqlMessage } from '../../db/message-sql.ts';
import { LIVE, LIVE_IN_BATCH } from '../../db/state-lists.ts';
import { accountSentenceSql, hintSql } from '../../recipients/recipient-account.ts';
import { corrected, isReplaced } from '../correction.ts';
import { type DueRule, isDue, type RuleAgainstEarlier } from '../due-rules.ts';
import { isAdopted } from '../last-paid-account.ts';
import { isSameName } from '../person-name.ts';
import { ANY_DETAIL } from '../sealed-row.ts';
import { mayBeSameAccount, visibleEnd } from './hold-against-adopted.ts';
import { HELD_FOR_ACCOUNT, hidesDuplicate, isTriedNeighbor, NAME_IS_ACCOUNT } from './hold-within-sheet.ts';

/**
 * SQL conditions that earlier payment `e` is to the recipient of new row `n`: under the same key or e-mail. A recipient
 * known only by e-mail has it as key; the index of e-mails covers the others. Ready payments have their own index.
 */
export const SAME_PERSON: readonly string[] = [
  ...["e.state = 'ready'", "e.state <> 'ready'"].flatMap((state) => [
    `${state} and e.recipient_fp = n.recipient_fp`,
    `${state} and e.recipient_fp = n.person_fp and e.person_fp = n.person_fp and n.person_fp <> n.recipient_fp`,
  ]),
  'e.person_fp = n.person_fp and e.person_fp <> e.recipient_fp',
];
/**
 * The same name, or the same amount and memo whatever the name: initials, a maiden name and a trade name have no common
 * form.
 */
const sameNameOrMemo = (sameName: string): string => `(e.money_key = n.money_key or ${sameName})`;
const SAME_NAME = isSameName('n', 'e');
/**
 * The same account under any recipient: their e-mail or name may have been corrected. If both rows have their own
 * references, which mark them as two payments, only under the same name or with the same memo: an agency can have one
 * account for many people.
 */
export const sameAccount = (
  sameName: string,
): string => `e.account_key = n.account_key and e.recipient_fp <> n.recipient_fp
  and (n.derived_fp is not null or e.derived_fp is not null or (not ${NAME_IS_ACCOUNT('n')} and ${sameNameOrMemo(sameName)}))`;
export const SAME_ACCOUNT = sameAccount(SAME_NAME);

/**
 * SQL for each row `n` for which `rule` is due, as `new_id`, with the first by `order` of the merchant's payments `e`
 * of other runs that meet `where` and one of `conditions`; each condition has an index. Selects the columns `select`
 * from `e`, its batch `b` and `n`. Only new rows, unless `of` is the condition of others. `offset 0` makes the planner
 * search the index for each row instead of reading the whole table for one join.
 */
export const firstEarlier = (
  rule: DueRule,
  conditions: readonly string[],
  {
    select,
    where,
    order,
    of = `n.state = 'ready'`,
  }: { readonly select: string; readonly where: string; readonly order: string; readonly of?: string },
): string => `select n.id as new_id, a.* from payrun.payment_row n cross join lateral (
    select ${select} from (${conditions
      .map(
        (condition) => `select e.*, ${condition !== SAME_ACCOUNT} as same_person from payrun.payment e
        where e.merchant_id = n.merchant_id and e.run_id <> n.run_id and ${condition}`,
      )
      .join(' union all ')} offset 0) e
    left join payrun.batch b on b.id = e.batch_id
    where ${where} order by ${order} limit 1) a
  where n.run_id = $1 and ${of} and ${isDue(rule, 'n')}`;

/** The account that payment `o` was paid to; null if unknown, as for a batch of another ledger. */
const PAID_TO = 'coalesce(o.paid_account_fp, o.account_fp)';
/** Fields in which row `n` differs from payment `o`, which was paid under its reference. */
const DIFFERS = {
  amount: '(n.minor, n.fixed) is distinct from (o.minor, o.fixed)',
  currency: '(n.currency, n.source_currency) is distinct from (o.currency, o.source_currency)',
  recipient: '(n.recipient_fp is distinct from o.recipient_fp and n.person_fp is distinct from o.person_fp)',
  account: `(n.account_fp <> ${PAID_TO})`,
} as const;
/** A row that names no account does not ask for another one. */
const KNOWN_ACCOUNT = `(n.account_fp is null or ${PAID_TO} is not null)`;
/** The fields that differ, as a list: "amount, recipient and account". */
const DIFFERENCES = `regexp_replace(concat_ws(', ', ${Object.entries(DIFFERS)
  .map(([what, differs]) => `case when ${differs} then '${what}' end`)
  .join(', ')}), ', ([a-z]+)$', ' and \\1')`;

const dayOf = (time: string): string => `to_char(${time} at time zone 'UTC', 'YYYY-MM-DD')`;
/** Values for messages about the existing payment `o`. */
const USED_BY = {
  reference: 'p.reference',
  other: 'o.reference',
  row: 'o.row',
  run: 'o.run_id',
  state: pastStateSql('o.state'),
  day: dayOf('o.created_at'),
} as const;

/** Values for messages about bank details of row `p` other than those last paid, by payment `o`. */
const CHANGED = {
  old: accountSentenceSql('o.old_hint'),
  now: accountSentenceSql('p.account_hint'),
  details: `'${ANY_DETAIL}'`,
  day: dayOf('o.started_at'),
  row: 'o.row',
  run: 'o.run_id',
  reference: 'p.reference',
} as const;

const OLD_HINT = `coalesce(e.account_hint, ${hintSql('e.merchant_id', 'e.paid_account_remote_id')})`;

/** SQL condition that row `n` may name the account of payment `e`, whose visible end is all that is known. */
const MAY_BE_LAST_PAID = `(e.paid_account_fp is null and ${mayBeSameAccount(visibleEnd(OLD_HINT), visibleEnd('n.account_hint'))})`;

/** SQL condition that payment `e` was adopted, to another account than its recipient has now. */
const ADOPTED_ELSEWHERE = `(${isAdopted('b')} and not exists (select 1 from payrun.recipient r
  where r.id = e.recipient_id and r.account_remote_id = e.paid_account_remote_id))`;

/** SQL condition that payment `o` of another run has the derived reference of row `p`. */
const sameDerived = (p: string): string =>
  `o.merchant_id = ${p}.merchant_id and o.derived_fp = ${p}.derived_fp and o.run_id <> ${p}.run_id`;

/** SQL condition for a row without its own reference that was paid before the window and is not being paid now. */
const PAID_LONG_AGO = `p.run_id = $1 and p.state = 'ready' and ${isDue('reference', 'p')} and p.derived_fp is not null and not $3
     and exists (select 1 from payrun.payment o where ${sameDerived('p')} and o.state = 'processed')
     and not exists (select 1 from payrun.payment o where ${sameDerived('p')} and (o.state in ('ready', 'batched', 'unknown', 'discrepancy')
         or (o.state = 'processed' and coalesce(o.final_at, o.created_at) > now() - $2 * interval '1 day')))`;

/** SQL for the next unused suffix of row `p`'s derived reference. */
export const nextNumber = (
  p: string,
): string => `(select 1 + max(case when o.reference ~ '-[0-9]{1,6}$' and length(o.reference) > length(${p}.reference)
    then substring(o.reference from '[0-9]+$')::int else 1 end) from payrun.payment o
  where ${sameDerived(p)} and o.state in (${LIVE}))`;

/**
 * Live payments `o` with the reference of row `n` in any form, one query per form and each by an index: a join on all
 * forms at once compares every row with every other.
 */
const USERS_OF_REFERENCE = [
  'o.reference = n.reference',
  'o.reference = n.reference_key',
  'o.reference_key = coalesce(n.reference_key, n.reference)',
  `o.derived_fp = n.derived_fp and (o.state <> 'processed' or $3 or coalesce(o.final_at, o.created_at) > now() - $2 * interval '1 day')`,
]
  .map(
    (same) => `select o.* from payrun.payment o
      where o.merchant_id = n.merchant_id and o.run_id <> n.run_id and o.state in (${LIVE}) and ${same}`,
  )
  .join(' union all ');

/**
 * Rows whose reference was paid with the same data: nothing is left to pay. Runs before the rows are compared with each
 * other, so that no paid rows are put on hold. Ignores derived references: the same payment each week is a new payment.
 */
export const ALREADY_PAID: RuleAgainstEarlier = {
  due: 'reference',
  sql: `update payrun.payment_row p set state = 'already_paid', reason_code = 'already_paid', held_for = o.id,
     reason = ${sqlMessage('already_paid', { row: 'o.row', run: 'o.run_id', day: dayOf('coalesce(o.final_at, o.created_at)') })}
   from (select n.id as new_id, o.* from payrun.payment_row n cross join lateral (
           select o.id, o.row, o.run_id, o.final_at, o.created_at from payrun.payment o
           where o.merchant_id = n.merchant_id and o.reference = n.reference and o.state = 'processed' and o.run_id <> n.run_id
             and ${DIFFERENCES} = '' and ${KNOWN_ACCOUNT} offset 0) o
         where n.run_id = $1 and n.state = 'ready' and ${isDue('reference', 'n')} and n.derived_fp is null) o
   where p.run_id = $1 and p.id = o.new_id`,
};

/**
 * Hold rules for a sheet against everything that the merchant paid before. `$1` is the run, `$2` the window in days,
 * `$3` true for a rerun.
 */
export const HOLDS_AGAINST_EARLIER: readonly (string | RuleAgainstEarlier)[] = [
  // Most rows without references were paid before: it is the same sheet again or next month's, and only a user can say
  // which, with one release for all. Not in a rerun, in which the row is the old payment itself.
  {
    due: 'reference',
    sql: `with again as (select p.id, p.merchant_id, p.derived_fp, p.run_id from payrun.payment_row p where ${PAID_LONG_AGO})
   update payrun.payment_row p set state = 'held', reason_code = 'same_sheet', held_for = o.id,
     reason = ${sqlMessage('held_same_sheet', USED_BY)}
   from (select a.id as new_id, o.* from again a cross join lateral (
           select o.id, o.row, o.run_id, o.reference, o.state, o.created_at from payrun.payment o
           where ${sameDerived('a')} and o.state = 'processed' order by o.created_at desc limit 1) o) o
   where p.run_id = $1 and p.id = o.new_id and 2 * (select count(*) from again) > (
     select count(*) from payrun.payment_row where run_id = $1 and state = 'ready' and derived_fp is not null)`,
  },

  // Only a few rows were paid before: they are new payments of the same kind, each with its own reference.
  {
    due: 'reference',
    sql: `update payrun.payment_row p set reference = p.reference || '-' || ${nextNumber('p')} where ${PAID_LONG_AGO}`,
  },

  // A reference that is live, in this spelling or another; an exact match takes precedence.
  {
    due: 'reference',
    sql: `update payrun.payment_row p set state = 'held', held_for = o.id,
     reason_code = case when not o.exact then 'similar_reference' when o.differs <> '' then 'paid_differently' else 'duplicate_reference' end,
     reason = case when not o.exact then ${sqlMessage('held_similar_reference', USED_BY)}
       when o.differs <> '' then ${sqlMessage('held_paid_differently', { ...USED_BY, reference: 'o.reference', differs: 'o.differs', day: dayOf('coalesce(o.final_at, o.created_at)') })}
       when p.derived_fp is null then ${sqlMessage('held_duplicate_reference', { ...USED_BY, reference: 'o.reference' })}
       else ${sqlMessage('held_duplicate_reference.derived', { ...USED_BY, reference: 'o.reference' })} end
   from (select n.id as new_id, o.* from payrun.payment_row n cross join lateral (
           select o.id, o.row, o.run_id, o.reference, o.created_at, o.final_at,
             (select s.state from payrun.payment_status s where s.payment = o.id) as state,
             case when o.state = 'processed' and o.reference = n.reference and n.derived_fp is null then ${DIFFERENCES} else '' end as differs,
             coalesce(o.reference = n.reference or o.derived_fp = n.derived_fp, false) as exact
           from (${USERS_OF_REFERENCE} offset 0) o order by exact desc, o.created_at desc limit 1) o
         where n.run_id = $1 and n.state = 'ready' and ${isDue('reference', 'n')}) o
   where p.run_id = $1 and p.id = o.new_id`,
  },

  // Runs that take rows of an earlier run may read the same row at once: the one that is compared first pays it.
  `update payrun.payment_row p set state = 'held', reason_code = 'reference_conflict', held_for = e.id,
     reason = ${sqlMessage('held_reference_conflict.replaced', { row: 'e.row', run: 'e.run_id' })}
   from payrun.payment e
   where p.run_id = $1 and p.state = 'ready' and e.id = p.replaces and case when p.corrected then ${isReplaced('e')} else ${corrected('e')} end`,

  // Another run is about to pay this recipient to other bank details, and the payout service pays a recipient to one
  // account only.
  {
    due: 'account',
    sql: `update payrun.payment_row p set state = 'held', reason_code = 'account_in_flight', held_for = o.id,
     reason = ${sqlMessage('held_account_in_flight', { row: 'o.row', run: 'o.run_id' })}
   from (${firstEarlier('account', SAME_PERSON, {
     select: 'e.id, e.row, e.run_id',
     where: `n.account_fp is not null and ((e.state = 'ready' and e.account_fp <> n.account_fp)
       or (e.state = 'batched' and b.started_at is null and e.paid_account_fp is distinct from n.account_fp))`,
     order: 'e.created_at desc',
   })}) o
   where p.run_id = $1 and p.state = 'ready' and p.id = o.new_id`,
  },

  // Bank details that differ from those last paid are the classic payment fraud; a user other than the uploader must
  // release them. Details that only the payout service knows cannot be compared and are treated as different. An
  // adopted payment is skipped if it may have gone to the account of the row: nearly all its accounts would be treated
  // as changed and hide the duplicates, which the next rule finds; the row is compared with the payment before it. Rows
  // without details are compared after the sync: see hold-changed-accounts.ts.
  {
    due: 'account',
    sql: `update payrun.payment_row p set state = 'held', reason_code = 'account_changed', held_for = o.id,
     account_asked = encode(p.account_fp, 'hex'), account_uncertain = o.may_be_last_paid,
     reason = case when o.may_be_last_paid
       then ${sqlMessage('held_account_changed.maybe', CHANGED)}
       when o.old_hint = p.account_hint then ${sqlMessage('held_account_changed.alike', CHANGED)} else ${sqlMessage('held_account_changed', CHANGED)} end
   from (${firstEarlier('account', SAME_PERSON, {
     select: `e.id, e.row, e.run_id, e.paid_account_fp, b.started_at, ${OLD_HINT} as old_hint, ${MAY_BE_LAST_PAID} as may_be_last_paid`,
     where: `(e.paid_account_fp is not null or e.paid_account_remote_id is not null) and b.started_at is not null
       and e.state in (${LIVE_IN_BATCH}) and not (${ADOPTED_ELSEWHERE} and ${MAY_BE_LAST_PAID})`,
     // Two recipients who share an e-mail and are paid by one batch: each is compared with their own payment.
     order: 'b.start_no desc nulls last, (e.recipient_fp = n.recipient_fp) desc, e.row desc',
   })}) o
   where p.run_id = $1 and p.state = 'ready' and p.id = o.new_id and p.account_fp is not null
     and p.account_fp is distinct from o.paid_account_fp`,
  },
];

/** SQL condition that row `n` repeats the same row of its sheet as `o` did of its own. */
const SAME_TWIN_IN_SHEET = `(n.reason_code = 'possible_duplicate' and coalesce(o.held_for, n.held_for) is null
  and (o.twin_row, o.twin_reference) = (n.twin_row, n.twin_reference))`;

/** Data taken over from earlier payments after the holds are known. */
export const TAKEN_FROM_EARLIER: readonly RuleAgainstEarlier[] = [
  // The same hold of the same, unchanged row was dismissed before. Not for derived references, which later payments of
  // the same kind share, and not for rows that contradict each other, because the other row may have changed.
  {
    due: 'reference',
    sql: `update payrun.payment_row p set state = 'dismissed', dismissed_by = o.dismissed_by, reason = o.reason
   from (select n.id as new_id, o.* from payrun.payment_row n cross join lateral (
           select o.dismissed_by, o.reason from payrun.payment o
           where o.merchant_id = n.merchant_id and o.reference = n.reference and o.state = 'dismissed'
             and o.run_id <> n.run_id and o.reason_code = n.reason_code and o.derived_fp is null
             and (o.held_for = n.held_for or n.reason_code = 'dismissed_before' or ${SAME_TWIN_IN_SHEET})
             and (o.recipient_fp, o.account_fp, o.fixed, o.source_currency, o.currency, o.minor)
               is not distinct from (n.recipient_fp, n.account_fp, n.fixed, n.source_currency, n.currency, n.minor)
           order by o.run_id desc limit 1) o
         where n.run_id = $1 and n.state = 'held' and ${isDue('reference', 'n')} and n.derived_fp is null) o
   where p.run_id = $1 and p.id = o.new_id`,
  },

  // A reference whose earlier payment was not paid starts a new generation.
  {
    due: 'reference',
    sql: `update payrun.payment_row p set previous_id = o.id, generation = o.generation + 1
   from (select n.id as new_id, o.* from payrun.payment_row n cross join lateral (
           select e.id, e.generation, e.state from payrun.payment e join payrun.run r on r.id = e.run_id and r.intake_at is not null
           where e.merchant_id = n.merchant_id and e.reference = n.reference and e.run_id <> n.run_id
           order by e.generation desc, e.created_at desc, e.id limit 1) o
         where n.run_id = $1 and n.state = 'ready' and ${isDue('reference', 'n')}
           and o.state in ('failed', 'returned', 'canceled', 'held', 'invalid', 'already_paid', 'dismissed')) o
   where p.run_id = $1 and p.id = o.new_id`,
  },
];

/**
 * SQL condition that new row `n` and earlier payment `e` have the same amount. A number moved to the other amount
 * column matches even if its currency differs.
 */
export const SAME_MONEY = `((e.minor = n.minor and (e.currency = n.currency or (e.fixed <> n.fixed and e.source_currency = n.source_currency)))
  or (e.paid_source_minor = n.minor and e.source_currency = n.currency)
  or (e.paid_target_minor = n.minor and e.paid_target_currency = n.currency))`;

/** Another e-mail must not bypass an unresolved hold of the same name, or amount and memo, and account. */
const HELD_UNDER_ANOTHER_EMAIL = `(e.state = 'held' and e.reason_code in (${HELD_FOR_ACCOUNT}) and ${sameNameOrMemo(SAME_NAME)} and not ${corrected('e')})`;

/**
 * SQL for rows `n` that meet `of`, with an earlier payment `o` of the same amount to the same recipient or account
 * under another reference within the window: often one invoice twice. For a row without its own reference, unpaid live
 * payments count at any age.
 */
const sameAmountBefore = (of: string): string =>
  firstEarlier('duplicate', [...SAME_PERSON, SAME_ACCOUNT], {
    select: `e.id, e.row, e.run_id, e.reference, e.created_at, e.same_person,
       case when e.state = 'batched' and b.started_at is not null then 'started' else e.state end as state`,
    where: `${SAME_MONEY} and (e.state in (${LIVE}) or (not e.same_person and ${HELD_UNDER_ANOTHER_EMAIL}))
       and (coalesce(e.final_at, e.created_at) > now() - $2 * interval '1 day' or (n.derived_fp is not null and e.state <> 'processed'))
       and not ${isTriedNeighbor('e', 'n')}`,
    order: 'e.same_person desc, e.created_at desc',
    of,
  });

const reasonBy = (person: HoldCode, paypal: HoldCode, account: HoldCode): string =>
  `case when o.same_person then ${sqlMessage(person, USED_BY)}
       when p.account_hint like 'PayPal %' then ${sqlMessage(paypal, USED_BY)}
       else ${sqlMessage(account, USED_BY)} end`;

/**
 * Puts rows on hold that may be duplicates of earlier payments, and adds this to the reason of rows already on hold, so
 * that the user who releases them knows. `$1` is the run, `$2` the window in days.
 */
export const HOLD_POSSIBLE_DUPLICATES: readonly RuleAgainstEarlier[] = [
  {
    due: 'duplicate',
    sql: `update payrun.payment_row p set state = 'held', reason_code = 'possible_duplicate', held_for = o.id,
     reason = ${reasonBy('held_possible_duplicate', 'held_possible_duplicate.paypal', 'held_possible_duplicate.account')}
   from (${sameAmountBefore(`n.state = 'ready'`)}) o
   where p.run_id = $1 and p.state = 'ready' and p.id = o.new_id`,
  },
  {
    due: 'duplicate',
    sql: `update payrun.payment_row p set also_for = o.id, reason = p.reason || ' ' || ${reasonBy(
      'held_possible_duplicate.too',
      'held_possible_duplicate.paypal_too',
      'held_possible_duplicate.account_too',
    )}
   from (${sameAmountBefore(hidesDuplicate('n'))}) o
   where p.run_id = $1 and ${hidesDuplicate('p')} and p.id = o.new_id`,
  },
];
