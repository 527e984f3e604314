import type { BatchState, PaymentState, RunStatus } from '../../states.ts';
import type { Db } from '../db/db.ts';
import { isDryRun } from '../db/dry-run.ts';
import { merchantsToCheckForReturns } from '../payments/returned-payment.ts';
import { readRunFacts } from '../runs/run-facts.ts';

/** Totals of the installation over all merchants. */
export interface LedgerFigures {
  /** Runs by outcome, or by what they wait for. */
  readonly outcomes: Readonly<Partial<Record<RunStatus, number>>>;
  readonly payments: Readonly<Partial<Record<PaymentState, number>>>;
  /** Batches that are neither settled nor void. */
  readonly batches: readonly BatchFigure[];
  readonly quota: readonly QuotaFigure[];
  /** Webhook deliveries that are not processed yet. */
  readonly deliveries: number;
  /** The last completed execution of each job; `ended` in seconds since 1970. */
  readonly jobs: readonly { readonly job: string; readonly ended: number; readonly exit_code: number }[];
  /** When returned payments were last read, of the merchant for which it is longest ago; seconds since 1970. */
  readonly returnsRead: number | null;
  /** The time of the last backup; seconds since 1970. Null: none was recorded. */
  readonly backedUp: number | null;
  /** Unsent notifications and messages to endpoints, by channel and state. */
  readonly notifications: readonly { readonly channel: string; readonly state: string; readonly n: number }[];
}

export interface BatchFigure {
  readonly state: BatchState;
  readonly batches: number;
  readonly payments: number;
  /** Seconds since the oldest last change of one of them. */
  readonly oldest_seconds: number;
}

export interface QuotaFigure {
  /** Level of the rate limit: `merchant` or `address`. */
  readonly level: string;
  readonly slots: number;
  readonly used: number;
  /** Share used of the fullest key of this level, 0 to 1. */
  readonly fullest: number;
}

/** Runs counted in one statement; the embedded database blocks all other queries meanwhile. */
const AT_ONCE = 50;

/**
 * Counts the objects of the ledger. Counts of done runs are stored and refreshed only when their results change, so the
 * cost depends on the runs that are not done. `returnDays`: how long payments may be returned. Throws
 * `database_unreachable`.
 */
export async function ledgerFigures(db: Db, returnDays: number): Promise<LedgerFigures> {
  while ((await countDone(db)) === AT_ONCE);
  const outcomes = await db.query<{ status: RunStatus; n: number }>(
    `select r.status, count(*)::int as n from payrun.run r where not ${isDryRun('r')} group by 1`,
  );
  const batches = await db.query<BatchFigure>(BATCHES);
  const quota = await db.query<QuotaFigure>(QUOTA);
  const deliveries = await db.query<{ n: number }>(
    `select count(*)::int as n from payrun.webhook_delivery where state = 'new'`,
  );
  const notifications = await db.query<LedgerFigures['notifications'][number]>(
    `select channel, state, count(*)::int as n from payrun.notification_delivery where state <> 'sent' group by channel, state
     union all select 'endpoint', state, count(*)::int from payrun.endpoint_message where state <> 'sent' group by state`,
  );
  const jobs = await db.query<LedgerFigures['jobs'][number]>(JOBS);
  const returnsRead = (await merchantsToCheckForReturns(db, returnDays)).flatMap(
    ({ readAt }) => readAt?.getTime() ?? [],
  );
  const backup = await db.query<{ at: number | null }>(
    'select extract(epoch from backed_up_at)::float8 as at from payrun.ledger_identity',
  );
  return {
    jobs: jobs.rows,
    backedUp: backup.rows[0]?.at ?? null,
    returnsRead: returnsRead.length === 0 ? null : Math.min(...returnsRead) / 1000,
    outcomes: Object.fromEntries(outcomes.rows.map(({ status, n }) => [status, n])),
    payments: await countPayments(db),
    batches: batches.rows,
    quota: quota.rows,
    deliveries: deliveries.rows[0]!.n,
    notifications: notifications.rows,
  };
}

/** Counts done runs whose results changed since they were last counted, at most `AT_ONCE`. Returns how many. */
async function countDone(db: Db): Promise<number> {
  const { rows } = await db.query<{ id: bigint; finished_at: string | null; reported_at: string | null }>(UNCOUNTED, [
    AT_ONCE,
  ]);
  const facts = await readRunFacts(
    db,
    rows.map(({ id }) => id),
  );
  const figures = facts.map(({ status }) => ({
    // The times of the last change as read with the results; text, because a Date has no microseconds.
    ...rows.find(({ id }) => id === status.run),
    id: String(status.run),
    counts: status.counts,
  }));
  await db.query(COUNT_DONE, [JSON.stringify(figures)]);
  return rows.length;
}

const UNCOUNTED = `
select r.id, r.finished_at::text as finished_at, r.reported_at::text as reported_at
from payrun.run r left join payrun.run_figure f on f.run_id = r.id
where r.finished_at is not null and (f.run_id is null or f.finished_at is distinct from r.finished_at
  or f.reported_at is distinct from r.reported_at)
order by r.id limit $1`;

const COUNT_DONE = `
insert into payrun.run_figure (run_id, counts, finished_at, reported_at)
select id, counts, finished_at, reported_at
from jsonb_to_recordset($1::jsonb) as t (id bigint, counts jsonb, finished_at timestamptz, reported_at timestamptz)
on conflict (run_id) do update set counts = excluded.counts, finished_at = excluded.finished_at, reported_at = excluded.reported_at`;

/** Payments by status, without dry runs: stored counts for done runs, current ones for the others. */
async function countPayments(db: Db): Promise<LedgerFigures['payments']> {
  const payments: Partial<Record<PaymentState, number>> = {};
  const done = await db.query<{ state: PaymentState; n: number }>(DONE);
  for (const { state, n } of done.rows) payments[state] = n;
  const { rows: open } = await db.query<{ id: bigint }>(
    `select r.id from payrun.run r where r.finished_at is null and not ${isDryRun('r')} order by r.id`,
  );
  for (let from = 0; from < open.length; from += AT_ONCE) {
    const ids = open.slice(from, from + AT_ONCE).map(({ id }) => id);
    for (const { status } of await readRunFacts(db, ids))
      for (const [state, n] of Object.entries(status.counts) as [PaymentState, number][])
        payments[state] = (payments[state] ?? 0) + n;
  }
  return payments;
}

const DONE = `
select e.key as state, sum(e.value::int)::int as n
from payrun.run_figure f join payrun.run r on r.id = f.run_id and r.finished_at is not null and not ${isDryRun('r')},
  jsonb_each_text(f.counts) e
group by e.key`;

const BATCHES = `
select state, count(*)::int as batches, sum(payments)::int as payments,
  extract(epoch from now() - min(updated_at))::float8 as oldest_seconds
from payrun.batch where state not in ('settled', 'void') group by state`;

const QUOTA = `
select level, sum(slots)::int as slots, sum(used)::int as used, max(used::float8 / slots) as fullest from (
  select split_part(key, ':', 1) as level, count(*) as slots, count(*) filter (where free_at > clock_timestamp()) as used
  from payrun.quota_slot group by key) per_key
group by level order by level`;

/** `ended` is in seconds since 1970. */
const JOBS = `
select distinct on (job) job, extract(epoch from ended_at)::float8 as ended, coalesce(exit_code, 0) as exit_code
from payrun.job_run where ended_at is not null order by job, id desc`;
