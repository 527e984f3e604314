import type { Db } from '../db/db.ts';
import { QUEUE_SCHEMA } from '../db/queue-connection.ts';
import { UNREPORTED } from '../runs/reported-runs.ts';
import { RUN_COLUMNS, type RunRow } from '../runs/run.ts';
import { UNREAD } from '../runs/sheet-runs.ts';

const JOB = `${QUEUE_SCHEMA}.job`;

/** Is such a task waiting in the queue, not started yet? `later`: also count tasks that are deferred. */
export async function isQueued(
  db: Db,
  { queue, key, data, later }: { queue: string; key: string; data: Record<string, unknown>; later: boolean },
): Promise<boolean> {
  const { rows } = await db.query(
    `select 1 from ${JOB} where name = $1 and singleton_key = $2 and state < 'active' and data @> $3::jsonb
       and ($4 or start_after <= now()) limit 1`,
    [queue, key, JSON.stringify(data), later],
  );
  return rows.length > 0;
}

/** Those of these runs with a task that is active or may start now. */
export async function runsInQueue(db: Db, queue: string, runs: readonly bigint[]): Promise<ReadonlySet<string>> {
  const { rows } = await db.query<{ run: string }>(
    `select distinct data->>'run' as run from ${JOB}
     where name = $1 and data->>'run' = any($2::text[]) and (state = 'active' or (state < 'active' and start_after <= now()))`,
    [queue, runs.map(String)],
  );
  return new Set(rows.map(({ run }) => run));
}

/** A process that creates a run reads its sheet at once and then has the lease. */
const MADE_JUST_NOW = `interval '10 seconds'`;

/** SQL condition that run `r` has nothing to do before its pay date: everything of it is approved. `$4` is now. */
const PARKED = `(r.state = 'working' and r.starts_at > $4
  and exists (select 1 from payrun.batch b where b.run_id = r.id and b.state = 'approved')
  and not exists (select 1 from payrun.batch b where b.run_id = r.id and b.state not in ('approved', 'void', 'settled', 'rejected_at_service'))
  and not exists (select 1 from payrun.payment p where p.run_id = r.id and p.state = 'ready'))`;

/**
 * Runs without a task or lease that workers can continue, oldest first: confirmed and not done; uploaded with an unread
 * sheet; or done for `reportMs` without written results. Skips a run whose last task ended less than `restMs` ago, or
 * less than a minute ago if its payments are processing. Skips runs that wait for a user or for their pay date, but not
 * refused ones; a run whose pay date has come since its last task is not skipped.
 */
export async function orphanedRuns(
  db: Db,
  queue: string,
  { restMs, reportMs, now }: { readonly restMs: number; readonly reportMs: number; readonly now: Date },
): Promise<readonly RunRow[]> {
  const { rows } = await db.query<RunRow>(
    `select ${RUN_COLUMNS} from payrun.run r
     where (lease_until is null or lease_until < now())
       and (confirmed_at is not null and (refused is not null or state in ('working', 'on_the_way', 'waiting_funds', 'awaiting_service_approval'))
         or ${UNREAD} and created_at < now() - ${MADE_JUST_NOW}
         or confirmed_at is not null and ${UNREPORTED} and finished_at < now() - $3 * interval '1 millisecond')
       and not ${PARKED}
       and not exists (
         select 1 from ${JOB} where name = $1 and data->>'run' = r.id::text
           and (state < 'completed' or state = 'failed' or completed_on > now()
             - case when r.state = 'on_the_way' then least($2, 60000) else $2 end * interval '1 millisecond'
             and (r.starts_at is null or r.starts_at > $4 or completed_on >= r.starts_at)))
     order by id`,
    [queue, restMs, reportMs, now],
  );
  return rows;
}

/**
 * Failed tasks that no longer need to block their key: their run was continued by a user or purged, or they belong to a
 * job and failed more than an hour ago. Returns their ids in the queue.
 */
export async function spentTasks(db: Db, queue: string): Promise<readonly string[]> {
  const { rows } = await db.query<{ id: string }>(
    `select j.id from ${JOB} j where j.name = $1 and j.state = 'failed'
       and case when j.data ? 'run' then not exists (select 1 from payrun.run r where r.id::text = j.data->>'run' and (r.state = 'working' or r.refused is not null))
         else j.completed_on < now() - interval '1 hour' end`,
    [queue],
  );
  return rows.map(({ id }) => id);
}

/** The tasks of one key. */
export interface KeyLine {
  readonly key: string;
  /** Ready to start, waiting for their turn. */
  readonly waiting: number;
  /** To be started later. */
  readonly deferred: number;
  readonly active: number;
  /** Every worker that ran it crashed: it is not retried, and blocks the tasks behind it. */
  readonly failed: number;
  /** Since when the oldest ready task waits. */
  readonly oldest: Date | null;
}

/** Uncompleted tasks in the queue, by key. Empty if the queue was never used. */
export async function queueLines(db: Db, queue: string): Promise<readonly KeyLine[]> {
  const made = await db.query<{ made: boolean }>('select to_regclass($1) is not null as made', [JOB]);
  if (!made.rows[0]!.made) return [];
  const { rows } = await db.query<KeyLine>(
    `select singleton_key as key,
       count(*) filter (where state < 'active' and start_after <= now())::int as waiting,
       count(*) filter (where state < 'active' and start_after > now())::int as deferred,
       count(*) filter (where state = 'active')::int as active,
       count(*) filter (where state = 'failed')::int as failed,
       min(greatest(created_on, start_after)) filter (where state < 'active' and start_after <= now()) as oldest
     from ${JOB} where name = $1 and (state < 'completed' or state = 'failed')
     group by singleton_key order by singleton_key`,
    [queue],
  );
  return rows;
}

/** The newest migration applied to the database. */
export async function appliedVersion(db: Db): Promise<number> {
  const { rows } = await db.query<{ version: number }>('select max(version) as version from payrun.migration');
  return rows[0]!.version;
}
