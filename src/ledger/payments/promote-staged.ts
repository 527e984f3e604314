import { PayrunError } from '../../errors.ts';
import type { Db } from '../db/db.ts';
import { countForPlanner } from '../db/planner-statistics.ts';

/** Columns of the sheet. */
const READ = [
  'id',
  'run_id',
  'merchant_id',
  'row',
  'reference_key',
  'derived_fp',
  'source_currency',
  'fixed',
  'currency',
  'minor',
  'recipient_name',
  'recipient_fp',
  'profile_fp',
  'account_fp',
  'account_hint',
  'account_key',
  'money_key',
  'row_sealed',
  'rules',
];
/** Columns that a hold rule can change, beside the state and its reason. */
const FOUND = [
  'reference',
  'person_fp',
  'generation',
  'previous_id',
  'account_asked',
  'account_uncertain',
  'problems',
  'held_for',
  'twin_row',
  'twin_reference',
  'dismissed_by',
];
const AS_THEY_ARE = [...READ, ...FOUND].join(', ');

/** Why a sheet was stopped: a code, and a sentence for users. */
export interface Stop {
  readonly code: string;
  readonly reason: string;
}

/**
 * Row numbers per statement. For each row Postgres keeps data for a trigger and for foreign keys until the statement
 * ends; this keeps it bounded.
 */
const ROWS_AT_ONCE = 50_000;

/** The rows of a run that were promoted while its sheet was read: their number, and the last row number looked at. */
export interface Promoted {
  readonly rows: number;
  readonly upTo: number;
}
export const NOTHING_PROMOTED: Promoted = { rows: 0, upTo: 0 };

/**
 * Moves rows of a run from `payment_in` to `payment` before its sheet is read to the end, in the transaction of its
 * comparison: those after row number `after` up to `upTo` for which no rule is due and that do not wait. They stay in
 * `payment_in`, because later rows are compared with them. Returns their number.
 */
export async function promoteEarly(
  db: Db,
  run: bigint,
  { after, upTo }: { readonly after: number; readonly upTo: number },
): Promise<number> {
  const { rowCount } = await db.query(
    `insert into payrun.payment (${AS_THEY_ARE}, state, reason_code, reason)
     select ${AS_THEY_ARE}, case when state = 'new' then 'ready' else state end, reason_code, reason
     from payrun.payment_in where run_id = $1 and row > $2 and row <= $3 and due = 0`,
    [run, after, upTo],
  );
  return rowCount;
}

/**
 * Moves the rows of a run from `payment_in` to `payment`, in the transaction that applied the hold rules. Rows that no
 * rule put on hold become ready, or canceled if the sheet was stopped (`stop`). What a rule changed in a row that was
 * promoted early (`promoted`) is changed in its payment.
 *
 * Throws `rows_lost` if the count differs from `rows`: Postgres empties the unlogged staging table after a crash.
 */
export async function promoteStaged(
  db: Db,
  {
    run,
    rows,
    stop,
    promoted = NOTHING_PROMOTED,
  }: {
    readonly run: bigint;
    readonly rows: number;
    readonly stop: Stop | null;
    readonly promoted?: Promoted | undefined;
  },
  rowsAtOnce = ROWS_AT_ONCE,
): Promise<void> {
  if (promoted.rows > 0) await takeOverChanges(db, run, promoted.upTo);
  let found = promoted.rows;
  const last = await lastStagedRow(db, run);
  for (let after = 0; after < last; after += rowsAtOnce) {
    const { rowCount } = await db.query(
      `insert into payrun.payment (${AS_THEY_ARE}, state, reason_code, reason, final_at)
       select ${AS_THEY_ARE},
         case when state <> 'new' then state when $2::text is null then 'ready' else 'canceled' end,
         case when state = 'new' and $2::text is not null then $2 else reason_code end,
         case when state = 'new' and $2::text is not null then $3::text else reason end,
         case when (state = 'new' and $2::text is not null) or state = 'dismissed' then now() end
       from payrun.payment_in where run_id = $1 and row > $4 and row <= $5 and (row > $6 or due > 0)`,
      [run, stop?.code ?? null, stop?.reason ?? null, after, after + rowsAtOnce, promoted.upTo],
    );
    found += rowCount;
  }
  if (found !== rows) throw new PayrunError('rows_lost', { run: String(run), found, rows }, { retry: 'safe' });
  await discardStaged(db, run);
  await countForPlanner(db, rows);
}

/** Rows that this transaction changed in `payment_in` are those that a rule changed. */
async function takeOverChanges(db: Db, run: bigint, upTo: number): Promise<void> {
  const changed = [...FOUND, 'reason_code', 'reason'];
  await db.query(
    `update payrun.payment p set ${changed.map((column) => `${column} = i.${column}`).join(', ')},
       state = case when i.state = 'new' then 'ready' else i.state end
     from payrun.payment_in i
     where i.run_id = $1 and i.row <= $2 and i.due = 0 and i.xmin = pg_current_xact_id()::xid and p.id = i.id`,
    [run, upTo],
  );
}

async function lastStagedRow(db: Db, run: bigint): Promise<number> {
  const { rows } = await db.query<{ last: number }>(
    'select coalesce(max(row), 0) as last from payrun.payment_in where run_id = $1',
    [run],
  );
  return rows[0]!.last;
}

/** Deletes the rows of a run from `payment_in`. */
export async function discardStaged(db: Db, run: bigint): Promise<void> {
  await db.query('delete from payrun.payment_in where run_id = $1', [run]);
}
