import type { Db } from '../db/db.ts';
import { LIVE } from '../db/live-states.ts';

/** An earlier run whose sheet had the same payments. */
export interface EarlierSheet {
  readonly run: bigint;
  readonly sheet: string;
  readonly at: Date;
}

/**
 * Records what the sheet of a run pays, and returns the earlier run of the merchant with the same; null where there is none.
 * One that paid or is paying something comes before one that did not, then the latest; a dry run does not count.
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

/** The earlier run whose sheet had the same payments as that of this run; null where there was none. */
export async function earlierSheet(db: Db, run: bigint): Promise<EarlierSheet | null> {
  const { rows } = await db.query<EarlierSheet>(
    `select o.id as run, coalesce(s.name, 'the sheet') as sheet, o.created_at as at
     from payrun.run r join payrun.run o on o.id = r.same_as left join payrun.sheet s on s.id = o.sheet_id where r.id = $1`,
    [run],
  );
  return rows[0] ?? null;
}
