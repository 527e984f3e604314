import { PayrunError } from '../../errors.ts';
import type { Db } from '../db/db.ts';

/**
 * The condition that row `payment` was corrected, and that the run which was made of it may pay it or has paid it. Not where all
 * of that run was cancelled, by a no to it. A row that was wrong and that a rerun found right, by newer rules, is paid by that: it
 * may have no reference by which it would be known again; but not by a rerun that left it to a correction, which may have been refused.
 */
export function corrected(payment: string): string {
  return `(exists (select 1 from payrun.correction c join payrun.run made on made.id = c.run_id where c.payment_id = ${payment}.id
    and (made.intake_at is null and made.state <> 'done'
      or exists (select 1 from payrun.payment of_made where of_made.run_id = made.id and of_made.state <> 'cancelled')))
    or (${payment}.state = 'invalid' and exists (select 1 from payrun.run again join payrun.payment now on now.run_id = again.id
      where again.parent_run = ${payment}.run_id and again.job = 'rerun-failed' and now.row = ${payment}.row
        and now.state in ('held', 'dismissed', 'already_paid', 'ready', 'batched', 'processed', 'unknown', 'discrepancy')
        and (now.state not in ('held', 'dismissed') or now.reason_code is distinct from 'reference_conflict'))))`;
}

/**
 * Notes in the transaction that makes run `made` that it corrects these rows of run `of`. Of two who correct a row at once only the
 * first gets it. Throws `corrected_already`; then nothing is made.
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
