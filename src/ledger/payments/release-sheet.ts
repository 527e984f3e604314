import type { Db } from '../db/db.ts';
import { continueReleasedRun } from './continue-released-run.ts';
import { nextNumber } from './hold-against-earlier.ts';
import type { DecidedPayment } from './payment-decisions.ts';

/** A payment on hold that is released together with `named`, which may be itself. */
export interface HeldWithSheet {
  readonly named: string;
  readonly id: string;
  readonly run_id: bigint;
  readonly currency: string;
  readonly minor: bigint;
}

/**
 * The payments released together with this one: all of its sheet if the sheet is on hold as a whole, else only itself.
 */
export async function sheetHeldWith(db: Db, payment: DecidedPayment): Promise<readonly HeldWithSheet[]> {
  if (payment.reason_code !== 'same_sheet') return [{ ...payment, named: payment.id }];
  const { rows } = await db.query<HeldWithSheet>(
    `select $2::text as named, id, run_id, currency, minor from payrun.payment
     where run_id = $1 and state = 'held' and reason_code = 'same_sheet'`,
    [payment.run_id, payment.id],
  );
  return rows;
}

/**
 * Releases all payments of a run that are on hold because most of its sheet was paid before. Each gets the next free
 * suffix on its derived reference; those that another run is paying stay on hold. Cancels other copies on hold, so that
 * a later release cannot pay them again. Continues the run. Returns how many were released.
 */
export async function releaseSheet(
  db: Db,
  { run_id: run, merchant_id: merchant }: Pick<DecidedPayment, 'run_id' | 'merchant_id'>,
  by: string,
): Promise<number> {
  await db.query('select 1 from payrun.merchant where id = $1 for update', [merchant]);
  const { rowCount } = await db.query(
    `update payrun.payment p set state = 'ready', released_by = $2, reason_code = null, reason = null,
       reference = p.reference || coalesce('-' || ${nextNumber('p')}, '')
     where p.run_id = $1 and p.state = 'held' and p.reason_code = 'same_sheet'
       and not exists (select 1 from payrun.payment o where o.merchant_id = p.merchant_id and o.derived_fp = p.derived_fp
         and o.run_id <> p.run_id and o.state in ('ready', 'batched', 'unknown', 'discrepancy'))`,
    [run, by],
  );
  if (rowCount === 0) return 0;
  await db.query(
    `update payrun.payment copy set state = 'cancelled', reason_code = 'superseded', final_at = now(),
       reason = format('%s released the same payment of run %s.', $3::text, p.run_id)
     from payrun.payment p where p.run_id = $2 and p.state = 'ready' and p.released_by = $3 and p.derived_fp is not null
       and copy.merchant_id = $1 and copy.derived_fp = p.derived_fp and copy.state = 'held' and copy.run_id <> p.run_id`,
    [merchant, run, by],
  );
  await continueReleasedRun(db, run);
  return rowCount;
}
