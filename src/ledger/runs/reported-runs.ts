import type { Db } from '../db/db.ts';
import { SOON } from './run.ts';
import { updateRunStatus } from './run-status.ts';

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
export const UNREPORTED = `r.finished_at is not null and r.reported_at is null and r.sheet_id is not null
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
