import { IN_WORK } from '../../states.ts';
import type { Db } from '../db/db.ts';
import { QUEUE_SCHEMA } from '../db/queue-connection.ts';
import { RUN_COLUMNS, type RunRow } from '../runs/run.ts';
import { DUE } from '../runs/run-looks.ts';

const JOB = `${QUEUE_SCHEMA}.job`;

/** SQL condition that the queue has a task for run `r`, so that no other one is added. `$1`: the queue. */
const HAS_TASK = `exists (select from ${JOB} j where j.name = $1 and j.data->>'run' = r.id::text
  and (j.state < 'completed' or j.state = 'failed'))`;

/** Due runs without a task, in the order of their times. */
export async function dueRuns(db: Db, queue: string): Promise<readonly RunRow[]> {
  const { rows } = await db.query<RunRow>(
    `select ${RUN_COLUMNS} from payrun.run r where ${DUE} and not ${HAS_TASK} order by look_at nulls first, id`,
    [queue],
  );
  return rows;
}

/**
 * Failed tasks that can release their key: their run was continued by a user or purged, or they belong to a job and
 * failed more than an hour ago. Returns their ids in the queue.
 */
export async function releasableTasks(db: Db, queue: string): Promise<readonly string[]> {
  const { rows } = await db.query<{ id: string }>(
    `select j.id from ${JOB} j where j.name = $1 and j.state = 'failed'
       and case when j.data ? 'run' then not exists (select 1 from payrun.run r where r.id::text = j.data->>'run' and (r.status = any($2) or r.refused is not null))
         else j.completed_on < now() - interval '1 hour' end`,
    [queue, IN_WORK],
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

/** The key of the tasks of run `r`. */
const KEY = `case when r.intake_at is null and r.options ? 'byRow' and not r.options ? 'rerun' then 'sheet:' || r.id else 'merchant:' || r.merchant_id end`;

/** Uncompleted tasks in the queue, and runs that get one now or later, by key. */
export async function queueLines(db: Db, queue: string): Promise<readonly KeyLine[]> {
  const made = await db.query<{ made: boolean }>('select to_regclass($1) is not null as made', [JOB]);
  const tasks = made.rows[0]!.made
    ? `select singleton_key as key, state::text as state, created_on as since from ${JOB} j where name = $1 and (state < 'completed' or state = 'failed')
       union all select ${KEY}, case when ${DUE} then 'created' else 'deferred' end, coalesce(look_at, now())
         from payrun.run r where (look_at is not null or lease_until < now()) and not ${HAS_TASK}`
    : 'select null::text as key, null::text as state, null::timestamptz as since where $1::text is null';
  const { rows } = await db.query<KeyLine>(
    `select key,
       count(*) filter (where state in ('created', 'retry'))::int as waiting,
       count(*) filter (where state = 'deferred')::int as deferred,
       count(*) filter (where state = 'active')::int as active,
       count(*) filter (where state = 'failed')::int as failed,
       min(since) filter (where state in ('created', 'retry')) as oldest
     from (${tasks}) t group by key order by key`,
    [queue],
  );
  return rows;
}

/** The newest migration applied to the database. */
export async function appliedVersion(db: Db): Promise<number> {
  const { rows } = await db.query<{ version: number }>('select max(version) as version from payrun.migration');
  return rows[0]!.version;
}
