import type { Db } from '../db/db.ts';
import { type Scope, visible } from '../merchants/scope.ts';
import { dayOf, type ReportRange, rangeValues, within } from './report-range.ts';

/** API calls of a day. `day` is `2026-11-01`. */
export interface CallDay {
  readonly day: string;
  readonly calls: number;
  /** Refused because the rate limit was reached. */
  readonly refused: number;
  /** The most calls of one merchant in one minute. */
  readonly fullest: number;
}

/** Calls to the same path pattern. */
export interface CallGroup {
  readonly method: string;
  /** An example path, with ids. */
  readonly path: string;
  readonly calls: number;
  readonly refused: number;
  /** Calls without a response, or with one that reports a failure of the payout service. */
  readonly failed: number;
  /** Average duration in ms. */
  readonly ms: number;
}

/** Calls by day. A reader limited to some merchants sees no calls without a merchant. */
export async function selectCallDays(db: Db, scope: Scope, range: ReportRange): Promise<readonly CallDay[]> {
  const { rows } = await db.query<CallDay>(
    `select ${dayOf('minute')} as day, sum(n)::int as calls, sum(refused)::int as refused, max(n)::int as fullest
     from (select date_bin('1 minute', c.at, timestamptz 'epoch') as minute, c.merchant_id, count(*) as n,
             count(*) filter (where c.outcome = 'rate_limited') as refused
           from payrun.call c where ${within('c.at', 'c.merchant_id')} and ${visible('c.merchant_id')} group by 1, 2) m
     group by 1 order by 1`,
    [scope, ...rangeValues(range)],
  );
  return rows;
}

/** Calls by path pattern. Calls of one endpoint can be in several groups, which the caller merges. */
export async function selectCallGroups(db: Db, scope: Scope, range: ReportRange): Promise<readonly CallGroup[]> {
  const { rows } = await db.query<CallGroup>(
    `select c.method, min(c.path) as path, sum(c.n)::int as calls, sum(c.refused)::int as refused, sum(c.failed)::int as failed,
       (sum(c.ms) / sum(c.n))::float8 as ms
     from (select method, path, count(*) as n, count(*) filter (where outcome = 'rate_limited') as refused,
             count(*) filter (where outcome in ('failed', 'timeout', 'dropped')) as failed, sum(ms) as ms
           from payrun.call where ${within('at', 'merchant_id')} and ${visible('merchant_id')} group by 1, 2) c
     group by c.method, split_part(c.path, '/', 3),
       case when split_part(c.path, '/', 4) ~ '^[a-z-]*$' then split_part(c.path, '/', 4) else ':' end, split_part(c.path, '/', 5),
       split_part(c.path, '/', 6) = ''
     order by calls desc limit 500`,
    [scope, ...rangeValues(range)],
  );
  return rows;
}
