import type { Db } from './db.ts';

/** From this many changed rows on, or this share of all rows, updating the planner's statistics pays off. */
const MANY_ROWS = 1_000;
const SHARE = 1 / 20;
/** Some 500 rows: no plan is slow, and after counting the database plans each statement again. */
const SMALL_BYTES = 2 ** 19;

/**
 * Updates the planner's statistics if many payments changed. Without them the planner assumes an empty table and
 * compared each of 10,000 rows with each other, which took minutes. Autovacuum updates them only a minute or more after
 * the commit.
 */
export async function countForPlanner(db: Db, changed: number): Promise<void> {
  const { rows } = await db.query<{ counted: number; bytes: number }>(
    `select reltuples::float8 as counted, pg_relation_size(oid)::float8 as bytes from pg_class
     where oid = 'payrun.payment_row'::regclass`,
  );
  const { counted, bytes } = rows[0]!;
  const pays = changed >= MANY_ROWS || (bytes > SMALL_BYTES && changed > counted * SHARE);
  if (pays) await db.query('select payrun.count_payments()');
}
