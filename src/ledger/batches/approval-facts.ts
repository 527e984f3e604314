import type { Db } from '../db/db.ts';
import { LIVE_IN_BATCH } from '../db/state-lists.ts';
import { correctedPayments } from '../payments/correction.ts';
import { mayBeSameAccount, visibleEnd } from '../payments/holds/hold-against-adopted.ts';
import { CAME_BACK, LAST_PAID, otherThanLastPaid } from '../payments/last-paid-account.ts';
import { hintSql } from '../recipients/recipient-account.ts';
import { approvalHash, MOVED } from './approval-hash.ts';
import type { BatchRow } from './batch-row.ts';

/** Codes of warnings about fraud and typing errors, which an approver must see; other warnings are not shown. */
const WARNED_AT_APPROVAL = [
  'shared_account',
  'amount_unusual',
  'account_from_number',
  'uk_modulus',
  'ifsc_not_listed',
  'bsb_not_listed',
  'account_number_check_digits',
  'possible_duplicate',
  'pain_ultimate_creditor',
] as const;

/** SQL condition for such a warning `w` of a payment. */
export const IS_WARNED_OF = `w.severity = 'warning' and w.code in (${WARNED_AT_APPROVAL.map((code) => `'${code}'`).join(', ')})`;

/** Amounts from this many times the largest known one are far above it. */
const FAR_ABOVE = 3;
/** The number of earlier payments of a recipient to compare. */
const COMPARED_PAYMENTS = 12;

/** The number of payments or accounts of each kind to find; the others are only counted. */
export interface FactLimits {
  /** Of payments to new recipients, and of the largest. */
  readonly most: number;
  /** Of released payments, those with warnings and those of corrected rows. */
  readonly mostToAsk: number;
  /** Of unusual amounts and accounts. */
  readonly mostUnusual: number;
  /** Days in which two payments of an amount to a recipient may be one paid twice. */
  readonly duplicateDays: number;
}

/** Amounts just below a limit, both ends included; minor units as text. */
export interface AmountRange {
  readonly currency: string;
  readonly from: string;
  readonly to: string;
}

/**
 * The facts of batches that await approval for which all their payments have to be read. They name payments by id;
 * names and accounts are read only for those that are shown.
 */
export interface ApprovalFacts {
  readonly payments: number;
  readonly recipients: number;
  /**
   * All payments to other bank details than those last paid, or, if nothing that was sent arrived, than those that it
   * came back from: the largest of each currency, then the second largest.
   */
  readonly changed: readonly {
    readonly payment: string;
    /** The payment last paid, or the one that came back. */
    readonly last: string;
    /** False if the account last paid is known in part only, and may be this one. */
    readonly isCertain: boolean;
  }[];
  /** Payments released from a hold for a reason other than changed bank details, by row. */
  readonly released: { readonly count: number; readonly shown: readonly string[] };
  /** Payments with warnings that an approver must see, by row. */
  readonly warned: { readonly count: number; readonly shown: readonly string[] };
  /** Payments whose cells a user corrected after the upload, by row. */
  readonly corrected: { readonly count: number; readonly shown: readonly string[] };
  /** Payments to recipients whose latest payment failed or was returned, as `changed` in order. */
  readonly cameBack: {
    readonly count: number;
    /** Those to another account than the one that it came back from. */
    readonly changed: number;
    readonly shown: readonly {
      readonly payment: string;
      /** The payment that failed or was returned. */
      readonly last: string;
      readonly isSameAccount: boolean;
    }[];
  };
  /** Recipients who were never paid before, not even in vain, and the payments to them, as `changed` in order. */
  readonly fresh: { readonly recipients: number; readonly payments: number; readonly shown: readonly string[] };
  /** The largest payment of each currency, then the second largest of each, and so on. */
  readonly largest: readonly string[];
  /** Accounts that are paid for several recipients, the most recipients first. */
  readonly sharedAccounts: { readonly count: number; readonly keys: readonly string[] };
  /** Payments far above what their recipients got before; minor units as text. */
  readonly amountsAbove: {
    readonly count: number;
    readonly shown: readonly { readonly payment: string; readonly largest: string; readonly compared: number }[];
  };
  /**
   * Payments of the amount that another payment to the same recipient has, which was or will be sent, within the days.
   */
  readonly sameAmounts: {
    readonly count: number;
    readonly shown: readonly { readonly payment: string; readonly other: string }[];
  };
  /** Payments in each of the ranges, and the rows of the first. */
  readonly inRanges: readonly { readonly payments: number; readonly rows: readonly number[] }[];
  /** A recipient has another account than recorded, or a run is about to change it. */
  readonly accountsMoved: boolean;
  /** The hash of what is approved in each batch, in their order. */
  readonly hashes: readonly Buffer[];
}

