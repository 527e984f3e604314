import type { Db } from '../db/db.ts';
import { withoutName } from '../recipients/recipient-name.ts';
import type { Vault } from '../vault/vault.ts';
import { nameFingerprintSql, useNameKey } from './person-name.ts';

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
const WITHOUT_NAMES = `regexp_replace(p.reason,
  'The payout service paid (?:(?!The payout service ).)*; row (\\d+) names (?:(?!The payout service ).)*',
  'The payout service paid someone other than row \\1 names. ')`;

/** Some reasons of the payout service name recipients. Removes the names from the next `most` rows of the run. */
async function removeNamesInReasons(
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
    const cleaned = withoutName(reason, recipient_name);
    return cleaned === reason ? [] : [{ id, cleaned }];
  });
  if (named.length > 0)
    await db.query(
      'update payrun.payment p set reason = e.cleaned from unnest($1::uuid[], $2::text[]) as e (id, cleaned) where p.id = e.id',
      [named.map(({ id }) => id), named.map(({ cleaned }) => cleaned)],
    );
}

/**
 * Removes rows, names and typed values from the next `most` payments of a run, after row `after`; what proves them
 * stays. Returns how many they were, the bytes of their rows, and the last row; null if there were none.
 */
export async function emptyPayments(
  db: Db,
  vault: Vault,
  run: { readonly id: bigint; readonly after: number },
  most: number,
): Promise<{ readonly items: bigint; readonly bytes: bigint; readonly last: number | null }> {
  await useNameKey(db, vault);
  await removeNamesInReasons(db, run, most);
  const { rows } = await db.query<{ items: bigint; bytes: bigint; last: number | null }>(
    `with few as (select id, row, octet_length(row_sealed) as bytes from payrun.payment where run_id = $1 and row > $2
         order by row limit $3),
       gone as (update payrun.payment p set row_sealed = '', recipient_name = null, recipient_name_fp = coalesce(p.recipient_name_fp, ${nameFingerprintSql('p.recipient_name')}),
           problems = ${WITHOUT_VALUES('p.problems')}, reason = ${WITHOUT_NAMES}
         from few where p.id = few.id returning few.row, few.bytes)
     select count(*) as items, coalesce(sum(bytes), 0)::bigint as bytes, max(row) as last from gone`,
    [run.id, run.after, most],
  );
  return rows[0]!;
}
