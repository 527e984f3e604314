import { maskBankDetails } from '../../mask-bank-details.ts';
import type { Db } from '../db/db.ts';
import type { Scope } from '../merchants/scope.ts';

/** An inbox file that was rejected as a whole, and the reason. */
export interface FailedFile {
  readonly id: string;
  /** Its name when it was dropped. */
  readonly name: string;
  readonly folder: string;
  readonly run: bigint | null;
  readonly note: string | null;
  readonly dropped_by: string | null;
  readonly at: Date;
}

/**
 * Files that ended in `failed/` without a row in the last `days`, latest first, at most `most`. Omits files that
 * succeeded later under the same name. A reader limited to some merchants sees the files in their folders and those
 * they dropped themselves.
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
  return rows.map((file) => ({
    ...file,
    name: maskBankDetails(file.name),
    note: file.note && maskBankDetails(file.note),
  }));
}
