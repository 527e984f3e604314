import { PayrunError } from '../../errors.ts';
import type { Db } from '../db/db.ts';

/**
 * SQL condition that row `payment` was corrected and that the run made of the correction may pay it or has paid it.
 * False if all payments of that run were canceled, for example by a rejection. An invalid row that a rerun found valid
 * by newer rules counts as corrected too, because it may have no reference to recognize it by; but not if the rerun put
 * it on hold in favor of a correction, which may have been rejected.
 */
export function corrected(payment: string): string {
  return `(exists (select 1 from payrun.correction c join payrun.run made on made.id = c.run_id where c.payment_id = ${payment}.id
    and (made.intake_at is null and made.state <> 'done'
      or exists (select 1 from payrun.payment of_made where of_made.run_id = made.id and of_made.state <> 'canceled')))
    or (${payment}.state = 'invalid' and exists (select 1 from payrun.run again join payrun.payment now on now.run_id = again.id
      where again.parent_run = ${payment}.run_id and again.job = 'rerun-failed' and now.row = ${payment}.row
        and now.state in ('held', 'dismissed', 'already_paid', 'ready', 'batched', 'processed', 'unknown', 'discrepancy')
        and (now.state not in ('held', 'dismissed') or now.reason_code is distinct from 'reference_conflict'))))`;
}

/**
 * Records that run `made` corrects these rows of run `of`. Call it in the transaction that creates `made`. If two users
 * correct a row at once, only the first succeeds. Throws `corrected_already`; the transaction must then roll back.
 */
export async function recordCorrections(
  db: Db,
  { of, made, payments }: { of: bigint; made: bigint; payments: readonly string[] },
): Promise<void> {
  await db.query('select 1 from payrun.run where id = $1 for no key update', [of]);
  const { rowCount } = await db.query(
    `insert into payrun.correction (payment_id, run_id)
     select p.id, $2 from payrun.payment p where p.run_id = $1 and p.id = any($3::uuid[]) and not ${corrected('p')}`,
    [of, made, payments],
  );
  if (rowCount !== payments.length) throw new PayrunError('corrected_already', { run: String(of) });
}
