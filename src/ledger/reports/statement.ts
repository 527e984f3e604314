import { totalDebitOf } from '../../outcomes/run-money.ts';
import {
  type StatementGroup,
  type StatementKind,
  type StatementSum,
  statementSums,
} from '../../outcomes/statement-sums.ts';
import type { Db } from '../db/db.ts';
import { type Scope, visible } from '../merchants/scope.ts';
import { shownRecipient } from '../recipients/shown-recipient.ts';
import { PAID_SUMS } from '../runs/paid-sums.ts';
import { type ReportRange, rangeValues, within } from './report-range.ts';

/** A payment that was paid, came back or failed in the range. A returned payment was paid first: it has two entries. */
export interface StatementEntry {
  readonly kind: StatementKind;
  readonly at: Date;
  readonly payment: string;
  readonly reference: string;
  readonly recipient: string | null;
  readonly run: bigint;
  readonly currency: string;
  /** In minor units of `currency`, negative if it came back; null if it moved no money, or no amounts are known. */
  readonly sent: bigint | null;
  /** The fees that are debited on top of it. */
  readonly fees: bigint | null;
  readonly totalDebit: bigint | null;
  /** The amount that the recipient got, in minor units of `target`. */
  readonly received: bigint | null;
  readonly target: string | null;
  readonly reason: string | null;
}

/** Payments of a currency that were started and not final at the beginning and at the end of the range. */
export interface InProgress {
  readonly currency: string;
  readonly opening: number;
  readonly closing: number;
}

export interface Statement {
  readonly sums: readonly StatementSum[];
  readonly inProgress: readonly InProgress[];
}

/** Payments of the merchant that ended in the range. Each state has its own index. */
const IN_MONTH = (state: string) =>
  `p.state = '${state}' and ${within('p.final_at', 'p.merchant_id')} and ${visible('p.merchant_id')}`;

/** When payment `p` came back: when that was last reported, or when it became final. */
const RETURNED_AT = `(select max(e.at) from payrun.event e where e.chain = 'run-' || p.run_id and e.kind = 'payments_returned'
  and e.data->'payments' ? p.id::text)`;

/** The same entries as those of the journal, and the failed payments. */
const ENTRIES = `
  back as materialized (
    select distinct p.id from payrun.event e cross join lateral jsonb_array_elements_text(e.data->'payments') t(id)
      join payrun.payment p on p.id = t.id::uuid
    where e.kind in ('batch_approved_first', 'batch_approved', 'rejected', 'payments_returned') and e.kind = 'payments_returned'
      and ${within('e.at', 'p.merchant_id')} and p.state = 'returned' and ${visible('p.merchant_id')}
    union select p.id from payrun.payment p where ${IN_MONTH('returned')}),
  entries as (
    select 'paid' as kind, p.final_at as at, p.id from payrun.payment p where ${IN_MONTH('processed')}
    union all select 'paid', p.final_at, p.id from payrun.payment p where ${IN_MONTH('returned')}
    union all select 'failed', p.final_at, p.id from payrun.payment p where ${IN_MONTH('failed')}
    union all select 'returned', x.at, x.id
      from (select p.id, p.merchant_id, coalesce(${RETURNED_AT}, p.final_at) as at from back b join payrun.payment p on p.id = b.id) x
      where ${within('x.at', 'x.merchant_id')})`;

/** The totals of a merchant and month; `range.merchant` is not null. */
export async function selectStatement(db: Db, scope: Scope, range: ReportRange): Promise<Statement> {
  const values = [scope, ...rangeValues(range)];
  const [{ rows: groups }, { rows: inProgress }] = await Promise.all([
    db.query<StatementGroup>(
      `with ${ENTRIES}
       select currency, kind, payments, priced::int as priced, coalesce(paid_source, 0)::bigint as sent, coalesce(fees, 0)::bigint as fees,
         coalesce(recipient_fees, 0)::bigint as "recipientFees"
       from (select p.source_currency as currency, n.kind, count(*)::int as payments, ${PAID_SUMS}
         from entries n join payrun.payment p on p.id = n.id group by 1, 2) sums`,
      values,
    ),
    db.query<InProgress>(
      // Reads batch by batch: for an older month the planner expects more batches, and would read all payments.
      `select b.currency, sum(opening)::int as opening, sum(closing)::int as closing
       from payrun.batch b cross join lateral (
         select count(*) filter (where ${underWayAt('$2::date::timestamp at time zone $4')}) as opening,
           count(*) filter (where ${underWayAt('($3::date + 1)::timestamp at time zone $4')}) as closing
         from payrun.payment p where p.batch_id = b.id) x
       where b.started_at < ($3::date + 1)::timestamp at time zone $4
         and (b.settled_at is null or b.settled_at >= $2::date::timestamp at time zone $4)
         and ($5::text is null or b.merchant_id = $5) and ${visible('b.merchant_id')}
       group by 1 having sum(opening) + sum(closing) > 0 order by 1`,
      values,
    ),
  ]);
  return { sums: statementSums(groups), inProgress };
}

const underWayAt = (at: string) =>
  `b.started_at < ${at} and (p.final_at is null and p.state in ('batched', 'unknown', 'discrepancy') or p.final_at >= ${at})`;

/** Its entries in order of time, after `after`. */
export async function selectStatementEntries(
  db: Db,
  scope: Scope,
  range: ReportRange,
  { skip, limit }: { readonly skip: number; readonly limit: number },
): Promise<readonly StatementEntry[]> {
  interface Row extends Omit<StatementEntry, 'sent' | 'fees' | 'totalDebit'> {
    readonly sent: bigint | null;
    readonly all_fees: bigint;
    readonly recipient_fees: bigint;
  }
  const { rows } = await db.query<Row>(
    `with ${ENTRIES}, page as materialized (select * from entries order by at, id, kind offset $6 limit $7)
     select n.kind, n.at, p.id as payment, p.reference, ${shownRecipient('p')} as recipient, p.run_id as run, p.source_currency as currency,
       p.paid_source_minor as sent, coalesce(p.paid_fees_minor, 0) as all_fees, coalesce(p.paid_recipient_fees_minor, 0) as recipient_fees,
       p.paid_target_minor as received, p.paid_target_currency as target, p.reason
     from page n join payrun.payment p on p.id = n.id order by n.at, n.id, n.kind`,
    [scope, ...rangeValues(range), skip, limit],
  );
  return rows.map(({ all_fees: fees, recipient_fees: recipientFees, ...row }) => {
    const { kind, sent } = row;
    const nothing = { sent: null, fees: null, totalDebit: null };
    if (kind === 'failed' || sent === null) return { ...row, ...nothing, received: null, target: null };
    // A return takes back what was sent; the payout service keeps the fees.
    if (kind === 'returned') return { ...row, sent: -sent, fees: 0n, totalDebit: -sent, received: null, target: null };
    const totalDebit = totalDebitOf({ sent, fees, recipientFees });
    return { ...row, fees: fees - recipientFees, totalDebit, reason: null };
  });
}

/** Whether there is such a merchant that the reader may see. */
export async function hasMerchant(db: Db, scope: Scope, merchant: string): Promise<boolean> {
  const { rowCount } = await db.query(`select 1 from payrun.merchant where id = $2 and ${visible('id')}`, [
    scope,
    merchant,
  ]);
  return rowCount > 0;
}
