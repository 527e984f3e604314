import type { Db } from './open-ledger.ts';

/** Notes that the results of a run are written. Only of one that is done: what is written before is not the last word. */
export async function markReported(db: Db, run: bigint): Promise<void> {
  await db.query(`update payrun.run set reported_at = now() where id = $1 and state = 'done'`, [run]);
}

/** Notes that the results of a run are not what the ledger says any more. */
export async function outdateReport(db: Db, run: bigint): Promise<void> {
  await db.query('update payrun.run set reported_at = null where id = $1', [run]);
}

/** Runs that are done and whose results are missing or outdated, oldest first. A sheet that could not be read has none. */
export async function unreportedRuns(db: Db): Promise<readonly bigint[]> {
  const { rows } = await db.query<{ id: bigint }>(
    `select id from payrun.run where state = 'done' and reported_at is null and sheet_id is not null and rows_in > 0 order by id`,
  );
  return rows.map(({ id }) => id);
}
