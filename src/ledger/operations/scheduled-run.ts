import type { Db } from '../db/db.ts';

/**
 * `due`: not in the queue yet. `enqueued`: in the queue, which assigns it to a worker. `skipped`: no process was
 * running when it was due.
 */
export type ScheduledRunState = 'due' | 'enqueued' | 'skipped';

/** One due time of a scheduled job. */
export interface ScheduledRun {
  readonly id: bigint;
  /** Key of the schedule: job, cron, time zone and input. */
  readonly schedule: string;
  readonly job: string;
  readonly input: unknown;
  readonly due_at: Date;
  readonly state: ScheduledRunState;
}

/** A cron of every minute has half a million due times a year. No clock is set back by more than this. */
const RETENTION = '400 days';

const COLUMNS = 'id, schedule, job, input, due_at, state';

/**
 * The time up to which due times of a schedule were processed. A new schedule starts at `now`, so it is never due in
 * the past.
 */
export async function watchedUntil(db: Db, schedule: string, now: Date): Promise<Date> {
  const { rows } = await db.query<{ watched_until: Date }>(
    `insert into payrun.schedule_watch (schedule, watched_until) values ($1, $2)
     on conflict (schedule) do update set schedule = excluded.schedule returning watched_until`,
    [schedule, now],
  );
  return rows[0]!.watched_until;
}

/** Sets that time back after a clock was ahead. Due times that were processed stay processed. */
export async function resetWatchedUntil(db: Db, schedule: string, now: Date): Promise<void> {
  await db.query(
    `update payrun.schedule_watch set watched_until = $2 where schedule = $1 and watched_until > $2::timestamptz`,
    [schedule, now],
  );
}

/**
 * Records one due time of a schedule for all instances. The first one gets the firing and has `claimMs` to enqueue it;
 * all others get null. One that was skipped becomes due: a clock was ahead, or another instance was running. Call it in
 * a transaction: it also advances the time up to which the schedule was processed.
 */
export async function decideScheduledRun(
  db: Db,
  firing: Pick<ScheduledRun, 'schedule' | 'job' | 'input' | 'due_at'> & { readonly state: 'due' | 'skipped' },
  claimMs: number,
): Promise<ScheduledRun | null> {
  const { schedule, job, input, due_at, state } = firing;
  await db.query(
    `insert into payrun.schedule_watch (schedule, watched_until) values ($1, $2)
     on conflict (schedule) do update set watched_until = greatest(payrun.schedule_watch.watched_until, excluded.watched_until)`,
    [schedule, due_at],
  );
  await db.query(
    `delete from payrun.scheduled_run where schedule = $1 and due_at < $2::timestamptz - interval '${RETENTION}'`,
    [schedule, due_at],
  );
  const { rows } = await db.query<ScheduledRun>(
    `insert into payrun.scheduled_run (schedule, job, input, due_at, state, claimed_until) values ($1, $2, $3, $4, $5, now() + $6 * interval '1 millisecond')
     on conflict (schedule, due_at) do update set state = 'due', claimed_until = excluded.claimed_until
       where payrun.scheduled_run.state = 'skipped' and excluded.state = 'due' returning ${COLUMNS}`,
    [schedule, job, JSON.stringify(input), due_at, state, claimMs],
  );
  return rows[0] ?? null;
}

/** Records that the firing is in the queue. */
export async function markEnqueued(db: Db, id: bigint): Promise<void> {
  await db.query(`update payrun.scheduled_run set state = 'enqueued' where id = $1 and state = 'due'`, [id]);
}

/**
 * Firings that were not enqueued, because their process ended. The first caller has `claimMs` to enqueue them. Uses the
 * database's clock, which is the same for all instances.
 */
export async function claimUnqueued(db: Db, claimMs: number): Promise<readonly ScheduledRun[]> {
  const { rows } = await db.query<ScheduledRun>(
    `update payrun.scheduled_run set claimed_until = now() + $1 * interval '1 millisecond' where id in (
       select id from payrun.scheduled_run where state = 'due' and claimed_until < now() order by due_at for update skip locked limit 100)
     returning ${COLUMNS}`,
    [claimMs],
  );
  return rows;
}

export async function lastScheduledRuns(db: Db): Promise<ReadonlyMap<string, ScheduledRun>> {
  const { rows } = await db.query<ScheduledRun>(
    `select f.* from payrun.schedule_watch w cross join lateral (
       select ${COLUMNS} from payrun.scheduled_run where schedule = w.schedule order by due_at desc limit 1) f`,
  );
  return new Map(rows.map((firing) => [firing.schedule, firing]));
}
