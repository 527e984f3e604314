import { PayrunError } from '../../errors.ts';
import type { Db } from '../db/db.ts';
import { countForPlanner } from '../db/planner-statistics.ts';

/** Columns that are copied unchanged. */
const AS_THEY_ARE = [
  'id',
  'run_id',
  'merchant_id',
  'row',
  'reference',
  'reference_key',
  'derived_fp',
  'generation',
  'previous_id',
  'source_currency',
  'fixed',
  'currency',
  'minor',
  'recipient_name',
  'recipient_fp',
  'person_fp',
  'profile_fp',
  'account_fp',
  'account_hint',
  'account_key',
  'account_asked',
  'row_sealed',
  'problems',
  'rules',
  'held_for',
  'twin_row',
  'twin_reference',
  'dismissed_by',
].join(', ');

/** Why a sheet was stopped: a code, and a sentence for users. */
export interface Stop {
  readonly code: string;
  readonly reason: string;
}

/**
 * Pages per statement, 64 MB. For each row Postgres keeps data for a trigger and for foreign keys until the statement
 * ends; this keeps it bounded.
 */
const PAGES = 8_192;

/**
 * Moves the rows of a run from `payment_in` to `payment`, in the transaction that applied the hold rules. Rows that no
 * rule put on hold become ready, or canceled if the sheet was stopped (`stop`).
 *
 * Throws `rows_lost` if the count differs from `rows`: Postgres empties the unlogged staging table after a crash.
 */
export async function promoteStaged(
  db: Db,
  { run, rows, stop }: { run: bigint; rows: number; stop: Stop | null },
  pages = PAGES,
): Promise<void> {
  let found = 0;
  const end = await stagedPages(db);
  for (let page = 0; page < end; page += pages) {
    const { rowCount } = await db.query(
      `insert into payrun.payment (${AS_THEY_ARE}, state, reason_code, reason, final_at)
       select ${AS_THEY_ARE},
         case when state <> 'new' then state when $2::text is null then 'ready' else 'cancelled' end,
         case when state = 'new' and $2::text is not null then $2 else reason_code end,
         case when state = 'new' and $2::text is not null then $3::text else reason end,
         case when (state = 'new' and $2::text is not null) or state = 'dismissed' then now() end
       from payrun.payment_in where run_id = $1 and ctid >= $4::tid and ctid < $5::tid`,
      [run, stop?.code ?? null, stop?.reason ?? null, `(${page},0)`, `(${page + pages},0)`],
    );
    found += rowCount;
  }
  if (found !== rows) throw new PayrunError('rows_lost', { run: String(run), found, rows }, { retry: 'safe' });
  await discardStaged(db, run);
  await countForPlanner(db, rows);
}

/** Number of pages of `payment_in`, which has all rows of this run at this point. */
async function stagedPages(db: Db): Promise<number> {
  const { rows } = await db.query<{ pages: number }>(
    `select (pg_relation_size('payrun.payment_in') / current_setting('block_size')::int)::int as pages`,
  );
  return rows[0]!.pages;
}

/** Deletes the rows of a run from `payment_in`. */
export async function discardStaged(db: Db, run: bigint): Promise<void> {
  await db.query('delete from payrun.payment_in where run_id = $1', [run]);
}
