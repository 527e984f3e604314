import type { Db } from '../db/db.ts';
import { type Scope, visible } from '../merchants/scope.ts';
import { dayOf, type ReportRange, rangeValues, within } from './report-range.ts';

/** The calls of a day. */
export interface CallDay {
  readonly day: string;
  readonly calls: number;
  /** Refused because the quota was used up. */
  readonly refused: number;
  /** Of the merchant and minute that had the most. */
  readonly fullest: number;
}

/** Calls that went the same way. */
export interface CallGroup {
  readonly method: string;
  /** One of their paths, ids included. */
  readonly path: string;
  readonly calls: number;
  readonly refused: number;
  /** Had no answer, or one that says that the service failed. */
  readonly failed: number;
  /** On average. */
  readonly ms: number;
}

/** Calls by day; who sees one merchant's sees no calls that belong to none. */
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

/** Calls by what they asked for. What belongs to one endpoint may be in several groups: the caller puts it together. */
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
