import { totalDebitOf } from '../../outcomes/run-money.ts';
import type { Db } from '../db/db.ts';
import { type Scope, visible } from '../merchants/scope.ts';
import { PAID_SUMS } from '../runs/paid-sums.ts';
import type { PaidSum } from './report-paid.ts';
import { type ReportRange, rangeValues, within } from './report-range.ts';

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
  return rows.map((row) => ({ ...row, totalDebit: totalDebitOf(row) }));
}
