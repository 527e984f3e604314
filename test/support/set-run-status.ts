import type { Db } from '../../src/ledger/db/db.ts';
import { updateRunStatus } from '../../src/ledger/runs/run-status.ts';
import type { RunStatus } from '../../src/states.ts';

/**
 * Sets a run to a status, whatever its payments and batches are; `ended`: to that which follows from those of them that
 * are final.
 */
export async function setRunStatus(
  db: Db,
  id: bigint | string,
  status: RunStatus | 'ended',
  note: string | null = null,
): Promise<void> {
  // An ended run continues only if it requires action.
  await db.query(`update payrun.run set status = 'action_required', finished_at = null where id = $1`, [id]);
  if (status === 'ended') {
    await db.query('update payrun.run set loading = false, intake_at = coalesce(intake_at, now()) where id = $1', [id]);
    await updateRunStatus(db, [BigInt(id)], true);
  }
  await db.query(
    `update payrun.run set note = $3, status = case when finished_at is null then $2 else status end,
       finished_at = case when $4 then coalesce(finished_at, now()) end where id = $1`,
    [id, status === 'ended' ? 'nothing_paid' : status, note, status === 'ended'],
  );
}
