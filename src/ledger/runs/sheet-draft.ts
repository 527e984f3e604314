import type { Db } from '../db/db.ts';
import { describeSheet } from './sheet.ts';

/** A stored file without a run: its columns wait for the user who uploaded it. */
export interface SheetDraft {
  readonly id: string;
  readonly name: string;
  /** The settings of the upload, by field. */
  readonly settings: Readonly<Record<string, string>>;
  readonly created_at: Date;
}

/** Drafts listed at most. */
const MOST = 10;

const MINE = `from payrun.sheet s where s.understood->'draft'->>'by' = $1 and s.understood ? 'draft' and s.size >= 0
  and s.purged_at is null and not exists (select from payrun.run r where r.sheet_id = s.id)`;
const COLUMNS = `s.id, s.name, s.created_at, s.understood->'draft'->'settings' as settings`;

/**
 * Assigns a stored file to this user until its columns are confirmed. A purge removes it like any sheet without a run.
 */
export async function saveDraft(
  db: Db,
  sheet: string,
  { by, settings }: { readonly by: string; readonly settings: SheetDraft['settings'] },
): Promise<void> {
  await describeSheet(db, sheet, { draft: { by, settings } });
}

/** A user's drafts, newest first. */
export async function getDrafts(db: Db, by: string): Promise<readonly SheetDraft[]> {
  const { rows } = await db.query<SheetDraft>(`select ${COLUMNS} ${MINE} order by s.created_at desc limit ${MOST}`, [
    by,
  ]);
  return rows;
}

/** A draft of this user; null if it is someone else's, became a run, or was purged or deleted. */
export async function getDraft(db: Db, by: string, id: string): Promise<SheetDraft | null> {
  const { rows } = await db.query<SheetDraft>(`select ${COLUMNS} ${MINE} and s.id = $2`, [by, id]);
  return rows[0] ?? null;
}

/** Deletes a draft of this user with its file. */
export async function deleteDraft(db: Db, by: string, id: string): Promise<void> {
  await db.query(
    `with mine as (select s.id ${MINE} and s.id = $2 for update),
       parts as (delete from payrun.sheet_part where sheet_id in (select id from mine) returning 1)
     delete from payrun.sheet where id in (select id from mine) and (select count(*) from parts) >= 0`,
    [by, id],
  );
}

/**
 * Locks a stored file without a run until the transaction ends. False if it has one, for example because a draft was
 * submitted twice at once.
 */
export async function holdStoredSheet(db: Db, id: string): Promise<boolean> {
  const { rows } = await db.query(
    `select from payrun.sheet s where s.id = $1 and (s.understood ? 'draft' or s.understood = '{}')
       and s.purged_at is null for update`,
    [id],
  );
  return rows.length > 0;
}
