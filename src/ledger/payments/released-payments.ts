import type { Db } from '../db/db.ts';
import { nextNumber } from './holds/hold-against-earlier.ts';
import type { DecidedPayment } from './payment-decisions.ts';

/** Makes a payment on hold ready under this reference. False if it is not on hold. */
export async function makeReady(db: Db, id: string, reference: string, by: string): Promise<boolean> {
  const { rowCount } = await db.query(
    `update payrun.payment set state = 'ready', reference = $2, released_by = $3, reason_code = null, reason = null where id = $1 and state = 'held'`,
    [id, reference, by],
  );
  return rowCount > 0;
}

/** Cancels the other copies on hold of a released payment. Returns their runs. */
export async function cancelCopies(
  db: Db,
  { id, merchant_id: merchant, reference, derived_fp: derived, run_id: run }: DecidedPayment,
  by: string,
): Promise<readonly bigint[]> {
  const { rows } = await db.query<{ run: bigint }>(
    `update payrun.payment set state = 'canceled', reason_code = 'superseded', final_at = now(),
       reason = format('%s released the same payment of run %s.', $5::text, $6::text)
     where merchant_id = $1 and state = 'held' and id <> $2 and (reference = $3 or derived_fp = $4) returning run_id as run`,
    [merchant, id, reference, derived, by, String(run)],
  );
  return [...new Set(rows.map((copy) => copy.run))];
}

/**
 * Makes the payments of a run ready that are on hold because most of its sheet was paid before, each with the next free
 * suffix on its derived reference. Those that another run is paying stay on hold. Returns how many.
 */
export async function makeSheetReady(db: Db, run: bigint, by: string): Promise<number> {
  const { rowCount } = await db.query(
    `update payrun.payment p set state = 'ready', released_by = $2, reason_code = null, reason = null,
       reference = p.reference || coalesce('-' || ${nextNumber('p')}, '')
     where p.run_id = $1 and p.state = 'held' and p.reason_code = 'same_sheet'
       and not exists (select 1 from payrun.payment o where o.merchant_id = p.merchant_id and o.derived_fp = p.derived_fp
         and o.run_id <> p.run_id and o.state in ('ready', 'batched', 'unknown', 'discrepancy'))`,
    [run, by],
  );
  return rowCount;
}

/** Cancels the other copies on hold of the payments of a released sheet. Returns their runs. */
export async function cancelCopiesOfSheet(
  db: Db,
  merchant: string,
  run: bigint,
  by: string,
): Promise<readonly bigint[]> {
  const { rows } = await db.query<{ run: bigint }>(
    `update payrun.payment copy set state = 'canceled', reason_code = 'superseded', final_at = now(),
       reason = format('%s released the same payment of run %s.', $3::text, p.run_id)
     from payrun.payment p where p.run_id = $2 and p.state = 'ready' and p.released_by = $3 and p.derived_fp is not null
       and copy.merchant_id = $1 and copy.derived_fp = p.derived_fp and copy.state = 'held' and copy.run_id <> p.run_id
     returning copy.run_id as run`,
    [merchant, run, by],
  );
  return [...new Set(rows.map((copy) => copy.run))];
}

/** Cancels the ready payments of a run that was never submitted, but for those that were released. */
export async function cancelUnreleased(db: Db, run: bigint): Promise<void> {
  await db.query(
    `update payrun.payment p set state = 'canceled', reason_code = 'not_confirmed', final_at = now(),
       reason = 'This run was interrupted before it was submitted. Pay its rows in a new run.'
     where p.run_id = $1 and p.state = 'ready' and p.released_by is null`,
    [run],
  );
}
