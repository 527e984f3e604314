import { IN_WORK } from '../../states.ts';
import type { Db } from '../db/db.ts';

/**
 * The merchant's earlier submitted runs that are still in work, oldest first, at most 100. Runs that wait for a user or
 * for funds do not count. `known`: its intake is complete, so its debit is known.
 */
export async function queuedRuns(
  db: Db,
  run: bigint,
): Promise<readonly { readonly id: bigint; readonly known: boolean }[]> {
  const { rows } = await db.query<{ id: bigint; known: boolean }>(
    `select o.id, o.intake_at is not null as known from payrun.run o join payrun.run r on r.merchant_id = o.merchant_id
     where r.id = $1 and o.id < r.id and o.status = any($2) and o.confirmed_at is not null order by o.id limit 100`,
    [run, IN_WORK],
  );
  return rows;
}

/** Currencies of the balances that the run is to pay from. */
export async function balancesToPayFrom(db: Db, run: bigint): Promise<readonly string[]> {
  const { rows } = await db.query<{ currency: string }>(
    `select distinct source_currency as currency from payrun.payment where run_id = $1 and state in ('ready', 'batched')
       and source_currency is not null order by 1`,
    [run],
  );
  return rows.map(({ currency }) => currency);
}
