import type { Db } from '../../../ledger/db/db.ts';
import type { Scope } from '../../../ledger/merchants/scope.ts';
import { type CallDay, type CallGroup, selectCallDays, selectCallGroups } from '../../../ledger/views/report-calls.ts';
import { type FailureGroup, selectFailures } from '../../../ledger/views/report-failures.ts';
import { type PaidReport, selectPaid } from '../../../ledger/views/report-paid.ts';
import type { ReportRange } from '../../../ledger/views/report-range.ts';

/**
 * Minimum time for which a report is cached; the page shows its age. A report that takes long to compute is cached
 * longer.
 */
const CACHE_MS = 15_000;
const CACHE_TIMES = 60;
const MOST_KEPT = 100;
const MOST_REASONS = 100;

export interface CountedReport {
  readonly paid: PaidReport;
  readonly failures: readonly FailureGroup[];
  readonly callDays: readonly CallDay[];
  readonly callGroups: readonly CallGroup[];
  /** ms UTC. */
  readonly at: number;
}

/**
 * Caches the report of a range for all readers with the same merchants, so that the page, its tables and its downloads
 * agree.
 */
export function createReportsCache(clock: { now(): number }) {
  const cached = new Map<string, { readonly report: Promise<CountedReport>; until: number }>();
  return (db: Db, scope: Scope, range: ReportRange): Promise<CountedReport> => {
    const key = JSON.stringify([scope && [...scope].sort(), range.from, range.to, range.timeZone, range.merchant]);
    const now = clock.now();
    const known = cached.get(key);
    if (known && now < known.until) return known.report;
    for (const [old, { until }] of cached) if (now >= until || cached.size >= MOST_KEPT) cached.delete(old);
    const one = { report: count(db, scope, range, now), until: now + CACHE_MS };
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

async function count(db: Db, scope: Scope, range: ReportRange, at: number): Promise<CountedReport> {
  const [paid, failures, callDays, callGroups] = await Promise.all([
    selectPaid(db, scope, range),
    selectFailures(db, scope, range, MOST_REASONS),
    selectCallDays(db, scope, range),
    selectCallGroups(db, scope, range),
  ]);
  return { paid, failures, callDays, callGroups, at };
}
