import type { Db } from '../db/db.ts';
import { type Scope, visible } from '../merchants/scope.ts';
import { type ReportRange, rangeValues, within } from './report-range.ts';

/** How long runs took from their upload until the last of their payments was final. All times in ms. */
export interface RunTimes {
  readonly preparing: number;
  /** From the first price until the approval. */
  readonly approval: number;
  /** From the approval until the start: awaiting funds, the pay date, or calls to the payout service. */
  readonly start: number;
  /** From the start until the last payment was final. */
  readonly service: number;
  readonly total: number;
}

/** The runs of a merchant, or of all (null). The parts are averages, which add up to `total`. */
export interface TimesSum extends RunTimes {
  readonly merchant: string | null;
  readonly runs: number;
  readonly median: number;
  readonly slowest: number;
}

export interface SlowRun extends RunTimes {
  readonly run: bigint;
  readonly merchant: string;
  readonly sheet: string | null;
  readonly uploadedAt: Date;
}

export interface TimesReport {
  readonly byMerchant: readonly TimesSum[];
  readonly slowest: readonly SlowRun[];
}

/**
 * One line for each run with a paid payment whose last batch was settled in the range: when it was uploaded, priced,
 * approved, started and settled, by that batch. A step that was never recorded takes no time.
 */
const RUNS = `
  last as (
    select distinct on (b.run_id) b.run_id, b.id, b.merchant_id, b.approved_at, b.started_at, b.settled_at
    from payrun.batch b where ${within('b.settled_at', 'b.merchant_id')} and ${visible('b.merchant_id')}
      and exists (select 1 from payrun.payment p where p.batch_id = b.id and p.state = 'processed')
    order by b.run_id, b.settled_at desc, b.id),
  points as materialized (
    select l.run_id as run, l.merchant_id as merchant, r.sheet_id, r.created_at as t0, l.settled_at as t4, l.approved_at, l.started_at,
      (select min(e.at) from payrun.event e where e.chain = 'run-' || l.run_id and e.kind in ('batch_quoted', 'batch_approved_first') and e.kind = 'batch_quoted'
        and e.data->>'batch' = l.id::text) as priced_at
    from last l join payrun.run r on r.id = l.run_id),
  first as (select *, least(greatest(coalesce(priced_at, approved_at, started_at, t4), t0), t4) as t1 from points),
  second as (select *, least(greatest(coalesce(approved_at, t1), t1), t4) as t2 from first),
  third as (select *, least(greatest(coalesce(started_at, t2), t2), t4) as t3 from second),
  runs as materialized (
    select run, merchant, sheet_id, t0 as "uploadedAt", ${msBetween('t0', 't1')} as preparing, ${msBetween('t1', 't2')} as approval,
      ${msBetween('t2', 't3')} as start, ${msBetween('t3', 't4')} as service, ${msBetween('t0', 't4')} as total from third)`;

function msBetween(from: string, to: string): string {
  return `(extract(epoch from ${to} - ${from}) * 1000)::float8`;
}

const PARTS = ['preparing', 'approval', 'start', 'service', 'total'] as const;

/** Runs by merchant, those of all first if there are several merchants, and the `most` that took longest. */
export async function selectTimes(db: Db, scope: Scope, range: ReportRange, most: number): Promise<TimesReport> {
  const values = [scope, ...rangeValues(range)];
  const [{ rows: byMerchant }, { rows: slowest }] = await Promise.all([
    db.query<TimesSum>(
      `with ${RUNS}
       select merchant, count(*)::int as runs, percentile_cont(0.5) within group (order by total) as median, max(total) as slowest,
         ${PARTS.map((part) => `avg(${part}) as ${part}`).join(', ')}
       from runs group by grouping sets ((), (merchant)) having count(*) > 0 order by merchant nulls first`,
      values,
    ),
    db.query<SlowRun>(
      `with ${RUNS}
       select r.run, r.merchant, s.name as sheet, r."uploadedAt", ${PARTS.map((part) => `r.${part}`).join(', ')}
       from runs r left join payrun.sheet s on s.id = r.sheet_id order by r.total desc, r.run desc limit $6`,
      [...values, most],
    ),
  ]);
  return { byMerchant: byMerchant.length === 2 ? byMerchant.slice(1) : byMerchant, slowest };
}
