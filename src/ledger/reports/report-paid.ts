import { getTotalDebit } from '../../outcomes/run-money.ts';
import type { Db } from '../db/db.ts';
import { type Scope, visible } from '../merchants/scope.ts';
import { PAID_SUMS } from '../runs/run-facts.ts';
import { days, ofMerchant, type ReportRange, rangeValues, within } from './report-range.ts';

/** Number of payments and their sums, in minor units of one currency. */
export interface PaidSum {
  /** Currency of the debited balance. */
  readonly currency: string;
  readonly payments: number;
  /** Payments whose price the payout service has reported; the sums include only those. */
  readonly priced: number;
  /** Amount sent, including the fees that recipients bear. */
  readonly sent: bigint;
  readonly fees: bigint;
  /** The part of the fees that recipients bear. */
  readonly recipientFees: bigint;
  readonly totalDebit: bigint;
}

export interface PaidReport {
  readonly byCurrency: readonly PaidSum[];
  /** By month, YYYY-MM; of a month that is cut by the range, only its days in the range. */
  readonly byMonth: readonly (PaidSum & { readonly month: string })[];
  /** Null: the country of the account is unknown. */
  readonly byCountry: readonly (PaidSum & { readonly country: string | null })[];
}

interface Row extends Omit<PaidSum, 'totalDebit'> {
  readonly by: 'currency' | 'month' | 'country';
  readonly month: string | null;
  readonly country: string | null;
}

/**
 * Payments that became paid in the range and were not returned, by the month in which they became final. Reads
 * every payment once from an index and sums each day separately: sorting all payments by their groups takes four times
 * as long.
 */
export async function selectPaid(db: Db, scope: Scope, range: ReportRange): Promise<PaidReport> {
  const { rows } = await db.query<Row>(
    `with part as materialized (
       select left(day::text, 7) as month, sums.* from ${days}
       cross join lateral (
         select p.source_currency as currency, p.paid_account_country as country,
           count(*) as n, ${PAID_SUMS}
         from payrun.payment p
         where p.state = 'processed' and p.final_at >= begins and p.final_at < ends
           and ${ofMerchant('p.merchant_id')} and ${visible('p.merchant_id')}
         group by 1, 2) sums)
     select case when grouping(month) = 0 then 'month' when grouping(country) = 0 then 'country' else 'currency' end as by,
       month, country, currency, sum(n)::int as payments, sum(priced)::int as priced,
       coalesce(sum(paid_source), 0)::bigint as sent, coalesce(sum(fees), 0)::bigint as fees,
       coalesce(sum(recipient_fees), 0)::bigint as "recipientFees"
     from part
     group by grouping sets ((currency), (month, currency), (country, currency))
     order by month, payments desc, currency, country`,
    [scope, ...rangeValues(range)],
  );
  const of = <By extends Row['by']>(by: By) =>
    rows.filter((row) => row.by === by).map((row) => ({ ...row, totalDebit: getTotalDebit(row) })) as never;
  return { byCurrency: of('currency'), byMonth: of('month'), byCountry: of('country') };
}

/** Paid payments from one currency to another, with their fees. */
export interface PairSum extends PaidSum {
  /** The currency that recipients get. */
  readonly to: string;
}

/** Payments that became paid in the range and were not returned, by pair of currencies, the most payments first. */
export async function selectFees(db: Db, scope: Scope, range: ReportRange): Promise<readonly PairSum[]> {
  const { rows } = await db.query<Omit<PairSum, 'totalDebit'>>(
    `select currency, "to", payments, priced::int as priced, coalesce(paid_source, 0)::bigint as sent, coalesce(fees, 0)::bigint as fees,
       coalesce(recipient_fees, 0)::bigint as "recipientFees"
     from (select p.source_currency as currency, coalesce(p.paid_target_currency, p.source_currency) as "to", count(*)::int as payments, ${PAID_SUMS}
       from payrun.payment p
       where p.state = 'processed' and ${within('p.final_at', 'p.merchant_id')} and ${visible('p.merchant_id')}
       group by 1, 2) pairs
     order by payments desc, currency, "to"`,
    [scope, ...rangeValues(range)],
  );
  return rows.map((row) => ({ ...row, totalDebit: getTotalDebit(row) }));
}
