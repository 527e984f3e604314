import type { Db } from '../../src/ledger/db/db.ts';
import { updateRunStatus } from '../../src/ledger/runs/run-status.ts';
import type { RunState, RunStatus } from '../../src/states.ts';

const STATUS_OF: Readonly<Record<RunState, RunStatus>> = {
  working: 'preparing',
  waiting_approval: 'awaiting_approval',
  waiting_funds: 'insufficient_funds',
  awaiting_service_approval: 'awaiting_service_approval',
  needs_person: 'action_required',
  on_the_way: 'processing',
  done: 'nothing_paid',
};

/**
 * Sets a run to a state, whatever its payments and batches are; a done one has the status that follows from those of
 * them that are final.
 */
export async function setRunState(
  db: Db,
  id: bigint | string,
  state: RunState,
  note: string | null = null,
): Promise<void> {
  // An ended run goes on only if it requires action.
  await db.query(`update payrun.run set status = 'action_required', finished_at = null where id = $1`, [id]);
  if (state === 'done') {
    await db.query('update payrun.run set loading = false, intake_at = coalesce(intake_at, now()) where id = $1', [id]);
    await updateRunStatus(db, [BigInt(id)], true);
  }
  await db.query(
    `update payrun.run set note = $3, status = case when finished_at is null then $2 else status end,
       finished_at = case when $2 = 'nothing_paid' then coalesce(finished_at, now()) end where id = $1`,
    [id, STATUS_OF[state], note],
  );
}
