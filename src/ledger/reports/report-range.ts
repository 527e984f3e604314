/** The range of a report: whole days in a time zone, and one merchant or all that the reader may see (null). */
export interface ReportRange {
  /** First day, `2026-11-01`; `to` is the last day, inclusive. */
  readonly from: string;
  readonly to: string;
  readonly timeZone: string;
  readonly merchant: string | null;
}

/** Parameters of the range, which follow the scope: $2 to $5. */
export const rangeValues = ({ from, to, timeZone, merchant }: ReportRange): readonly unknown[] => [
  from,
  to,
  timeZone,
  merchant,
];

/** SQL condition that the time `at` is in the range and the row is of its merchant. `at` and `merchant` are columns. */
export function within(at: string, merchant: string): string {
  return `${at} >= $2::date::timestamp at time zone $4 and ${at} < ($3::date + 1)::timestamp at time zone $4
    and ${ofMerchant(merchant)}`;
}

/** SQL condition that the row is of the merchant of the range. */
export function ofMerchant(merchant: string): string {
  return `($5::text is null or ${merchant} = $5)`;
}

/**
 * SQL for the days of the range: `day` as text, and the times `begins` and `ends` of that day in the time zone of the
 * range.
 */
export const days = `(select to_char($2::date + n, 'YYYY-MM-DD') as day, ($2::date + n)::timestamp at time zone $4 as begins,
    ($2::date + n + 1)::timestamp at time zone $4 as ends from generate_series(0, $3::date - $2::date) n) days`;
