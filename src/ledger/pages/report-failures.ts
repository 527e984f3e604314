import type { Db } from '../db.ts';
import { type ReportRange, rangeValues, within } from './report-range.ts';
import { type Scope, visible } from './scope.ts';

/** Payments that did not arrive for the same reason. */
export interface FailureGroup {
  readonly state: 'failed' | 'returned';
  readonly code: string;
  /** Of the latest of them. */
  readonly reason: string;
  readonly payments: number;
  /** The latest run that has one. */
  readonly run: bigint;
}

/** What failed or came back in the range, by reason, the most first; at most `most` reasons. */
export async function selectFailures(
  db: Db,
  scope: Scope,
  range: ReportRange,
  most: number,
): Promise<readonly FailureGroup[]> {
  const { rows } = await db.query<FailureGroup>(
    `select p.state, coalesce(p.reason_code, p.state) as code, coalesce((array_agg(p.reason order by p.final_at desc))[1], '') as reason,
       count(*)::int as payments, max(p.run_id) as run
     from payrun.payment p
     where p.state in ('failed', 'returned')
       and ${within('p.final_at', 'p.merchant_id')} and ${visible('p.merchant_id')}
     group by 1, 2 order by payments desc, 1, 2 limit $6`,
    [scope, ...rangeValues(range), most],
  );
  return rows;
}
