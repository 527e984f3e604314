import { ACCOUNT_TO_APPROVE, IS_CERTAIN, IS_WARNED_OF, PAYMENT_TO_APPROVE } from '../batches/approval-facts.ts';
import type { Db } from '../db/db.ts';
import { IS_CORRECTED } from '../payments/correction.ts';
import { CAME_BACK, LAST_PAID, otherThanLastPaid } from '../payments/last-paid-account.ts';
import { shownRecipient } from '../recipients/shown-recipient.ts';
import { likeText } from './run-list.ts';

/** Checks that an approver has to make of a payment, the most dangerous first. */
export const APPROVAL_CHECKS = ['changed', 'corrected', 'came_back', 'released', 'warned', 'new'] as const;
export type ApprovalCheck = (typeof APPROVAL_CHECKS)[number];

/** A row that a warning was found against, of the same run if `run` is null. */
export interface ComparedRow {
  readonly run: string | null;
  readonly row: number;
}

/** A payment that awaits approval. Bank details are masked. */
export interface ListedForApproval {
  readonly id: string;
  readonly row: number;
  readonly reference: string;
  readonly recipientName: string | null;
  readonly country: string | null;
  readonly account: string | null;
  readonly currency: string;
  readonly minor: bigint;
  readonly checks: readonly ApprovalCheck[];
  /** It was released from a hold, for any reason. */
  readonly isReleased: boolean;
  /** The last payment to the recipient that did not fail and was not returned, else the one that did; null if none. */
  readonly last: string | null;
  /** False if it may go to the account of `last`, which is known in part only. */
  readonly isCertain: boolean;
  /** The latest payment to the recipient, if it failed or was returned. */
  readonly cameBack: string | null;
  /** It goes to the account that `cameBack` went to. */
  readonly isSameAccount: boolean;
  /** The warnings that an approver must see, as sentences, and the row that the first one was found against. */
  readonly warnings: readonly string[];
  readonly comparedWith: ComparedRow | null;
}

export interface ApprovalListFilter {
  readonly run: bigint;
  readonly batches: readonly string[];
  /** Only these payments. */
  readonly ids?: readonly string[];
  /** Only those that have to be checked for this reason, or the ten largest of each currency. */
  readonly check?: ApprovalCheck | 'largest' | null;
  /** A row number, or part of a reference or name. */
  readonly text?: string | null;
  /** Cursor: the last row of the previous page. */
  readonly after: number;
  readonly limit: number;
}

/**
 * A page of the payments in these batches, in row order; the largest by their amounts. Without a `check` only the
 * recipients of the page are looked up.
 */
export async function listForApproval(db: Db, filter: ApprovalListFilter): Promise<readonly ListedForApproval[]> {
  const { run, batches, ids = null, check = null, text = null, after, limit } = filter;
  const { rows } = await db.query<ListedForApproval>(LISTED, [
    ...[batches, after, limit],
    ...[text === null ? null : `%${likeText(text)}%`, text !== null && /^\d{1,9}$/.test(text) ? Number(text) : null],
    ...[run, check, ids],
  ]);
  return rows;
}

const WARNINGS = (columns: string) =>
  `jsonb_to_recordset(m.problems) as w (code text, severity text, message text${columns}) where m.is_warned and ${IS_WARNED_OF}`;

const CONDITIONS: Readonly<Record<ApprovalCheck, string>> = {
  changed: 'is_changed',
  corrected: `(select ${IS_CORRECTED} from payrun.payment o where o.id = m.id)`,
  came_back: 'm."cameBack" is not null',
  // A changed account was released too, and is checked as one.
  released: 'is_released and not is_changed',
  warned: 'is_warned',
  new: 'm.last is null',
};

const LISTED = `
  with mine as materialized (
    select ${PAYMENT_TO_APPROVE}, p.reference, ${shownRecipient('p')} as "recipientName",
      coalesce(p.paid_account_country, r.account_country) as country, p.problems
    from payrun.payment p join payrun.recipient r on r.id = p.recipient_id
    where p.run_id = $6 and p.batch_id = any($1) and p.row > $2 and ($8::uuid[] is null or p.id = any($8))
      and ($4::text is null or p.reference ilike $4 or p.recipient_name ilike $4 or p.row = $5::int)
    order by p.row limit case when $7::text is null then $3::int end),
  who as materialized (select distinct recipient_id, merchant_id, email_fp from mine),
  ${LAST_PAID},
  ${CAME_BACK},
  before as (
    select recipient_id, id, paid_account_fp, paid_account_remote_id, account_hint from last
    union all
    select recipient_id, id, paid_account_fp, paid_account_remote_id, account_hint from came_back c
    where not exists (select 1 from last p where p.recipient_id = c.recipient_id)),
  compared as (
    select m.*, ${ACCOUNT_TO_APPROVE} as account, l.id as last, coalesce(${IS_CERTAIN}, true) as "isCertain", c.id as "cameBack",
      c.id is not null and not ${otherThanLastPaid('m.paid_account_fp', 'm.paid_account_remote_id', 'c')} as "isSameAccount",
      l.id is not null and ${otherThanLastPaid('m.paid_account_fp', 'm.paid_account_remote_id')} as is_changed
    from mine m left join before l on l.recipient_id = m.recipient_id
      left join came_back c on c.recipient_id = m.recipient_id),
  checked as (
    select m.*, row_number() over (partition by currency order by minor desc, row) as rank,
      array_remove(array[${APPROVAL_CHECKS.map((check) => `case when ${CONDITIONS[check]} then '${check}' end`).join(', ')}], null) as checks
    from compared m)
  select m.id, m.row, m.reference, m."recipientName", m.country, m.account, m.currency, m.minor, m.checks,
    m.is_released as "isReleased", m.last, m."isCertain", m."cameBack", m."isSameAccount",
    coalesce((select array_agg(distinct w.message) from ${WARNINGS('')}), '{}') as warnings,
    (select jsonb_build_object('run', w."comparedWith"->>'run', 'row', w."comparedWith"->'row')
      from ${WARNINGS(', "comparedWith" jsonb')} and w."comparedWith" is not null order by w.message limit 1) as "comparedWith"
  from checked m where $7 is null or $7 = any(m.checks) or ($7 = 'largest' and rank <= 10)
  order by case when $7 = 'largest' then rank end, case when $7 = 'largest' then currency end, row limit $3`;
