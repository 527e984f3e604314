import { PayrunError } from '../../errors.ts';
import type { Db } from '../db/db.ts';
import { isBeingSubmitted, submitRowEdits } from './row-edit.ts';
import type { SealedRow } from './sealed-row.ts';

/** SQL condition that retry `r` may be paid, or was: not one on hold in favor of a correction. */
const mayBePaid = (r: string): string =>
  `${r}.state not in ('canceled', 'invalid', 'failed', 'returned')
   and (${r}.state not in ('held', 'dismissed') or ${r}.reason_code is distinct from 'reference_conflict')`;

/**
 * SQL condition that another payment replaced `payment`, or the one that `payment` replaces, and may be paid, or was: a
 * correction, a retry of a canceled correction, or a retry of an invalid row, which may have no reference to recognize
 * it by.
 */
export const isReplaced = (payment: string): string =>
  `exists (select 1 from payrun.payment n
     where n.replaces in (${payment}.id, (select o.replaces from payrun.payment o where o.id = ${payment}.id)) and n.id <> ${payment}.id
       and ((n.corrected and n.state <> 'canceled')
         or (${mayBePaid('n')} and exists (select 1 from payrun.payment o where o.id = n.replaces and o.state = 'invalid'))
         or (n.state = 'canceled' and exists (select 1 from payrun.payment r where r.replaces = n.id and ${mayBePaid('r')}))))`;

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
  { of, made: correctedRun, by, rows }: { of: bigint; made: bigint; by: string; rows: readonly number[] },
): Promise<void> {
  const { rowCount } = await db.query(
    `select 1 from payrun.payment p where p.run_id = $1 and p.row = any($2::int[]) and not ${corrected('p')}`,
    [of, rows],
  );
  if (rowCount !== rows.length) throw new PayrunError('corrected_already', { run: String(of) });
  await submitRowEdits(db, { run: of, by }, rows, correctedRun);
}

/** A row with cells that the uploader corrected: the payment itself, or an earlier one that it replaces. */
export interface SealedCorrection extends SealedRow {
  readonly payment: string;
  readonly by: string;
  readonly at: Date;
}

/** The payments that meet `of`, and those that they replace. */
const replacedBy = (of: string): string => `with recursive line as (
    select p.id as payment, p.row, p.id, p.replaces, p.corrected from payrun.payment p
    where ${of} and (p.corrected or p.replaces is not null)
    union all
    select l.payment, l.row, p.id, p.replaces, p.corrected from line l join payrun.payment p on p.id = l.replaces)`;

/** SQL condition that cells of payment `o` were corrected after the upload, in its run or in one that it replaces. */
export const IS_CORRECTED = `(o.corrected or (o.replaces is not null and exists (${replacedBy('p.id = o.id')} select from line where corrected)))`;

/** The ids of the payments in these batches with cells corrected after the upload, by row. */
export async function correctedPayments(db: Db, batches: readonly string[]): Promise<readonly string[]> {
  const { rows } = await db.query<{ payment: string }>(
    `${replacedBy('p.batch_id = any($1)')} select payment from line where corrected group by payment, row order by row`,
    [batches],
  );
  return rows.map(({ payment }) => payment);
}

/** The corrected rows of these payments, the earliest first. Omits those whose cells were purged. */
export async function getCorrections(db: Db, payments: readonly string[]): Promise<readonly SealedCorrection[]> {
  if (payments.length === 0) return [];
  const { rows } = await db.query<SealedCorrection>(
    `${replacedBy('p.id = any($1)')}
     select l.payment, p.id, p.merchant_id, p.row_sealed, r.maker as by, p.created_at as at
     from line l join payrun.payment p on p.id = l.id join payrun.run r on r.id = p.run_id
     where l.corrected and p.row_sealed <> '' order by p.run_id`,
    [payments],
  );
  return rows;
}
