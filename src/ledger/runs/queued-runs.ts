import type { Db } from '../db/db.ts';

/** A run of the same merchant that goes on before another one. */
export interface QueuedRun {
  readonly id: bigint;
  /** Its sheet is in: what it takes is known. */
  readonly known: boolean;
}

/** The merchant's confirmed runs that came before this one and are not started yet, oldest first; those that wait for somebody do not hold it up. */
export async function queuedRuns(db: Db, run: bigint): Promise<readonly QueuedRun[]> {
  const { rows } = await db.query<QueuedRun>(
    `select o.id, o.intake_at is not null as known from payrun.run o join payrun.run r on r.merchant_id = o.merchant_id
     where r.id = $1 and o.id < r.id and o.state = 'working' and o.confirmed_at is not null order by o.id limit 100`,
    [run],
  );
  return rows;
}

/** The currencies of the balances from which the run is to pay. */
export async function balancesToPayFrom(db: Db, run: bigint): Promise<readonly string[]> {
  const { rows } = await db.query<{ currency: string }>(
    `select distinct source_currency as currency from payrun.payment where run_id = $1 and state in ('ready', 'batched')
       and source_currency is not null order by 1`,
    [run],
  );
  return rows.map(({ currency }) => currency);
}
