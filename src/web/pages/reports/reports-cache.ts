import type { Db } from '../../../ledger/db/db.ts';
import type { Scope } from '../../../ledger/merchants/scope.ts';
import { type FailureGroup, selectFailures } from '../../../ledger/reports/report-failures.ts';
import { type PairSum, selectFees } from '../../../ledger/reports/report-fees.ts';
import { type PaidReport, selectPaid } from '../../../ledger/reports/report-paid.ts';
import type { ReportRange } from '../../../ledger/reports/report-range.ts';

/**
 * Minimum time for which a report is cached; the page shows its age. A report that takes long to compute is cached
 * longer.
 */
const CACHE_MS = 15_000;
const CACHE_TIMES = 60;
const MOST_KEPT = 100;
const MOST_REASONS = 100;

/** A report and when it was counted, in ms UTC. */
export type Counted<Report> = Report & { readonly at: number };

export interface ReportFigures {
  readonly paid: PaidReport;
  readonly fees: readonly PairSum[];
  readonly failures: readonly FailureGroup[];
}

/**
 * Caches the report of a range for all readers with the same merchants, so that the page, its tables and its downloads
 * agree.
 */
export function createReportsCache<Report>(
  clock: { now(): number },
  count: (db: Db, scope: Scope, range: ReportRange) => Promise<Report>,
) {
  const cached = new Map<string, { readonly report: Promise<Counted<Report>>; until: number }>();
  return (db: Db, scope: Scope, range: ReportRange): Promise<Counted<Report>> => {
    const { from, to, timeZone, merchant } = range;
    const key = JSON.stringify([scope && [...scope].sort(), from, to, timeZone, merchant]);
    const now = clock.now();
    const known = cached.get(key);
    if (known && now < known.until) return known.report;
    for (const [old, { until }] of cached) if (now >= until || cached.size >= MOST_KEPT) cached.delete(old);
    const report = count(db, scope, range).then((counted) => ({ ...counted, at: now }));
    const one = { report, until: now + CACHE_MS };
    cached.set(key, one);
    one.report.then(
      () => {
        one.until = now + Math.max(CACHE_MS, CACHE_TIMES * (clock.now() - now));
      },
      // A failed report is not cached.
      () => cached.delete(key),
    );
    return one.report;
  };
}

/** The figures of the page of reports. */
export async function countReport(db: Db, scope: Scope, range: ReportRange): Promise<ReportFigures> {
  const [paid, fees, failures] = await Promise.all([
    selectPaid(db, scope, range),
    selectFees(db, scope, range),
    selectFailures(db, scope, range, MOST_REASONS),
  ]);
  return { paid, fees, failures };
}