/**
 * Reads all payments of the batches of a run. "Last paid" means the same as in the hold rules: the latest started
 * payment to the same person, under any key, that did not fail and was not returned. Looks up only the last payments of
 * each recipient, so that the cost does not grow with history: 100,000 payments take about 2 s on two cores.
 */
export async function readApprovalFacts(
  db: Db,
  batches: readonly BatchRow[],
  { most, mostToAsk, mostUnusual, duplicateDays }: FactLimits,
  ranges: readonly AmountRange[],
): Promise<ApprovalFacts> {
  const ids = batches.map(({ id }) => id);
  const { rows } = await db.query<Omit<ApprovalFacts, 'corrected' | 'hashes'>>(FACTS, [
    ids,
    ...[most, mostToAsk, mostUnusual, JSON.stringify(ranges), duplicateDays],
  ]);
  const hashes: Buffer[] = [];
  for (const batch of batches) hashes.push(await approvalHash(db, batch));
  const corrected = await correctedPayments(db, ids);
  return {
    ...rows[0]!,
    corrected: { count: corrected.length, shown: corrected.slice(0, mostToAsk) },
    hashes,
  };
}

/** The rank of a payment in its currency: amounts in different currencies are not compared. */
const RANK = 'row_number() over (partition by currency order by minor desc, row) as rank';
const idsOf = (from: string) => `(select coalesce(json_agg(id), '[]') from (select id from ${from}) s)`;
/** The largest of each currency before the second largest, and so on. */
const largestOf = (of: string) =>
  idsOf(`(select id, currency, ${RANK} from ${of}) ranked where rank <= $2 order by rank, currency limit $2`);
/** SQL condition that payment `p` has a warning that an approver must see. */
const hasWarning = (
  p: string,
) => `case when jsonb_typeof(${p}.problems) = 'array' then ${p}.problems @> '[{"severity": "warning"}]'
  and exists (select 1 from jsonb_to_recordset(${p}.problems) as w (code text, severity text) where ${IS_WARNED_OF}) else false end`;
/** SQL for the columns of payment `p` to recipient `r` from which the conditions below are made. */
export const PAYMENT_TO_APPROVE = `p.id, p.row, p.run_id, p.currency, p.minor, p.recipient_id, p.paid_account_fp, p.paid_account_remote_id,
      p.account_hint, p.merchant_id as merchant, p.released_by is not null as is_released, ${hasWarning('p')} as is_warned,
      r.merchant_id, r.email_fp, r.account_hint as own_hint`;
export const ACCOUNT_TO_APPROVE = `coalesce(m.account_hint, ${hintSql('m.merchant', 'm.paid_account_remote_id')}, m.own_hint)`;
/**
 * SQL condition that payment `m` surely goes to another account than `l`, whose last characters may be all that is
 * known.
 */
export const IS_CERTAIN = `not (l.paid_account_fp is null and ${mayBeSameAccount(visibleEnd('l.account_hint'), visibleEnd(ACCOUNT_TO_APPROVE))})`;

