import type { Db } from '../db/db.ts';
import { LIVE } from '../db/state-lists.ts';

/** An earlier run whose sheet had the same payments. */
export interface EarlierSheet {
  readonly run: bigint;
  readonly sheet: string;
  readonly at: Date;
}

/**
 * Records the fingerprint of a sheet's payments and returns the merchant's earlier run with the same; null if none.
 * Prefers a run with live payments, then the latest. Ignores dry runs.
 */
export async function recordContent(db: Db, run: bigint, content: Buffer): Promise<EarlierSheet | null> {
  await db.query(
    `update payrun.run r set content_fp = $2, same_as = (
       select o.id from payrun.run o where o.merchant_id = r.merchant_id and o.content_fp = $2 and o.id <> r.id
         and not coalesce((o.options->>'dryRun')::boolean, false)
       order by exists (select 1 from payrun.payment p where p.run_id = o.id
         and p.state in (${LIVE})) desc, o.id desc limit 1)
     where r.id = $1`,
    [run, content],
  );
  return earlierSheet(db, run);
}

/** The recorded earlier run whose sheet had the same payments; null if none. */
export async function earlierSheet(db: Db, run: bigint): Promise<EarlierSheet | null> {
  const { rows } = await db.query<EarlierSheet>(
    `select o.id as run, coalesce(s.name, 'the sheet') as sheet, o.created_at as at
     from payrun.run r join payrun.run o on o.id = r.same_as left join payrun.sheet s on s.id = o.sheet_id where r.id = $1`,
    [run],
  );
  return rows[0] ?? null;
}
