import type { Db } from './db.ts';

/** From so many changed rows on it pays to count them for the planner. */
const MANY_ROWS = 1_000;

/**
 * Counts the payments for the planner where so many of them changed that it would plan for none: it compared each of 10,000 rows
 * with each then, which took minutes. Postgres counts them by itself only a minute or more after they are committed.
 */
export async function countForPlanner(db: Db, changed: number): Promise<void> {
  if (changed >= MANY_ROWS) await db.query(`analyze payrun.payment (${SELECTED})`);
}

/** What payments are selected and joined by. Counting all 40 columns takes twice as long; autovacuum does it later. */
const SELECTED =
  'run_id, merchant_id, state, row, reference, recipient_fp, person_fp, reference_key, derived_fp, account_key, batch_id, recipient_id, created_at, final_at';

/** What the screens compare staged payments by. */
const COMPARED =
  'run_id, merchant_id, state, reference, reference_key, derived_fp, recipient_fp, person_fp, account_fp, account_key, money_key';

/** Counts staged payments for the planner, which knows nothing of rows that came a moment ago. */
export async function countStagedForPlanner(db: Db): Promise<void> {
  await db.query(`analyze payrun.payment_in (${COMPARED})`);
}
