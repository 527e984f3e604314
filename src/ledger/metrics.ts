import type { BatchState, PaymentState, RunState } from '../states.ts';
import type { Db } from './db.ts';

/** What the installation comes to, all merchants together. */
export interface LedgerFigures {
  readonly runs: Readonly<Partial<Record<RunState, number>>>;
  readonly payments: Readonly<Partial<Record<PaymentState, number>>>;
  /** Batches that are neither settled nor void. */
  readonly batches: readonly BatchFigure[];
  readonly quota: readonly QuotaFigure[];
  /** Deliveries of webhooks that are not worked on yet. */
  readonly deliveries: number;
  /** The last time that each job ended. */
  readonly jobs: readonly { readonly job: string; readonly ended: number; readonly exit_code: number }[];
  /** Not sent: by channel and state. */
  readonly notices: readonly { readonly channel: string; readonly state: string; readonly n: number }[];
}

export interface BatchFigure {
  readonly state: BatchState;
  readonly batches: number;
  readonly payments: number;
  /** Since the one that changed longest ago did. */
  readonly oldest_seconds: number;
}

export interface QuotaFigure {
  /** `merchant`, or `address`. */
  readonly level: string;
  readonly slots: number;
  readonly used: number;
  /** Of the fullest one of this level, 0 to 1. */
  readonly fullest: number;
}

/** Runs that are counted in one statement; on the embedded database it keeps everybody waiting. */
const AT_ONCE = 50;

/**
 * Counts what there is. Payments of runs that are done are counted once for each time that their results change, and kept; so
 * what this costs is that of the runs that are not done. Throws `database_unreachable`.
 */
export async function ledgerFigures(db: Db): Promise<LedgerFigures> {
  while ((await countDone(db)) === AT_ONCE);
  const runs = await db.query<{ state: RunState; n: number }>(
    'select state, count(*)::int as n from payrun.run group by state',
  );
  const payments = await db.query<{ state: PaymentState; n: number }>(PAYMENTS);
  const batches = await db.query<BatchFigure>(BATCHES);
  const quota = await db.query<QuotaFigure>(QUOTA);
  const deliveries = await db.query<{ n: number }>(
    `select count(*)::int as n from payrun.webhook_delivery where state = 'new'`,
  );
  const notices = await db.query<LedgerFigures['notices'][number]>(
    `select channel, state, count(*)::int as n from payrun.notice_delivery where state <> 'sent' group by channel, state`,
  );
  const jobs = await db.query<LedgerFigures['jobs'][number]>(JOBS);
  return {
    jobs: jobs.rows,
    runs: Object.fromEntries(runs.rows.map(({ state, n }) => [state, n])),
    payments: Object.fromEntries(payments.rows.map(({ state, n }) => [state, n])),
    batches: batches.rows,
    quota: quota.rows,
    deliveries: deliveries.rows[0]!.n,
    notices: notices.rows,
  };
}

/** Counts runs that are done and were not counted since their results changed. Returns how many. */
async function countDone(db: Db): Promise<number> {
  return (await db.query(COUNT_DONE, [AT_ONCE])).rowCount;
}

const COUNT_DONE = `
insert into payrun.run_figure (run_id, counts, finished_at, reported_at)
select r.id, coalesce((select jsonb_object_agg(state, n) from (
    select state, count(*)::int as n from payrun.payment_status where run = r.id group by state) per_state), '{}'),
  r.finished_at, r.reported_at
from (
  select r.id, r.finished_at, r.reported_at from payrun.run r left join payrun.run_figure f on f.run_id = r.id
  where r.state = 'done' and (f.run_id is null or f.finished_at is distinct from r.finished_at
    or f.reported_at is distinct from r.reported_at)
  order by r.id limit $1) r
on conflict (run_id) do update set counts = excluded.counts, finished_at = excluded.finished_at,
  reported_at = excluded.reported_at`;

const PAYMENTS = `
select state, sum(n)::int as n from (
  select c.key as state, c.value::int as n
    from payrun.run_figure f join payrun.run r on r.id = f.run_id and r.state = 'done', jsonb_each_text(f.counts) c
  union all
  select state, count(*)::int from payrun.payment_status
    where run = any(array(select id from payrun.run where state <> 'done')) group by state) counted
group by state`;

const BATCHES = `
select state, count(*)::int as batches, sum(payments)::int as payments,
  extract(epoch from now() - min(updated_at))::float8 as oldest_seconds
from payrun.batch where state not in ('settled', 'void') group by state`;

const QUOTA = `
select level, sum(slots)::int as slots, sum(used)::int as used, max(used::float8 / slots) as fullest from (
  select split_part(key, ':', 1) as level, count(*) as slots, count(*) filter (where free_at > clock_timestamp()) as used
  from payrun.quota_slot group by key) per_key
group by level order by level`;

/** Seconds since 1970. */
const JOBS = `
select distinct on (job) job, extract(epoch from ended_at)::float8 as ended, coalesce(exit_code, 0) as exit_code
from payrun.job_run where ended_at is not null order by job, id desc`;
