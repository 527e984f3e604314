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

/** The edits of one user, for all rows or some. Throws `vault_damaged`. */
export async function rowEditsOf(
  db: Db,
  vault: Vault,
  { run, by }: Editor,
  some: readonly number[] | null = null,
): Promise<RowEdits> {
  const { rows } = await db.query<{ row: number; edited_by: string; cells_sealed: Buffer }>(
    `select row, edited_by, cells_sealed from payrun.row_edit
     where ${SAME_USER} and ($3::int[] is null or row = any($3)) order by row, edited_at`,
    [run, by, some],
  );
  return new Map(
    rows.map(({ row, edited_by, cells_sealed }) => [
      row,
      JSON.parse(vault.open(cells_sealed, rowEditPlace(run, edited_by, row)).toString('utf8')) as RowEdit,
    ]),
  );
}

/** Replaces a user's edits of these rows; a row without edits has the cells of the sheet again. */
export async function saveRowEdits(db: Db, vault: Vault, { run, by }: Editor, edits: RowEdits): Promise<void> {
  const made = [...edits].filter(([, cells]) => Object.keys(cells).length > 0);
  await discardRowEdits(db, { run, by }, [...edits.keys()]);
  if (made.length === 0) return;
  await db.query(
    `insert into payrun.row_edit (run_id, edited_by, row, cells_sealed)
     select $1, $2, e.row, e.sealed from unnest($3::int[], $4::bytea[]) as e (row, sealed)
     on conflict (run_id, edited_by, row) do update set cells_sealed = excluded.cells_sealed, edited_at = now()`,
    [
      run,
      by,
      made.map(([row]) => row),
      made.map(([row, cells]) => vault.seal(JSON.stringify(cells), rowEditPlace(run, by, row))),
    ],
  );
}

/** Deletes a user's edits of these rows. */
export async function discardRowEdits(db: Db, { run, by }: Editor, rows: readonly number[]): Promise<void> {
  await db.query(`delete from payrun.row_edit where ${SAME_USER} and row = any($3::int[])`, [run, by, rows]);
}
