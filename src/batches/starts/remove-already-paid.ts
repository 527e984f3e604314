import type { BatchRow } from '../../ledger/batches/batch-row.ts';
import { intendRemoval } from '../../ledger/payments/payments-in-batches.ts';
import {
  type AlreadyPaid,
  alreadyPaidIn,
  equalDays,
  recordedUnpaidBeforePaying,
} from '../../ledger/payments/recorded-unpaid.ts';
import { type ActiveRun, fenced, type StepDeps } from '../../step.ts';
import { finishRemovals } from '../reconciliations/finish-removals.ts';
import { recheckPayments } from '../settlements/recheck-payments.ts';

/**
 * Runs before a batch is sent. A payment that was recorded as not paid, and that the batch pays again under its
 * reference or another one, is read again; if it was paid after all, it is removed from the batch. Costs nothing if
 * there are none. Returns the same batch if nothing changed, null if it is empty.
 */
export async function removeAlreadyPaid(run: ActiveRun, deps: StepDeps, batch: BatchRow): Promise<BatchRow | null> {
  const days = equalDays((await deps.rules()).duplicateDays, deps.config.returnDays);
  const unpaid = await recordedUnpaidBeforePaying(deps.ledger.db, { run: run.id, batch: batch.id, days });
  await recheckPayments(deps, unpaid, { isBeforePaying: true });
  const paid = await alreadyPaidIn(deps.ledger.db, batch.id);
  if (paid.length === 0) return batch;
  await fenced(run, deps, async (db) => {
    for (const one of paid) await intendRemoval(db, batch.id, [one.id], 'paid_meanwhile', reasonOf(one));
  });
  return finishRemovals(run, deps, batch);
}

function reasonOf({ otherRow, otherRun, same, isPaid }: AlreadyPaid): string {
  const then = isPaid ? 'the payout service paid it after all' : 'the payout service may have paid it after all';
  return same === 'reference'
    ? `Row ${otherRow} of run ${otherRun} has this reference, and ${then}.`
    : `Row ${otherRow} of run ${otherRun} pays this recipient the same amount, and ${then}. If both are intended, retry this payment.`;
}
