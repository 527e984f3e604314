/** What a report is of: whole days in a time zone, and one merchant or all that the reader may see. */
export interface ReportRange {
  /** `2026-11-01`, the first and the last day. */
  readonly from: string;
  readonly to: string;
  readonly timeZone: string;
  readonly merchant: string | null;
}

/** The parameters of a range, after the scope: $2 to $5. */
export const rangeValues = ({ from, to, timeZone, merchant }: ReportRange): readonly unknown[] => [
  from,
  to,
  timeZone,
  merchant,
];

/** The condition that something happened in the range; `at` and `merchant` are columns. */
export function within(at: string, merchant: string): string {
  return `${at} >= $2::date::timestamp at time zone $4 and ${at} < ($3::date + 1)::timestamp at time zone $4
    and ${ofMerchant(merchant)}`;
}

/** The condition that something is of the merchant that the range is of. */
export function ofMerchant(merchant: string): string {
  return `($5::text is null or ${merchant} = $5)`;
}

/** The days of the range: `day` as text, and the moments `begins` and `ends` of it in the range's time zone. */
export const days = `(select to_char($2::date + n, 'YYYY-MM-DD') as day, ($2::date + n)::timestamp at time zone $4 as begins,
    ($2::date + n + 1)::timestamp at time zone $4 as ends from generate_series(0, $3::date - $2::date) n) days`;

/** The day of the range's time zone on which something happened, as text. */
export const dayOf = (at: string): string => `to_char(${at} at time zone $4, 'YYYY-MM-DD')`;
