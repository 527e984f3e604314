import type { HoldCode } from '../../../messages.ts';
import type { Db } from '../../db/db.ts';
import { otherPayment, sqlMessage } from '../../db/message-sql.ts';
import { LIVE, LIVE_IN_BATCH } from '../../db/state-lists.ts';
import type { Vault } from '../../vault/vault.ts';
import { useNameKey } from '../person-name.ts';
import { samePersonAsSeen } from './hold-against-adopted.ts';
import { SAME_ACCOUNT, SAME_MONEY, SAME_PERSON } from './hold-against-earlier.ts';

/** A payment on hold, and the payment since then that may be the same one. */
export interface FoundSince {
  readonly id: string;
  readonly run: bigint;
  readonly reference: string;
  readonly otherRun: bigint;
  readonly otherRow: number;
  readonly otherReference: string;
}

/** SQL for the numbers of comparisons, in which a higher one came later. */
const comparedOf = (payment: string, run: string): string => `coalesce(${payment}.compared_no, ${run}.compared_no, 0)`;

type Kind = 'reference' | 'person' | 'account';
const OTHER_REFERENCE = 'e.reference <> n.reference';
/** Conditions that payment `e` may be payment `n`, each by an index. */
const CONDITIONS: readonly (readonly [Kind, string])[] = [
  ['reference', 'e.derived_fp = n.derived_fp'],
  ['reference', `e.reference = n.reference_key and ${OTHER_REFERENCE}`],
  ['reference', `e.reference_key = coalesce(n.reference_key, n.reference) and ${OTHER_REFERENCE}`],
  ...SAME_PERSON.map((condition) => ['person', `${condition} and ${SAME_MONEY}`] as const),
  ['account', `${SAME_ACCOUNT} and ${SAME_MONEY}`],
];

const AT = 'coalesce(e.final_at, e.created_at)';
const DAYS = `$2 * interval '1 day'`;
/** SQL condition that `e` is near `n`, or near now. A payment without its own reference counts until it is paid. */
const WITHIN = `(${AT} > now() - ${DAYS} or ${AT} between n.created_at - ${DAYS} and n.created_at + ${DAYS}
  or (n.derived_fp is not null and e.state <> 'processed'))`;
/**
 * SQL condition that `e` is paid, will be, or is released together with `n`. A payment whose own reference is live
 * cannot be released at all, so it is not asked about.
 */
const COUNTS = `((e.state in (${LIVE}) and not (n.derived_fp is null and e.reference = n.reference))
  or (e.state = 'held' and e.id = any($1::uuid[])))`;
const NEWER = `${comparedOf('e', 'er')} > n.seen_no`;

/** Payments of adopted batches, whose name and last account characters are all that is known. */
const ADOPTED = `select e.id, 'name' as kind from payrun.payment e join payrun.run er on er.id = e.run_id and er.job = 'adopt'
  where e.merchant_id = n.merchant_id and e.account_fp is null and e.batch_id is not null and e.state in (${LIVE_IN_BATCH})
    and e.minor = n.minor and e.currency = n.currency and ${samePersonAsSeen('e', 'n')} and ${NEWER}
    and (${WITHIN} or e.reference = e.remote_id)`;

const FIND = `with n as materialized (
    select p.*, ${comparedOf('p', 'r')} as seen_no from payrun.payment p join payrun.run r on r.id = p.run_id
    where p.id = any($1::uuid[]) and p.state = 'held')
  select n.id, n.run_id as run, n.reference, found.id as other, found.kind from n cross join lateral (
    select e.id, e.kind, e.created_at from (${CONDITIONS.map(
      ([kind, condition]) => `select e.*, '${kind}' as kind from payrun.payment e
        where e.merchant_id = n.merchant_id and e.run_id <> n.run_id and ${condition}`,
    ).join(' union all ')} offset 0) e join payrun.run er on er.id = e.run_id
    where ${COUNTS} and ${NEWER} and (e.kind = 'reference' or ${WITHIN})
    union all
    select o.id, o.kind, null from (${ADOPTED}) o
    order by created_at desc nulls last limit 1) found`;

const OTHER = {
  other: 'o.reference',
  ...otherPayment('s.state'),
} as const;
const since = (code: HoldCode): string => sqlMessage(code, OTHER);
const REASON = `case f.kind when 'reference' then ${since('held_possible_duplicate.reference_since')}
  when 'account' then ${since('held_possible_duplicate.account_since')}
  when 'name' then ${since('held_possible_duplicate.name_since')}
  else ${since('held_possible_duplicate.since')} end`;

/**
 * Compares payments on hold with those that became payable after they were last compared, by the rules for possible
 * duplicates, and with each other if they are of different runs. Adds what was found to their reasons, and counts all
 * of them as compared now, so that a second release is not asked about the same payment. Call it while the merchants
 * are locked. Two statements find nothing of a thousand payments, and two more write what was found.
 */
export async function compareAgain(
  db: Db,
  vault: Vault,
  held: readonly string[],
  duplicateDays: number,
): Promise<readonly FoundSince[]> {
  await useNameKey(db, vault);
  const { rows } = await db.query<{ id: string; other: string; kind: string }>(FIND, [held, duplicateDays]);
  if (rows.length === 0) return [];
  await db.query(
    `update payrun.payment p set compared_no = c.no from (select nextval('payrun.comparison') as no) c where p.id = any($1::uuid[])`,
    [held],
  );
  const { rows: found } = await db.query<FoundSince>(
    `update payrun.payment p set reason = concat_ws(' ', p.reason, ${REASON})
     from unnest($1::uuid[], $2::uuid[], $3::text[]) as f (id, other, kind)
       join payrun.payment o on o.id = f.other join payrun.payment_status s on s.payment = o.id
     where p.id = f.id
     returning p.id, p.run_id as run, p.reference, o.run_id as "otherRun", o.row as "otherRow",
       o.reference as "otherReference"`,
    [rows.map(({ id }) => id), rows.map(({ other }) => other), rows.map(({ kind }) => kind)],
  );
  return found;
}
