import type { BatchRow } from '../../ledger/batches/batch-row.ts';
import { intendedRemovals } from '../../ledger/payments/payments-in-batches.ts';
import type { ActiveRun, StepDeps } from '../../step.ts';
import { removePayments } from '../removals/remove-payments.ts';
import { readBack } from './read-back.ts';

/**
 * Finishes removals that an interrupted run had begun, because without them the batch does not match its plan. Costs
 * nothing if there are none. Returns the same batch if nothing changed, null if it is empty.
 */
export async function finishRemovals(run: ActiveRun, deps: StepDeps, batch: BatchRow): Promise<BatchRow | null> {
  if ((await intendedRemovals(deps.ledger.db, batch.id)).size === 0) return batch;
  const { difference, removals } = await readBack(deps, batch, { onlyStaying: true });
  return difference ? batch : removePayments(run, deps, batch, removals);
}
