import { otherPayment, sqlMessage } from '../db/message-sql.ts';
import { LIVE } from '../db/state-lists.ts';
import { SAME_MONEY, sameAccount } from './holds/hold-against-earlier.ts';
import { normalizePersonName } from './person-name.ts';

/** Only of rows that were not purged: a purged one is older than every return. */
const SAME_NAME = `${normalizePersonName('n.recipient_name')} = ${normalizePersonName('e.recipient_name')}`;
/** Repeats within a sheet are for the hold rules, and a retry of a row repeats only its own payment. */
const OF_OTHER_SHEET = `e.merchant_id = n.merchant_id and e.run_id <> n.run_id
  and (n.replaces = e.id or not exists (select 1 from payrun.run again where again.id = n.run_id and again.parent_run = e.run_id))`;
/**
 * SQL conditions that payment `n` pays the same as earlier payment `e`, whatever their references: the same amount to
 * the same person or account, as for the hold rules.
 */
const equal = (...samePerson: readonly string[]): readonly string[] =>
  [...samePerson, sameAccount(SAME_NAME)].map((condition) => `${condition} and ${SAME_MONEY} and ${OF_OTHER_SHEET}`);

/** The columns that these conditions compare. */
const COMPARED = `id, run_id, merchant_id, row, derived_fp, recipient_fp, person_fp, account_key, account_hint, money_key, recipient_name,
  recipient_name_fp, fixed, currency, minor, source_currency, paid_source_minor, paid_target_currency, paid_target_minor, compared_no, replaces`;

/** SQL for the pairs of two small tables. */
const pairs = (earlier: string, later: string): string =>
  equal('e.recipient_fp = n.recipient_fp', 'e.person_fp = n.person_fp')
    .map((condition) => `select e.id as earlier, n.id as later from ${earlier} e join ${later} n on ${condition}`)
    .join(' union ');

/**
 * SQL for the ids of payments that ended unpaid in the last `days` days and equal a payment `o` that meets `about`, of
 * run `$1`. Not those that were paid again under their reference: their successor is compared.
 */
export const unpaidEqualTo = (about: string, days: string): string => `
  with unpaid as materialized (
    select ${COMPARED} from payrun.payment p
    where p.merchant_id = (select merchant_id from payrun.run where id = $1) and p.state in ('failed', 'returned')
      and p.batch_id is not null and p.final_at > now() - ${days} * interval '1 day'
      and not exists (select 1 from payrun.payment u where u.merchant_id = p.merchant_id and u.reference = p.reference and u.state in (${LIVE})
        and (u.recipient_fp, u.currency, u.minor) = (p.recipient_fp, p.currency, p.minor))),
  about as materialized (select ${COMPARED} from payrun.payment o where ${about} and exists (select 1 from unpaid))
  select earlier from (${pairs('unpaid', 'about')}) found`;

/** SQL for the ids of ready payments that equal payment `$1`, each condition by an index. */
export const READY_EQUAL = equal(
  'n.recipient_fp = e.recipient_fp',
  'n.recipient_fp = e.person_fp and n.person_fp = e.person_fp',
  'n.person_fp = e.person_fp and n.person_fp <> n.recipient_fp',
)
  .map(
    (condition) =>
      `select n.id from payrun.payment e join payrun.payment n on ${condition} where e.id = $1 and n.state = 'ready'`,
  )
  .join(' union ');

/** SQL for why a payment is on hold for payment `o`, whose status is `s`, which it equals. */
export const EQUAL_REASON = sqlMessage('held_possible_duplicate', {
  reference: 'p.reference',
  other: 'o.reference',
  ...otherPayment('s.state'),
});

/**
 * SQL for the payments of batch `$1` that equal one that was found to be paid after they were last compared, as pairs
 * of `earlier` and `later`. A user who released them since then knew this.
 */
export const EQUAL_FOUND_PAID = `
  with paid as materialized (
    select ${COMPARED} from payrun.payment p
    where p.merchant_id = (select merchant_id from payrun.batch where id = $1) and p.found_paid and p.state in (${LIVE}) and p.compared_no is not null),
  about as materialized (
    select ${COMPARED} from payrun.payment o where o.batch_id = $1 and o.state = 'batched' and exists (select 1 from paid))
  select found.* from (${pairs('paid', 'about')}) found
    join paid on paid.id = found.earlier join about on about.id = found.later join payrun.run r on r.id = about.run_id
  where paid.compared_no > coalesce(about.compared_no, r.compared_no, 0)`;
