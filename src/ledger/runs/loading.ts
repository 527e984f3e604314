import type { Db } from '../db/db.ts';
import { getOtherStarts } from '../payments/last-paid-account.ts';

/** Class of the advisory locks of runs whose rows are being loaded. */
const LOADING = 20_260_128;
/** Rows deleted by one statement, so that no one waits long for the database. */
const ROWS_AT_ONCE = 20_000;
/** An advisory lock has 32 bits for the run. */
const lockOf = (run: string) => `(${run} % 2147483648)::int`;

/** Begins the intake of a run. From now on its rows may be loaded, and nothing but its intake sees them. */
export async function beginLoading(db: Db, run: bigint): Promise<void> {
  await db.query('update payrun.run set loading = true where id = $1 and not loading', [run]);
}

/**
 * Before the hold rules compare the rows of a run with other payments of the merchant: locks the merchant's row, so
 * that two sheets of a merchant are checked in turn and see each other's results, while others may still refer to the
 * merchant. Sheets started later, or later in the order of comparisons, are ignored. Returns whether the merchant has
 * payments.
 */
export async function beginComparison(db: Db, run: bigint, merchant: string): Promise<boolean> {
  await db.query('select 1 from payrun.merchant where id = $1 for no key update', [merchant]);
  // JIT compilation takes ten times as long as execution: most statements find nothing, which the planner cannot know.
  await db.query('set local jit = off');
  const { rows } = await db.query<{ earlier: boolean; startsSeen: bigint; comparedNo: bigint }>(
    `select exists (select 1 from payrun.payment where merchant_id = $2) as earlier,
       ${getOtherStarts('r')} as "startsSeen", nextval('payrun.comparison') as "comparedNo" from payrun.run r where r.id = $1`,
    [run, merchant],
  );
  const { earlier, startsSeen, comparedNo } = rows[0]!;
  await db.query('update payrun.run set starts_seen = $2, compared_no = $3 where id = $1', [
    run,
    startsSeen,
    comparedNo,
  ]);
  return earlier;
}

/** Marks the transaction as one that loads rows of run `run`, until it ends: see `discardLoadedRows`. */
export async function markLoading(db: Db, run: bigint): Promise<void> {
  await db.query(`select pg_advisory_xact_lock_shared($1, ${lockOf('$2::bigint')})`, [LOADING, run]);
}

/**
 * Deletes some of the rows that an interrupted intake loaded for a run and the other runs of its sheet. Ends a
 * transaction that still loads some: its process lost the run, may be stalled forever, and blocks their row numbers.
 * Call it in a transaction that holds the run's fence, until it returns false: then none is left.
 */
export async function discardLoadedRows(db: Db, run: bigint, rowsAtOnce = ROWS_AT_ONCE): Promise<boolean> {
  await db.query(
    `select pg_terminate_backend(l.pid) from pg_locks l join pg_stat_activity a on a.pid = l.pid and a.datid = l.database
     where l.locktype = 'advisory' and l.classid = $1 and l.objid = ${lockOf('$2::bigint')} and a.datname = current_database()
       and l.pid <> pg_backend_pid() and pg_has_role(a.usesysid, 'usage')`,
    [LOADING, run],
  );
  const { rowCount } = await db.query(
    `delete from payrun.payment_row where id in (select p.id from payrun.run r join payrun.payment_row p on p.run_id = r.id
       where (r.id = $1 or r.lead_run = $1) and r.loading limit $2)`,
    [run, rowsAtOnce],
  );
  if (rowCount > 0) return true;
  await db.query('update payrun.run set loading = false where (id = $1 or lead_run = $1) and loading', [run]);
  return false;
}
