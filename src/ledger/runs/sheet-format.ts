import { hash } from 'node:crypto';
import type { Db } from '../db/db.ts';

/** A column mapping that a user defined for one export format. */
export interface SavedSheetFormat {
  readonly name: string;
  /** Header cells as in the file. */
  readonly header: readonly string[];
  /** Canonical column names by header; `-` for an unused column. */
  readonly columns: Readonly<Record<string, string>>;
}

const keyOf = (fingerprint: string) => hash('sha256', fingerprint, 'buffer');

export async function savedSheetFormats(db: Db): Promise<readonly SavedSheetFormat[]> {
  return (await db.query<SavedSheetFormat>('select name, header, columns from payrun.sheet_format order by name')).rows;
}

/** Stores a format and replaces one with the same header. False if another header has the name. */
export async function saveSheetFormat(
  db: Db,
  { name, header, columns }: SavedSheetFormat,
  fingerprint: string,
  by: string,
): Promise<boolean> {
  const { rows } = await db.query<{ other: boolean }>(
    'select exists (select 1 from payrun.sheet_format where name = $1 and fingerprint <> $2) as other',
    [name, keyOf(fingerprint)],
  );
  if (rows[0]!.other) return false;
  await db.query(
    `insert into payrun.sheet_format (fingerprint, name, header, columns, taught_by) values ($1, $2, $3, $4, $5)
     on conflict (fingerprint) do update set name = $2, header = $3, columns = $4, taught_by = $5, taught_at = now()`,
    [keyOf(fingerprint), name, header, JSON.stringify(columns), by],
  );
  return true;
}
