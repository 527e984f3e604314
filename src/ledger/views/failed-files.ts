import type { Db } from '../db/db.ts';
import type { Scope } from '../merchants/scope.ts';

/** A file of the inbox of which nothing was taken in, and why. */
export interface FailedFile {
  readonly id: string;
  /** As it was dropped. */
  readonly name: string;
  readonly folder: string;
  readonly run: bigint | null;
  readonly note: string | null;
  readonly dropped_by: string | null;
  readonly at: Date;
}

/**
 * Files that ended in `failed/` in the last `days` without a row, latest first, at most `most`; one that came again by its name and
 * was taken in is not among them. Who sees some merchants sees the files of their folders, and what they dropped themselves.
 */
export async function selectFailedFiles(
  db: Db,
  scope: Scope,
  { reader, days, most }: { readonly reader: string; readonly days: number; readonly most: number },
): Promise<readonly FailedFile[]> {
  const { rows } = await db.query<FailedFile>(
    `select f.id, f.source as name, f.folder, f.run_id as run, f.note, f.dropped_by, f.updated_at as at
     from payrun.inbox_file f left join payrun.run r on r.id = f.run_id
     where f.state = 'failed' and f.updated_at > now() - $3 * interval '1 day' and coalesce(r.rows_in, 0) = 0
       and ($1::text[] is null or split_part(f.folder, '/', 1) = any($1) or f.dropped_by = $2)
       and not exists (select 1 from payrun.inbox_file later where later.folder = f.folder and later.source = f.source
         and later.created_at > f.created_at and later.state <> 'failed')
     order by f.updated_at desc limit $4`,
    [scope, reader, days, most],
  );
  return rows;
}
