import type { Db } from '../db/db.ts';
import { SOON } from './run.ts';
import { updateRunStatus } from './run-status.ts';

/** SQL condition that run `r` is due: its time has come and no process has it, or its process is gone. */
export const DUE = '(r.look_at <= now() and r.lease_until is null or r.lease_until < now())';

/**
 * Lets runs be looked at in `ms`, unless they are looked at before. All times of looks are of the database's clock,
 * because the clocks of machines differ.
 */
export async function scheduleLook(db: Db, runs: readonly bigint[], ms: number): Promise<void> {
  await db.query(
    `update payrun.run set look_at = least(look_at, now() + $2 * interval '1 millisecond') where id = any($1)`,
    [runs, ms],
  );
}

/** Lets a run be looked at in `ms`, and not before; null: never. */
export async function postponeLook(db: Db, run: bigint, ms: number | null): Promise<void> {
  await db.query(`update payrun.run set look_at = now() + $2 * interval '1 millisecond' where id = $1`, [run, ms]);
}

/**
 * Lets a run rest that has nothing to do: it is done, or a user has to submit it. A done run without results is looked
 * at again later.
 */
export async function restRun(db: Db, run: bigint): Promise<void> {
  await db.query(
    `update payrun.run r set look_at = case when ${UNREPORTED} then now() + interval '15 minutes' end,
       lease_until = case when lease_until >= now() then lease_until end
     where id = $1 and (finished_at is not null or confirmed_at is null)`,
    [run],
  );
}

/** Those of these runs that a process has, or that are due. */
export async function runsInWork(db: Db, runs: readonly bigint[]): Promise<readonly bigint[]> {
  const { rows } = await db.query<{ id: bigint }>(
    'select r.id from payrun.run r where r.id = any($1) and (r.lease_until > now() or r.look_at <= now())',
    [runs],
  );
  return rows.map(({ id }) => id);
}

/**
 * Marks the runs of a sheet as checked for notifications, except those that changed meanwhile. `marks`: run id -> time
 * of its change.
 */
export async function markNotified(db: Db, marks: Readonly<Record<string, string>>): Promise<void> {
  await db.query(
    `update payrun.run r set unnotified_since = null from jsonb_each_text($1::jsonb) m
     where r.id = m.key::bigint and r.unnotified_since = m.value::timestamptz`,
    [JSON.stringify(marks)],
  );
}

/** Marks the results of a run as written. Only for a done run: earlier results are not final. */
export async function markReported(db: Db, run: bigint): Promise<void> {
  await db.query(
    `update payrun.run set reported_at = now(), look_at = null where id = $1 and finished_at is not null`,
    [run],
  );
}

/** Updates the status of a run after its payments changed, and marks its written results as outdated. */
export async function outdateReport(db: Db, run: bigint): Promise<void> {
  await db.query(`update payrun.run set reported_at = null, look_at = coalesce(look_at, ${SOON}) where id = $1`, [run]);
  await updateRunStatus(db, [run]);
}

/**
 * SQL condition that run `r` is done and its results are missing or outdated. A run of sub-merchants or recipients has
 * no payments.
 */
const UNREPORTED = `r.finished_at is not null and r.reported_at is null and r.sheet_id is not null
  and (r.rows_in > 0 or r.recipients_in > 0 or exists (select 1 from payrun.merchant_row m where m.run_id = r.id))`;

/**
 * Done runs whose results are missing or outdated, oldest first. Omits sheets that could not be read, were purged, or
 * are still in the inbox.
 */
export async function unreportedRuns(db: Db): Promise<readonly bigint[]> {
  const { rows } = await db.query<{ id: bigint }>(
    `select r.id from payrun.run r join payrun.sheet s on s.id = r.sheet_id
     where ${UNREPORTED} and s.purged_at is null
       and not exists (select 1 from payrun.inbox_file f where f.run_id = coalesce(r.lead_run, r.id)
         and f.state in ('taking', 'taken', 'running', 'finishing'))
     order by r.id`,
  );
  return rows.map(({ id }) => id);
}
