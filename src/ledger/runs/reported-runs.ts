import type { Db } from '../db/db.ts';

/** Notes that the results of a run are written. Only of one that is done: what is written before is not the last word. */
export async function markReported(db: Db, run: bigint): Promise<void> {
  await db.query(`update payrun.run set reported_at = now() where id = $1 and state = 'done'`, [run]);
}

/** Notes that the results of a run are not what the ledger says any more. */
export async function outdateReport(db: Db, run: bigint): Promise<void> {
  await db.query('update payrun.run set reported_at = null where id = $1', [run]);
}

/** Of run `r`: it is done, and its results are missing or outdated. One about sub-merchants or recipients has no payments in it. */
export const UNREPORTED = `r.state = 'done' and r.reported_at is null and r.sheet_id is not null
  and (r.rows_in > 0 or r.recipients_in > 0 or exists (select 1 from payrun.merchant_row m where m.run_id = r.id))`;

/** Runs that are done and whose results are missing or outdated, oldest first. A sheet that could not be read, was purged, or is still in the inbox has none. */
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