const FACTS = `
  with mine as materialized (
    select ${PAYMENT_TO_APPROVE}, p.account_key, ${MOVED} as is_moved
    from payrun.payment p join payrun.recipient r on r.id = p.recipient_id where p.batch_id = any($1)),
  who as materialized (select distinct recipient_id, merchant_id, email_fp, run_id from mine),
  ${LAST_PAID},
  ${CAME_BACK},
  changed as materialized (
    select m.id, m.row, m.currency, m.minor, l.id as last, ${IS_CERTAIN} as "isCertain"
    from mine m join last l on l.recipient_id = m.recipient_id
    where ${otherThanLastPaid('m.paid_account_fp', 'm.paid_account_remote_id')}
    union all
    select m.id, m.row, m.currency, m.minor, l.id, ${IS_CERTAIN}
    from mine m join came_back l on l.recipient_id = m.recipient_id
    where ${otherThanLastPaid('m.paid_account_fp', 'm.paid_account_remote_id')}
      and not exists (select 1 from last p where p.recipient_id = m.recipient_id)),
  released as materialized (
    select id, row from mine m where is_released and not exists (select 1 from changed c where c.id = m.id)),
  after_return as materialized (
    select m.id, m.row, m.currency, m.minor, l.id as last,
      not ${otherThanLastPaid('m.paid_account_fp', 'm.paid_account_remote_id')} as "isSameAccount"
    from mine m join came_back l on l.recipient_id = m.recipient_id),
  fresh as materialized (
    select id, row, currency, minor, recipient_id from mine m
    where not exists (select 1 from last l where l.recipient_id = m.recipient_id)
      and not exists (select 1 from came_back l where l.recipient_id = m.recipient_id)),
  shared as materialized (
    select account_key, count(distinct recipient_id) as recipients, min(row) as first_row from mine
    where account_key is not null group by account_key having count(distinct recipient_id) > 1),
  earlier as materialized (
    select recipient_id, currency, max(minor) filter (where is_usual) as largest, count(*) filter (where is_usual)::int as compared,
      array_agg(minor) filter (where is_near) as near_minor, array_agg(id) filter (where is_near) as near
    from (
      select w.recipient_id, l.id, l.currency, l.minor, l.at > now() - $6::int * interval '1 day' as is_near,
        k.other = w.recipient_id and l.run_id < w.run_id and l.started_at is not null as is_usual
      from who w join known_as k on k.recipient_id = w.recipient_id cross join lateral (
        select o.id, o.run_id, o.minor, o.currency, coalesce(o.final_at, o.created_at) as at, b.started_at
        from payrun.payment o join payrun.batch b on b.id = o.batch_id
        where o.recipient_id = k.other and o.batch_id is not null and o.run_id <> w.run_id and o.state in (${LIVE_IN_BATCH})
        order by o.run_id desc limit ${COMPARED_PAYMENTS}) l) o
    group by 1, 2),
  same_amounts as materialized (
    select m.id, m.row, m.minor, e.near[array_position(e.near_minor, m.minor)] as other
    from mine m join earlier e on e.recipient_id = m.recipient_id and e.currency = m.currency
    where m.minor = any(e.near_minor)),
  above as materialized (
    select m.id, m.row, m.minor, e.largest, e.compared from mine m
      join earlier e on e.recipient_id = m.recipient_id and e.currency = m.currency
    where m.minor >= ${FAR_ABOVE} * e.largest)
  select (select count(*)::int from mine) as payments, (select count(*)::int from who) as recipients,
    (select coalesce(json_agg(json_build_object('payment', id, 'last', last, 'isCertain', "isCertain") order by rank, currency), '[]')
      from (select *, ${RANK} from changed) ranked) as changed,
    json_build_object('count', (select count(*) from released), 'shown', ${idsOf('released order by row limit $3')}) as released,
    json_build_object('count', (select count(*) from mine where is_warned),
      'shown', ${idsOf('mine where is_warned order by row limit $3')}) as warned,
    json_build_object('count', (select count(*) from after_return),
      'changed', (select count(*) from after_return where not "isSameAccount"),
      'shown', (select coalesce(json_agg(json_build_object('payment', id, 'last', last, 'isSameAccount', "isSameAccount")), '[]')
        from (select *, ${RANK} from after_return order by "isSameAccount", rank, currency limit $3) s)) as "cameBack",
    json_build_object('recipients', (select count(distinct recipient_id) from fresh), 'payments', (select count(*) from fresh),
      'shown', ${largestOf('fresh')}) as fresh,
    ${largestOf('mine')} as largest,
    json_build_object('count', (select count(*) from shared), 'keys', (select coalesce(json_agg(account_key::text), '[]')
      from (select account_key from shared order by recipients desc, first_row limit $4) s)) as "sharedAccounts",
    json_build_object('count', (select count(*) from above), 'shown', (select coalesce(json_agg(s), '[]') from (
      select id as payment, largest::text as largest, compared from above
      order by minor::numeric / greatest(largest, 1) desc, row limit $4) s)) as "amountsAbove",
    json_build_object('count', (select count(*) from same_amounts), 'shown', (select coalesce(json_agg(s), '[]') from (
      select id as payment, other from same_amounts order by minor desc, row limit $4) s)) as "sameAmounts",
    (select coalesce(json_agg(n.found order by r.nth), '[]')
      from rows from (jsonb_to_recordset($5::jsonb) as (currency text, "from" bigint, "to" bigint)) with ordinality
        as r (currency, low, high, nth)
      cross join lateral (select json_build_object('payments', count(*),
        'rows', coalesce(to_json((array_agg(m.row order by m.minor desc, m.row))[1:5]), '[]')) as found
        from mine m where m.currency = r.currency and m.minor between r.low and r.high) n) as "inRanges",
    coalesce((select bool_or(is_moved) from mine), false) as "accountsMoved"`;
