import { PayrunError } from '../../errors.ts';
import type { RowEdit, RowEdits } from '../../model.ts';
import type { Db } from '../db/db.ts';
import { rowEditPlace } from '../vault/sealed-place.ts';
import type { Vault } from '../vault/vault.ts';
import type { SealedRow } from './sealed-row.ts';

interface Editor {
  readonly run: bigint;
  readonly by: string;
}

/** The key for all spellings of a user's name. */
const SAME_USER = 'run_id = $1 and payrun.name_key(edited_by) = payrun.name_key($2)';

/** SQL condition that a run was made of edit `e`, and has still to be read with it. */
const isBeingSubmitted = (e: string): string =>
  `exists (select 1 from payrun.run made where made.id = ${e}.submitted_in and made.id <> ${e}.run_id
     and made.intake_at is null and made.finished_at is null)`;

/** The edits of one user, for all rows or some. Throws `vault_damaged`. */
export const getRowEdits = (
  db: Db,
  vault: Vault,
  { run, by }: Editor,
  some: readonly number[] | null = null,
): Promise<RowEdits> => editsIn(db, vault, `${SAME_USER} and ($3::int[] is null or row = any($3))`, [run, by, some]);

/** The number of rows with edits of a user that were not submitted. */
export async function countUnsubmitted(db: Db, { run, by }: Editor): Promise<number> {
  const { rows } = await db.query<{ n: number }>(
    `select count(*)::int as n from payrun.row_edit where ${SAME_USER} and submitted_in is null`,
    [run, by],
  );
  return rows[0]!.n;
}

/** The edits with which a run is read, by row. Throws `vault_damaged`. */
export const submittedEdits = (db: Db, vault: Vault, run: bigint): Promise<RowEdits> =>
  editsIn(db, vault, 'submitted_in = $1', [run]);

async function editsIn(db: Db, vault: Vault, where: string, values: readonly unknown[]): Promise<RowEdits> {
  const { rows } = await db.query<{ run_id: bigint; row: number; edited_by: string; cells_sealed: Buffer }>(
    `select run_id, row, edited_by, cells_sealed from payrun.row_edit where ${where} order by row, edited_at`,
    [...values],
  );
  return new Map(
    rows.map(({ run_id, row, edited_by, cells_sealed }) => [
      row,
      JSON.parse(vault.open(cells_sealed, rowEditPlace(run_id, edited_by, row)).toString('utf8')) as RowEdit,
    ]),
  );
}

/**
 * Replaces a user's edits of these rows, except those with which a run is still to be read; a row without edits has the
 * cells of the sheet again.
 */
export async function saveRowEdits(db: Db, vault: Vault, { run, by }: Editor, edits: RowEdits): Promise<void> {
  const changed = [...edits].filter(([, cells]) => Object.keys(cells).length > 0);
  await db.query(
    `delete from payrun.row_edit e where ${SAME_USER} and row = any($3::int[]) and not ${isBeingSubmitted('e')}`,
    [run, by, [...edits.keys()]],
  );
  if (changed.length === 0) return;
  await db.query(
    `insert into payrun.row_edit as kept (run_id, edited_by, row, cells_sealed)
     select $1, $2, e.row, e.sealed from unnest($3::int[], $4::bytea[]) as e (row, sealed)
     on conflict (run_id, edited_by, row) do update set cells_sealed = excluded.cells_sealed, edited_at = now(), submitted_in = null
       where not ${isBeingSubmitted('kept')}`,
    [
      run,
      by,
      changed.map(([row]) => row),
      changed.map(([row, cells]) => vault.seal(JSON.stringify(cells), rowEditPlace(run, by, row))),
    ],
  );
}

/**
 * Keeps the edits of a run from changing until the transaction ends, and says whether those of a user are still
 * `edits`.
 */
export async function lockRowEdits(db: Db, vault: Vault, editor: Editor, edits: RowEdits): Promise<boolean> {
  await db.query('select 1 from payrun.run where id = $1 for no key update', [editor.run]);
  return JSON.stringify([...(await getRowEdits(db, vault, editor))]) === JSON.stringify([...edits]);
}

/** Submits a user's edits of these rows to the run that is read with them. */
export async function submitRowEdits(
  db: Db,
  { run, by }: Editor,
  rows: readonly number[],
  readIn: bigint,
): Promise<void> {
  await db.query(`update payrun.row_edit set submitted_in = $4 where ${SAME_USER} and row = any($3::int[])`, [
    ...[run, by, rows, readIn],
  ]);
}

/** SQL condition that retry `r` may be paid, or was: not one on hold in favor of a correction. */
const mayBePaid = (r: string): string =>
  `${r}.state not in ('canceled', 'invalid', 'failed', 'returned')
   and (${r}.state not in ('held', 'dismissed') or ${r}.reason_code is distinct from 'reference_conflict')`;

/** SQL condition that `payment` replaces another payment, or is replaced: nearly all others are of no interest here. */
const hasFamily = (payment: string): string =>
  `(${payment}.replaces is not null or exists (select from payrun.payment n where n.replaces = ${payment}.id))`;

/**
 * SQL condition that another payment of the row of `payment` may be paid, or was: a correction, a retry of a canceled
 * correction, or a retry of an invalid row, which may have no reference to recognize it by. The payments of a row are
 * those that replace each other, directly or not; those that `payment` replaces itself do not count.
 */
export const isReplaced = (payment: string): string =>
  `case when ${hasFamily(payment)} then exists (
     with recursive line as (
         select o.id, o.replaces from payrun.payment o where o.id = ${payment}.id
         union all select o.id, o.replaces from line l join payrun.payment o on o.id = l.replaces),
       family as (
         select id from line where replaces is null
         union all select n.id from family f join payrun.payment n on n.replaces = f.id)
     select from family f join payrun.payment n on n.id = f.id join payrun.payment o on o.id = n.replaces
     where n.id not in (select id from line)
       and ((n.corrected and n.state <> 'canceled') or (${mayBePaid('n')} and o.state = 'invalid')
         or (n.state = 'canceled' and exists (select 1 from payrun.payment r where r.replaces = n.id and ${mayBePaid('r')})))) else false end`;

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
