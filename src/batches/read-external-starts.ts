import { batchesOf } from '../ledger/batches/batch.ts';
import { BEFORE_START } from '../states.ts';
import type { Step } from '../step.ts';
import { followIfStarted } from './reconciliations/external-start.ts';
import { unlessUnreadable } from './reconciliations/unreadable-batch.ts';

/** Batches without a start in force -> followed, if they were sent at the service. One call each. */
export const readExternalStarts: Step = async (run, deps) => {
  for (const batch of await batchesOf(deps.ledger.db, run.id, ...BEFORE_START)) {
    deps.signal.throwIfAborted();
    // After a first start and a new approval, it may have begun by that first start. Its next start reads it first.
    const mayBeOurs = batch.state === 'approved' && batch.start_attempted_at !== null;
    if (batch.remote_id === null || mayBeOurs) continue;
    // Nothing is sent here, so its state still holds if it cannot be read.
    await unlessUnreadable(
      run,
      deps,
      batch,
      () => followIfStarted(run, deps, batch),
      async () => {},
    );
  }
};
