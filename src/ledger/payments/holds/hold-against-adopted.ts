import { otherPayment, sqlMessage } from '../../db/message-sql.ts';
import { LIVE_IN_BATCH } from '../../db/state-lists.ts';
import { isPurgedName, normalizePersonName } from '../person-name.ts';
import { hidesDuplicate, isTriedNeighbor } from './hold-within-sheet.ts';

export const visibleEnd = (hint: string): string => `lower(substring(${hint} from '[^[:space:]*]+$'))`;
const seen = (payment: string): string => visibleEnd(`${payment}.account_hint`);
/** SQL condition that two accounts can be the same, judging by their visible ends. */
export const mayBeSameAccount = (a: string, b: string): string =>
  `coalesce(right(${a}, least(length(${a}), length(${b}))) = right(${b}, least(length(${a}), length(${b}))), true)`;

/** SQL condition that payments `a` and `b` go to the same name and, as far as visible, the same account. */
export const samePersonAsSeen = (a: string, b: string): string =>
  `(${normalizePersonName(`${a}.recipient_name`)} = ${normalizePersonName(`${b}.recipient_name`)} and ${mayBeSameAccount(seen(a), seen(b))})`;

/** Values for messages about the adopted payment `o`. */
const ADOPTED = {
  reference: 'p.reference',
  other: 'o.reference',
  ...otherPayment('o.state'),
} as const;

/**
 * SQL that sets `set` of rows that meet `of`, with the same amount and name, and as far as visible the same account, as
 * a payment adopted from the payout service. The bank details of adopted payments are unknown, and the e-mail of the
 * row may have been corrected. Searches by amount, which has an index, and compares names only of those matches. `$1`
 * is the run, `$2` the window in days.
 */
const likeAdopted = (set: string, of: (row: string) => string): string => `with adopted as materialized (
     select e.id, e.row, e.run_id, e.reference, e.state, e.created_at, e.final_at, e.remote_id, e.minor, e.currency, ${seen('e')} as seen,
       ${normalizePersonName('e.recipient_name')} as name, e.recipient_name_fp
     from payrun.payment e join payrun.run r on r.id = e.run_id and r.job = 'adopt'
     where e.merchant_id = (select merchant_id from payrun.run where id = $1) and e.account_fp is null and e.batch_id is not null
       and e.state in (${LIVE_IN_BATCH})
       and (e.minor, e.currency) in (select s.minor, s.currency from payrun.payment_row s where s.run_id = $1 and ${of('s')})),
   near as materialized (
     select n.id, n.minor, n.currency, n.derived_fp, n.corrected, n.replaces, ${seen('n')} as seen, n.recipient_name, ${normalizePersonName('n.recipient_name')} as name from payrun.payment_row n
     where n.run_id = $1 and ${of('n')} and (n.minor, n.currency) in (select minor, currency from adopted))
   update payrun.payment_row p set ${set}
   from (select distinct on (n.id) n.id as new_id, a.* from near n
           join adopted a on case when a.recipient_name_fp is null then a.name = n.name else ${isPurgedName('n.recipient_name', 'a.recipient_name_fp')} end
             and a.minor = n.minor and a.currency = n.currency and ${mayBeSameAccount('a.seen', 'n.seen')}
         where not ${isTriedNeighbor('a', 'n')} and (coalesce(a.final_at, a.created_at) > now() - $2 * interval '1 day'
           or a.reference = a.remote_id or (n.derived_fp is not null and a.state <> 'processed'))
         order by n.id, a.created_at desc) o
   where p.run_id = $1 and ${of('p')} and p.id = o.new_id`;

/** Such rows are put on hold; the reason of those on hold for another one names the payment too. */
export const HOLD_AGAINST_ADOPTED: readonly string[] = [
  likeAdopted(
    `state = 'held', reason_code = 'possible_duplicate', held_for = o.id, reason = ${sqlMessage('held_possible_duplicate.adopted', ADOPTED)}`,
    (row) => `${row}.state = 'ready'`,
  ),
  likeAdopted(
    `also_for = o.id, reason = p.reason || ' ' || ${sqlMessage('held_possible_duplicate.adopted_too', ADOPTED)}`,
    // Those that name a duplicate already say enough.
    (row) => `${hidesDuplicate(row)} and ${row}.also_for is null`,
  ),
];
