import type { BatchRow } from '../../ledger/batches/batch.ts';
import { alreadyPaidIn, recordedUnpaidBeforePaying } from '../../ledger/batches/recorded-unpaid.ts';
import { intendRemoval } from '../../ledger/payments/payment-removals.ts';
import { type ActiveRun, fenced, type StepDeps } from '../../step.ts';
import { finishRemovals } from '../reconciliations/finish-removals.ts';
import { recheckPayments } from '../settlements/recheck-payments.ts';

/**
 * Runs before a batch is sent. A reference that was recorded as not paid is read again at the service, and payments
 * whose reference was paid after all are removed from the batch. Costs nothing if there are none. Returns the same
 * batch if nothing changed, null if nothing is left of it.
 */
export async function removeAlreadyPaid(run: ActiveRun, deps: StepDeps, batch: BatchRow): Promise<BatchRow | null> {
  await recheckPayments(deps, await recordedUnpaidBeforePaying(deps.ledger.db, { run: run.id, batch: batch.id }), {
    isBeforePaying: true,
  });
  const paid = await alreadyPaidIn(deps.ledger.db, batch.id);
  if (paid.length === 0) return batch;
  await fenced(run, deps, async (db) => {
    for (const { id, otherRow, otherRun, isPaid } of paid) {
      const then = isPaid ? 'the payout service paid it after all' : 'the payout service may have paid it after all';
      const reason = `Row ${otherRow} of run ${otherRun} has this reference, and ${then}.`;
      await intendRemoval(db, batch.id, [id], 'paid_meanwhile', reason);
    }
  });
  return finishRemovals(run, deps, batch);
}
