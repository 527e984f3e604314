import type { Db } from '../db/db.ts';
import { isNumbered } from '../db/dry-run.ts';

/** One execution of a job. */
export interface JobRun {
  readonly id: bigint;
  readonly job: string;
  readonly maker: string;
  readonly began_at: Date;
  /** Null while it runs, or if its process ended early. */
  readonly ended_at: Date | null;
  readonly exit_code: number | null;
  /** Its result in one line; if a next step follows, the one on the command line and the one on a page, a line each. */
  readonly summary: string | null;
  /** The payment run that names the job as its own; null for an execution of the job itself. */
  readonly run: bigint | null;
}

const RETENTION = '400 days';

/** Records the start of a job and returns the id of the execution. Deletes executions older than 400 days. */
export async function beginJobRun(db: Db, job: string, maker: string, at: Date): Promise<bigint> {
  await db.query(`delete from payrun.job_run where job = $1 and began_at < $2::timestamptz - interval '${RETENTION}'`, [
    job,
    at,
  ]);
  const { rows } = await db.query<{ id: bigint }>(
    `insert into payrun.job_run (job, maker, began_at) values ($1, $2, $3) returning id`,
    [job, maker, at],
  );
  return rows[0]!.id;
}

export async function endJobRun(db: Db, id: bigint, at: Date, exitCode: number, summary: string): Promise<void> {
  await db.query(`update payrun.job_run set ended_at = $2, exit_code = $3, told = $4 where id = $1`, [
    id,
    at,
    exitCode,
    summary,
  ]);
}

/**
 * The last execution of each job. Includes payment runs that name the job as theirs, which were not started as a job
 * and have no exit code.
 */
export async function lastJobRuns(db: Db, jobs: readonly string[]): Promise<ReadonlyMap<string, JobRun>> {
  const { rows } = await db.query<JobRun>(
    `select r.* from unnest($1::text[]) as name cross join lateral (
       select * from (
         (select id, job, maker, began_at, ended_at, exit_code, told as summary, null::bigint as run from payrun.job_run where job = name order by id desc limit 1)
         union all
         (select id, job, maker, created_at, finished_at, null::int, 'run ' || id, id from payrun.run where job = name and ${isNumbered('id')} order by id desc limit 1)
       ) ran order by began_at desc limit 1) r`,
    [jobs],
  );
  return new Map(rows.map((run) => [run.job, run]));
}
