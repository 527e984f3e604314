import type { Db } from '../db/db.ts';
import { type Scope, visible } from '../merchants/scope.ts';
import { shownRecipient } from '../recipients/shown-recipient.ts';
import { PAID_SUMS } from '../runs/paid-sums.ts';
import { type ReportRange, rangeValues, within } from './report-range.ts';

/** The sums paid to a recipient in the range from balances of one currency, in minor units. */
export interface RecipientSum {
  /** Null: recipients that the ledger does not know, as of a batch that was adopted. */
  readonly recipient: string | null;
  readonly name: string | null;
  readonly referenceId: string | null;
  readonly merchant: string | null;
  readonly currency: string;
  readonly payments: number;
  readonly priced: number;
  readonly sent: bigint;
  /** The part of the fees that they bear. */
  readonly recipientFees: bigint;
  /** The sum that arrived; null if it is in several currencies, or unknown for a payment. */
  readonly received: bigint | null;
  readonly target: string | null;
  readonly lastAt: Date;
}

const IN_RANGE = `p.state = 'processed' and ${within('p.final_at', 'p.merchant_id')} and ${visible('p.merchant_id')}`;

/** Payments in the range to recipients that the ledger does not know. */
const UNKNOWN = `unknown as materialized (select p.* from payrun.payment p where p.recipient_id is null and ${IN_RANGE})`;

/** Looks up only the payments of the recipients of this page. `k` has their ids and currencies. */
const SUMS_OF_PAGE = `
  select k.recipient_id as recipient, r.merchant_id as merchant, k.currency, s.payments, s.priced, s.sent, s."recipientFees", s.received, s.target,
    s."lastAt", ${shownRecipient('l')} as name, r.reference_id as "referenceId"
  from page k
  cross join lateral (
    select x.payments, x.priced::int as priced, coalesce(x.paid_source, 0)::bigint as sent, coalesce(x.recipient_fees, 0)::bigint as "recipientFees",
      case when x.one and x.told then x.paid_target::bigint end as received, case when x.one and x.told then x.target end as target, x."lastAt", x.last
    from (select count(*)::int as payments, ${PAID_SUMS}, max(p.final_at) as "lastAt", (array_agg(p.id order by p.final_at desc, p.id))[1] as last,
        max(p.paid_target_currency) as target, max(p.paid_target_currency) is not distinct from min(p.paid_target_currency) as one,
        count(p.paid_target_minor) = count(*) as told
      from (select p.* from payrun.payment p where p.recipient_id = k.recipient_id
          and p.source_currency = k.currency and p.batch_id is not null and ${IN_RANGE}
        union all select u.* from unknown u where k.recipient_id is null and u.source_currency = k.currency) p) x) s
  join payrun.payment l on l.id = s.last left join payrun.recipient r on r.id = k.recipient_id`;

/**
 * Recipients by what was sent to them in the range, the most in each currency first. Ranks them by an index, and adds
 * up only the payments of the `limit` recipients after the first `skip`.
 */
export async function selectPaidRecipients(
  db: Db,
  scope: Scope,
  range: ReportRange,
  { skip, limit }: { readonly skip: number; readonly limit: number },
): Promise<readonly RecipientSum[]> {
  const { rows } = await db.query<RecipientSum>(
    `with page as materialized (
       select p.recipient_id, p.source_currency as currency, sum(p.paid_source_minor) as sent
       from payrun.payment p where ${IN_RANGE} group by 1, 2
       order by 2, sent desc nulls last, 1 offset $6 limit $7), ${UNKNOWN}
     ${SUMS_OF_PAGE} order by k.currency, k.sent desc nulls last, k.recipient_id`,
    [scope, ...rangeValues(range), skip, limit],
  );
  return rows;
}

/** Recipients of the range in the order of their ids, after `after`; for the CSV of all. */
export async function selectPaidRecipientsAfter(
  db: Db,
  scope: Scope,
  range: ReportRange,
  { after, limit }: { readonly after: string | null; readonly limit: number },
): Promise<readonly RecipientSum[]> {
  const { rows } = await db.query<RecipientSum>(
    `with ids as materialized (
       select distinct p.recipient_id from payrun.payment p
       where ${IN_RANGE} and ($6::uuid is null or p.recipient_id > $6 or p.recipient_id is null) order by 1 nulls last limit $7),
     page as materialized (
       select distinct p.recipient_id, p.source_currency as currency from payrun.payment p
       where (p.recipient_id in (select recipient_id from ids) or p.recipient_id is null and exists (select 1 from ids where recipient_id is null))
         and ${IN_RANGE}), ${UNKNOWN}
     ${SUMS_OF_PAGE} order by k.recipient_id, k.currency`,
    [scope, ...rangeValues(range), after, limit],
  );
  return rows;
}
