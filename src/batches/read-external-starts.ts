import { getBatches } from '../ledger/batches/batch.ts';
import type { BatchRow } from '../ledger/batches/batch-row.ts';
import { BEFORE_START } from '../states.ts';
import type { ActiveRun, Step, StepDeps } from '../step.ts';
import { followIfStarted } from './reconciliations/external-start.ts';
import { unlessUnreadable } from './reconciliations/unreadable-batch.ts';

/** Batches without a start in force -> followed, if they were sent from outside Payrun. One call each. */
export const readExternalStarts: Step = async (run, deps) => {
  for (const batch of await getBatches(deps.ledger.db, run.id, ...BEFORE_START)) {
    deps.signal.throwIfAborted();
    await readExternalStart(run, deps, batch);
  }
};

/** Does the same with one batch. */
export async function readExternalStart(run: ActiveRun, deps: StepDeps, batch: BatchRow): Promise<void> {
  // After a first start and a new approval, it may have begun by that first start. Its next start reads it first.
  const mayBeOwnStart = batch.state === 'approved' && batch.start_attempted_at !== null;
  if (batch.remote_id === null || mayBeOwnStart) return;
  // Nothing is sent, so its state remains valid if it cannot be read.
  const leave = async () => {};
  await unlessUnreadable(run, deps, batch, () => followIfStarted(run, deps, batch), leave);
}
