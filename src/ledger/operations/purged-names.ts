import type { Db } from '../db/db.ts';
import { withoutName } from '../payments/without-name.ts';

/**
 * Errors and warnings of a row without the values of its cells. One of them has a name in its sentence: the last
 * recipient of a payment order.
 */
export const WITHOUT_VALUES = (
  problems: string,
) => `case when jsonb_typeof(${problems}) is distinct from 'array' then ${problems}
  else (select coalesce(jsonb_agg(case when one->>'code' = 'pain_ultimate_creditor'
      then jsonb_set(one - 'value', '{message}', to_jsonb(regexp_replace(one->>'message', '"[^"]*"', '"…"')))
      else one - 'value' end order by at), '[]') from jsonb_array_elements(${problems}) with ordinality e (one, at)) end`;

/** SQL for the reason of payment `p`: if another recipient was paid, it names both. */
export const WITHOUT_NAMES = `regexp_replace(p.reason,
  'The payout service paid (?:(?!The payout service ).)*; row (\\d+) names (?:(?!The payout service ).)*',
  'The payout service paid someone other than row \\1 names. ')`;

/** Some reasons of the payout service name recipients. Removes the names from the next `most` rows of the run. */
export async function removeNamesInReasons(
  db: Db,
  run: { readonly id: bigint; readonly after: number },
  most: number,
): Promise<void> {
  const { rows } = await db.query<{ id: string; recipient_name: string | null; reason: string }>(
    `select id, recipient_name, reason from (select id, recipient_name, reason, state from payrun.payment where run_id = $1 and row > $2
       order by row limit $3) few where reason is not null and state in ('failed', 'returned')`,
    [run.id, run.after, most],
  );
  const named = rows.flatMap(({ id, recipient_name, reason }) => {
    const told = withoutName(reason, recipient_name);
    return told === reason ? [] : [{ id, told }];
  });
  if (named.length > 0)
    await db.query(
      'update payrun.payment p set reason = e.told from unnest($1::uuid[], $2::text[]) as e (id, told) where p.id = e.id',
      [named.map(({ id }) => id), named.map(({ told }) => told)],
    );
}

/** Removes the values of cells from the rows of an import of recipients. Returns the number of rows. */
export async function removeRecipientRows(db: Db, run: bigint): Promise<number> {
  const { rowCount } = await db.query(
    `update payrun.recipient_row w set problems = ${WITHOUT_VALUES('w.problems')} where run_id = $1`,
    [run],
  );
  return rowCount ?? 0;
}

/**
 * Notifications and some reasons of the payout service name the recipients of rows. Those of a sheet with several
 * merchants are stored under its first run.
 */
export async function removeNamedRows(db: Db, run: bigint): Promise<void> {
  await db.query(
    `update payrun.notification n set content = n.content - 'changed' - 'affected' - 'reasons'
     from (select 'run-' || coalesce(lead_run, id) as about from payrun.run where id = $1) r
     where (n.about = r.about or n.about like r.about || ' of %') and n.content ?| array['changed', 'affected', 'reasons']`,
    [run],
  );
}
