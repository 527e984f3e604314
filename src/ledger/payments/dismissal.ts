import type { Db } from '../db/db.ts';
import type { DecidedPayment } from './payment-decisions.ts';

/** Payments of a run on hold for one reason; none of a dry run. */
export async function heldOfKind(
  db: Db,
  run: bigint,
  kind: string,
): Promise<readonly Pick<DecidedPayment, 'id' | 'run_id' | 'merchant_id' | 'row' | 'reason_code'>[]> {
  const { rows } = await db.query<DecidedPayment>(
    `select p.id, p.run_id, p.merchant_id, p.row, p.reason_code from payrun.payment p join payrun.run r on r.id = p.run_id
     where p.run_id = $1 and p.state = 'held' and p.reason_code = $2 and not coalesce((r.options->>'dryRun')::boolean, false)
     order by p.row`,
    [run, kind],
  );
  return rows;
}

/** Dismisses those of these payments that are on hold; the state is final. Returns how many. */
export async function dismissPayments(
  db: Db,
  ids: readonly string[],
  { by, because }: { by: string; because: string },
): Promise<number> {
  const { rowCount } = await db.query(
    `update payrun.payment set state = 'dismissed', dismissed_by = $2, final_at = now(),
       reason = format('Dismissed by %s: %s. It was held: %s', $2::text, rtrim($3::text, '. '), reason)
     where id = any($1::uuid[]) and state = 'held'`,
    [ids, by, because],
  );
  return rowCount;
}
