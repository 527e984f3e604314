import type { Problem } from '../../model.ts';
import type { Db } from '../db/db.ts';
import { LIVE } from '../db/state-lists.ts';
import { type Scope, visible } from '../merchants/scope.ts';
import { corrected } from '../payments/correction.ts';
import type { SealedRow } from '../payments/sealed-row.ts';
import { shownRecipient } from '../recipients/shown-recipient.ts';

/** An unpaid row that can be corrected. */
export interface RowToFix extends SealedRow {
  readonly row: number;
  readonly state: 'invalid' | 'failed' | 'returned';
  readonly reference: string | null;
  /** The recipient's name, even if the row has only their referenceId. */
  readonly recipientName: string | null;
  readonly reason: string | null;
  readonly problems: readonly Problem[] | null;
}

/** An error that rows have, by its code and column. */
export interface RowError {
  readonly code: string;
  /** Null if it concerns the whole row. */
  readonly column: string | null;
}

/**
 * Rows after a row number, perhaps only those with an error; or those with these ids; or those with these numbers,
 * `evenIfLive`: also those whose reference is live by now.
 */
export type WhichRows =
  | { readonly after: number; readonly limit: number; readonly error?: RowError | null }
  | { readonly ids: readonly string[] }
  | { readonly rows: readonly number[]; readonly evenIfLive?: boolean };

/** SQL condition: payment `p` of run $2, in scope $1, is not paid or corrected. `evenIfLive`: another may be live. */
const isToFix = (evenIfLive: string): string => `p.run_id = $2 and ${visible('p.merchant_id')}
       and p.state in ('invalid', 'failed', 'returned')
       and (${evenIfLive} or not exists (select 1 from payrun.payment live where live.merchant_id = p.merchant_id
         and live.reference = p.reference and live.state in (${LIVE})))
       and not ${corrected('p')}`;

/**
 * Rows that are not corrected yet, in row order. A row whose reference is live in another run was corrected, in the
 * grid or in a new sheet.
 */
export async function selectRowsToFix(
  db: Db,
  scope: Scope,
  run: bigint,
  which: WhichRows,
): Promise<readonly RowToFix[]> {
  const { after = -1, limit = null, error = null } = 'after' in which ? which : {};
  const { rows } = await db.query<RowToFix>(
    `select p.id, p.merchant_id, p.row, p.state, p.reference, ${shownRecipient('p')} as "recipientName", p.reason, p.problems, p.row_sealed from payrun.payment p
     where ${isToFix('$8')} and p.row > $3
       and ($5::uuid[] is null or p.id = any($5)) and ($6::int[] is null or p.row = any($6))
       and ($7::jsonb is null or p.problems @> $7)
     order by p.row limit $4`,
    [
      ...[scope, run, after, limit],
      'ids' in which ? which.ids : null,
      'rows' in which ? which.rows : null,
      error && JSON.stringify([{ code: error.code, column: error.column, severity: 'error' }]),
      'rows' in which && which.evenIfLive === true,
    ],
  );
  return rows;
}

/** All rows with an error, in pages. Omits rows whose cells were purged. */
export async function* everyRowToFix(
  db: Db,
  scope: Scope,
  run: bigint,
  error: RowError | null = null,
  limit = 1_000,
): AsyncGenerator<readonly RowToFix[]> {
  for (let after = -1; ; ) {
    const rows = await selectRowsToFix(db, scope, run, { after, limit, error });
    if (rows.length === 0) return;
    yield rows.filter(({ row_sealed }) => row_sealed.length > 0);
    after = rows.at(-1)!.row;
  }
}

/** The number of rows that are not corrected yet. */
export async function countRowsToFix(db: Db, scope: Scope, run: bigint): Promise<number> {
  const { rows } = await db.query<{ n: number }>(
    `select count(*)::int as n from payrun.payment p where ${isToFix('false')}`,
    [scope, run],
  );
  return rows[0]!.n;
}

/** Rows with the same error and the same value in its column, by their numbers. */
export interface SameValue {
  readonly code: string;
  readonly column: string;
  /** As an error shows it: masked, or cut if it is long. Empty if the cell is blank. */
  readonly value: string;
  readonly rows: readonly number[];
}

/** Rows examined at most. */
const MOST_COMPARED = 5_000;

/** The values that several rows have, the most frequent first; perhaps only those of one error. */
export async function selectSameValues(
  db: Db,
  scope: Scope,
  run: bigint,
  error: RowError | null,
): Promise<readonly SameValue[]> {
  const { rows } = await db.query<SameValue>(
    `with compared as materialized (
       select p.row, p.problems from payrun.payment p
       where ${isToFix('false')} and p.state = 'invalid' and jsonb_typeof(p.problems) = 'array'
       order by p.row limit ${MOST_COMPARED})
     select t.code, t."column", coalesce(t.value, '') as value, array_agg(distinct c.row) as rows from compared c
     cross join lateral jsonb_to_recordset(c.problems) as t (code text, "column" text, severity text, value text)
     where t.severity = 'error' and t."column" is not null and (t.value is not null or t.code like '%_missing')
       and ($3::text is null or (t.code = $3 and t."column" = $4))
     group by 1, 2, 3 having count(distinct c.row) > 1 order by count(distinct c.row) desc, 1, 2, 3 limit 100`,
    [scope, run, error?.code ?? null, error?.column ?? null],
  );
  return rows;
}
