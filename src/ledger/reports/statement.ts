import { getTotalDebit } from '../../outcomes/run-money.ts';
import {
  type StatementGroup,
  type StatementKind,
  type StatementSum,
  statementSums,
} from '../../outcomes/statement-sums.ts';
import { REPORTS_RETURNS } from '../audit/audit-chain.ts';
import type { Db } from '../db/db.ts';
import { type Scope, visible } from '../merchants/scope.ts';
import { REPORTED_RETURNED_AT } from '../payments/returned-at.ts';
import { shownRecipient } from '../recipients/shown-recipient.ts';
import { ofMerchant, type ReportRange, rangeValues, within } from './report-range.ts';

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
  readonly fees: bigint | null;
  readonly totalDebit: bigint | null;
  /** The amount that the recipient got, in minor units of `target`. */
  readonly received: bigint | null;
  readonly target: string | null;
  readonly reason: string | null;
  /** The amount that the row states, in minor units of `orderedIn`. */
  readonly ordered: bigint;
  readonly orderedIn: string;
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

/** When payment `p` came back: when that was last reported, or when it became final. */
const RETURNED_AT = `coalesce(${REPORTED_RETURNED_AT}, p.final_at)`;

/** Columns of an entry. The index of paid payments has all of them. */
const COLUMNS = `p.final_at as at, p.id, p.source_currency as currency, p.paid_source_minor as sent, p.paid_fees_minor as fees,
  p.paid_recipient_fees_minor as recipient_fees`;

/**
 * The same entries as those of the journal, and the failed payments. `first` is SQL that limits the paid payments, the
 * only ones that can be many.
 */
const entriesOf = (first = '') => `
  short as materialized (select p.state, p.run_id, ${COLUMNS} from payrun.payment p
    where p.state in ('failed', 'returned') and ${within('p.final_at', 'p.merchant_id')} and ${visible('p.merchant_id')}),
  back as materialized (
    select t.id::uuid from payrun.event e cross join lateral jsonb_array_elements_text(e.data->'payments') t(id)
    where ${REPORTS_RETURNS} and e.at >= $2::date::timestamp at time zone $4 and e.at < ($3::date + 1)::timestamp at time zone $4
    union select id from short where state = 'returned'),
  returned as materialized (
    select ${COLUMNS}, p.merchant_id, ${RETURNED_AT} as returned_at from back b join payrun.payment p on p.id = b.id
    where p.state = 'returned' and ${ofMerchant('p.merchant_id')} and ${visible('p.merchant_id')}),
  entries as (
    select 'paid' as kind, x.* from (select ${COLUMNS} from payrun.payment p
      where p.state = 'processed' and ${within('p.final_at', 'p.merchant_id')} and ${visible('p.merchant_id')} ${first}) x
    union all select case state when 'failed' then state else 'paid' end, at, id, currency, sent, fees, recipient_fees from short
    union all select 'returned', returned_at, id, currency, sent, fees, recipient_fees from returned
      where ${within('returned_at', 'merchant_id')})`;

/** The totals of a merchant and month; `range.merchant` is not null. */
export async function selectStatement(db: Db, scope: Scope, range: ReportRange): Promise<Statement> {
  const values = [scope, ...rangeValues(range)];
  const [{ rows: groups }, { rows: inProgress }] = await Promise.all([
    db.query<StatementGroup>(
      `with ${entriesOf()}
       select currency, kind, count(*)::int as payments, count(sent)::int as priced, coalesce(sum(sent), 0)::bigint as sent,
         coalesce(sum(fees), 0)::bigint as fees, coalesce(sum(recipient_fees), 0)::bigint as "recipientFees"
       from entries group by 1, 2`,
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
         and (b.settled_at is null or b.settled_at >= $2::date::timestamp at time zone $4
           or b.id in (select batch_id from payrun.payment where state in ('unknown', 'discrepancy') and ${visible('merchant_id')}))
         and ($5::text is null or b.merchant_id = $5) and ${visible('b.merchant_id')}
       group by 1 having sum(opening) + sum(closing) > 0 order by 1`,
      values,
    ),
  ]);
  return { sums: statementSums(groups), inProgress };
}

/** SQL condition that it was sent and had no entry yet: also if it awaits a decision, whenever it was paid. */
const underWayAt = (at: string) =>
  `b.started_at < ${at} and (p.state in ('batched', 'unknown', 'discrepancy') or p.final_at >= ${at})`;

export interface StatementPage {
  readonly skip: number;
  readonly limit: number;
  /** Absent: all. */
  readonly kinds?: readonly StatementKind[] | undefined;
}

/** Its entries in order of time. */
export async function selectStatementEntries(
  db: Db,
  scope: Scope,
  range: ReportRange,
  { skip, limit, kinds }: StatementPage,
): Promise<readonly StatementEntry[]> {
  interface Row extends Omit<StatementEntry, 'sent' | 'fees' | 'totalDebit'> {
    readonly sent: bigint | null;
    readonly all_fees: bigint;
    readonly recipient_fees: bigint;
  }
  const { rows } = await db.query<Row>(
    `with ${entriesOf('order by p.final_at, p.id limit $6::int + $7::int')},
       page as materialized (select * from entries where $8::text[] is null or kind = any($8)
         order by at, id, kind offset $6::int limit $7::int)
     select n.kind, n.at, n.id as payment, p.reference, ${shownRecipient('p')} as recipient, p.run_id as run, n.currency,
       n.sent, coalesce(n.fees, 0) as all_fees, coalesce(n.recipient_fees, 0) as recipient_fees,
       p.paid_target_minor as received, p.paid_target_currency as target, p.reason, p.minor as ordered,
       p.currency as "orderedIn"
     from page n join payrun.payment p on p.id = n.id order by n.at, n.id, n.kind`,
    [scope, ...rangeValues(range), skip, limit, kinds ?? null],
  );
  return rows.map(({ all_fees: fees, recipient_fees: recipientFees, ...row }) => {
    const { kind, sent } = row;
    const nothing = { sent: null, fees: null, totalDebit: null };
    if (kind === 'failed' || sent === null) return { ...row, ...nothing, received: null, target: null };
    // A return takes back what was sent; the payout service keeps the fees.
    if (kind === 'returned') return { ...row, sent: -sent, fees: 0n, totalDebit: -sent, received: null, target: null };
    const totalDebit = getTotalDebit({ sent, fees, recipientFees });
    return { ...row, fees: fees - recipientFees, totalDebit, reason: null };
  });
}

/**
 * The latest time at which a payment of the merchant was paid, failed or came back; `at` is null if none was. Null if
 * there is no such merchant that the reader may see.
 */
export async function latestStatementTime(
  db: Db,
  scope: Scope,
  merchant: string,
): Promise<{ readonly at: Date | null } | null> {
  const { rows } = await db.query<{ at: Date | null }>(
    `select greatest(${["state = 'processed'", "state in ('failed', 'returned')"].map(
      (state) => `(select p.final_at from payrun.payment p where p.${state} and p.final_at is not null
         and p.merchant_id = $2 and ${visible('p.merchant_id')} order by p.final_at desc limit 1)`,
    )}) as at from payrun.merchant where id = $2 and ${visible('id')}`,
    [scope, merchant],
  );
  return rows[0] ?? null;
}
