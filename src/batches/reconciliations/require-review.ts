import { moveBatch } from '../../ledger/batches/batch.ts';
import type { BatchRow } from '../../ledger/batches/batch-row.ts';
import { recordAccountsChangedAtService } from '../../ledger/recipients/recipient.ts';
import { type ActiveRun, audit, fenced, type StepDeps } from '../../step.ts';
import { followIfStarted } from './external-start.ts';
import type { ReadBack } from './read-back.ts';

/**
 * The service's batch differs from the plan: its quote and its approval become void, and nothing is sent (G2). If it
 * has already started, it is followed instead.
 */
export async function requireReview(
  run: ActiveRun,
  deps: StepDeps,
  batch: BatchRow,
  { difference, moved }: Pick<ReadBack, 'difference' | 'moved'>,
): Promise<void> {
  if (await followIfStarted(run, deps, batch)) return;
  await fenced(run, deps, async (db) => {
    await recordAccountsChangedAtService(db, run.merchant, moved);
    await audit(db, run, deps, 'batch_mismatch', { batch: batch.id, remoteId: batch.remote_id, difference });
    const note = `It was not started: ${difference}. Check it in the payout service.`;
    await moveBatch(db, batch, 'quoted', { quote: null, approval: null, note });
  });
}
