import type { Db } from '../db/db.ts';
import type { SealedRow } from './sealed-row.ts';

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
