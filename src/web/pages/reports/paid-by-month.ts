import type { PaidReport, PaidSum } from '../../../ledger/reports/report-paid.ts';

export type MonthSum = PaidSum & { readonly month: string };

const SUMS = ['sent', 'fees', 'recipientFees', 'totalDebit'] as const;
const COUNTS = ['payments', 'priced'] as const;

/** The days of a report by month and currency; of a month that is cut by the range, only its days in the range. */
export function paidByMonth(byDay: PaidReport['byDay']): readonly MonthSum[] {
  const months = new Map<string, { -readonly [field in keyof MonthSum]: MonthSum[field] }>();
  for (const { day, ...sum } of byDay) {
    const month = day.slice(0, 7);
    const known = months.get(`${month} ${sum.currency}`);
    if (!known) months.set(`${month} ${sum.currency}`, { ...sum, month });
    for (const field of known ? SUMS : []) known![field] += sum[field];
    for (const field of known ? COUNTS : []) known![field] += sum[field];
  }
  return [...months.values()];
}
