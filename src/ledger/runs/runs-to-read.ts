import type { Db } from '../db/db.ts';

/**
 * Runs that wait for a user and have batches whose remote state may have changed, for example because someone sent them
 * from outside Payrun; oldest first.
 */
export async function runsToReadAgain(db: Db): Promise<readonly bigint[]> {
  const { rows } = await db.query<{ id: bigint }>(
    `select r.id from payrun.run r where r.status in ('action_required', 'awaiting_approval') and exists (
       select 1 from payrun.batch b where b.run_id = r.id and (b.state = 'unknown'
         or (b.remote_id is not null and b.state in ('open', 'quoted', 'approved', 'started', 'awaiting_service_approval'))))
     order by r.id`,
  );
  return rows.map(({ id }) => id);
}

/** Runs with payments, or sub-merchants, whose outcome is read from the payout service; oldest first. */
export async function runsToFollow(db: Db): Promise<readonly bigint[]> {
  const { rows } = await db.query<{ id: bigint }>(
    `select r.id from payrun.run r where r.finished_at is null and (r.status in ('processing', 'awaiting_service_approval')
       or exists (select from payrun.batch b where b.run_id = r.id and b.state in ('started', 'awaiting_service_approval')))
     order by r.id`,
  );
  return rows.map(({ id }) => id);
}
