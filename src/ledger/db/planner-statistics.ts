import type { Db } from './db.ts';

/** From this many changed rows on, updating the planner's statistics pays off. */
const MANY_ROWS = 1_000;

/**
 * Updates the planner's statistics if many payments changed. Without them the planner assumes an empty table and
 * compared each of 10,000 rows with each other, which took minutes. Autovacuum updates them only a minute or more after
 * the commit.
 */
export async function countForPlanner(db: Db, changed: number): Promise<void> {
  if (changed >= MANY_ROWS) await db.query(`analyze payrun.payment (${SELECTED})`);
}

/**
 * Columns by which payments are selected and joined. Analyzing all 40 columns takes twice as long; autovacuum does it
 * later.
 */
const SELECTED =
  'run_id, merchant_id, state, row, reference, recipient_fp, person_fp, reference_key, derived_fp, account_key, batch_id, recipient_id, created_at, final_at';

/** Columns by which the hold rules compare staged payments. */
const COMPARED =
  'run_id, merchant_id, state, reference, reference_key, derived_fp, recipient_fp, person_fp, account_fp, account_key, money_key';

/** Updates the planner's statistics of staged payments, which are all new. */
export async function countStagedForPlanner(db: Db): Promise<void> {
  await db.query(`analyze payrun.payment_in (${COMPARED})`);
}
