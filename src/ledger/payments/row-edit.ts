import type { RowEdit, RowEdits } from '../../model.ts';
import type { Db } from '../db/db.ts';
import { rowEditPlace } from '../vault/sealed-place.ts';
import type { Vault } from '../vault/vault.ts';

interface Editor {
  readonly run: bigint;
  readonly by: string;
}

/** The key for all spellings of a user's name. */
const SAME_USER = 'run_id = $1 and payrun.name_key(edited_by) = payrun.name_key($2)';

/** SQL condition that a run was made of edit `e`, and has still to be read with it. */
export const isBeingSubmitted = (e: string): string =>
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
