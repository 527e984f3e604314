import { PayrunError } from '../../errors.ts';
import type { Db } from '../db/db.ts';
import { isBeingSubmitted, submitRowEdits } from './row-edit.ts';

/**
 * SQL condition that another payment replaced `payment` and may be paid, or was: as a user corrected it, or an invalid
 * one as a rerun found it valid by newer rules. It may have no reference to recognize it by.
 */
export const isReplaced = (payment: string): string =>
  `exists (select 1 from payrun.payment now where now.replaces = ${payment}.id and case when now.corrected
     then now.state <> 'canceled'
     else ${payment}.state = 'invalid' and now.state not in ('canceled', 'invalid', 'failed', 'returned')
       and (now.state not in ('held', 'dismissed') or now.reason_code is distinct from 'reference_conflict') end)`;

/** The same, or the run of a correction of `payment` is not read yet. */
export const corrected = (payment: string): string =>
  `(${isReplaced(payment)} or exists (select 1 from payrun.row_edit e
     where (e.run_id, e.row) = (${payment}.run_id, ${payment}.row) and ${isBeingSubmitted('e')}))`;

/**
 * Submits a user's corrections of these rows of run `of` to run `made`, which is read with them. Call it in the
 * transaction that creates `made`, after `lockRowEdits`. If two users correct a row at once, only the first succeeds.
 * Throws `corrected_already`; the transaction must then roll back.
 */
export async function submitCorrections(
  db: Db,
  { of, made, by, rows }: { of: bigint; made: bigint; by: string; rows: readonly number[] },
): Promise<void> {
  const { rowCount } = await db.query(
    `select 1 from payrun.payment p where p.run_id = $1 and p.row = any($2::int[]) and not ${corrected('p')}`,
    [of, rows],
  );
  if (rowCount !== rows.length) throw new PayrunError('corrected_already', { run: String(of) });
  await submitRowEdits(db, { run: of, by }, rows, made);
}
