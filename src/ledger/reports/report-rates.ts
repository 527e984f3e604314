import { type ConvertedSum, type RateFigures, rateFigures } from '../../outcomes/rate-figures.ts';
import { totalDebitOf } from '../../outcomes/run-money.ts';
import type { Db } from '../db/db.ts';
import { type Scope, visible } from '../merchants/scope.ts';
import { PAID_SUMS } from '../runs/paid-sums.ts';
import type { PaidSum } from './report-paid.ts';
import { type ReportRange, rangeValues, within } from './report-range.ts';

/** Paid payments from one currency to another, with their fees and rates. */
export interface PairSum extends PaidSum, RateFigures {
  /** The currency that recipients get. */
  readonly to: string;
  /** In minor units of `to`. */
  readonly received: bigint;
  /** The payments of which the payout service has reported a market rate. */
  readonly withMarketRate: number;
}

type Row = Omit<PaidSum, 'totalDebit'> & Omit<ConvertedSum, 'from' | 'converted'> & { readonly withMarketRate: number };

/** The converted amount of payment `p`. */
const CONVERTED = 'p.paid_source_minor - coalesce(p.paid_recipient_fees_minor, 0)';
const WITH_MARKET_RATE = `filter (where p.paid_market_rate is not null and p.paid_source_minor is not null and p.paid_target_minor is not null
  and p.paid_target_currency <> p.source_currency)`;

/** Payments that became paid in the range and were not returned, by pair of currencies, the most payments first. */
export async function selectRates(db: Db, scope: Scope, range: ReportRange): Promise<readonly PairSum[]> {
  const { rows } = await db.query<Row>(
    `select currency, "to", payments, priced::int as priced, coalesce(paid_source, 0)::bigint as sent, coalesce(fees, 0)::bigint as fees,
       coalesce(recipient_fees, 0)::bigint as "recipientFees", coalesce(paid_target, 0)::bigint as received, "withMarketRate",
       compared::bigint as compared, "comparedReceived"::bigint as "comparedReceived", weighted::text as weighted
     from (select p.source_currency as currency, coalesce(p.paid_target_currency, p.source_currency) as "to", count(*)::int as payments,
         ${PAID_SUMS}, (count(*) ${WITH_MARKET_RATE})::int as "withMarketRate", coalesce(sum(${CONVERTED}) ${WITH_MARKET_RATE}, 0) as compared,
         coalesce(sum(p.paid_target_minor) ${WITH_MARKET_RATE}, 0) as "comparedReceived",
         coalesce(sum((${CONVERTED}) * p.paid_market_rate::numeric) ${WITH_MARKET_RATE}, 0) as weighted
       from payrun.payment p
       where p.state = 'processed' and ${within('p.final_at', 'p.merchant_id')} and ${visible('p.merchant_id')}
       group by 1, 2) pairs
     order by payments desc, currency, "to"`,
    [scope, ...rangeValues(range)],
  );
  return rows.map((row) => ({
    ...row,
    totalDebit: totalDebitOf(row),
    ...rateFigures({ ...row, from: row.currency, converted: row.sent - row.recipientFees }),
  }));
}
