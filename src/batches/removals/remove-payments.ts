import { type BatchRow, moveBatch, recountBatch, voidBatch } from '../../ledger/batches/batch.ts';
import type { Db } from '../../ledger/db/db.ts';
import { ejectPayments, intendRemoval, type RemovalReason } from '../../ledger/payments/unpayable.ts';
import { recordRouteMinimums, type ServedMinimum } from '../../ledger/recipients/route-minimum.ts';
import { type ActiveRun, audit, fenced, type StepDeps } from '../../step.ts';
import { deleteAtService } from '../cancellations/cancel-batch.ts';
import { deletePayment } from './delete-payment.ts';

/** A payment to be taken out of its batch, and why. */
export interface Removal extends RemovalReason {
  /** The ledger's id, and the service's; null if the service does not have it any more. */
  readonly id: string;
  readonly remoteId: string | null;
  /** The minimum that it is below, if that is why. */
  readonly served: ServedMinimum | null;
}

const NOTHING_LEFT = 'The payout service refuses every payment of it. It was deleted there, and paid nobody.';

/**
 * Takes payments out of a batch that has not begun, at the service and then in the ledger, where they fail. They are noted before the
 * first deletion, so that after a crash the batch is not taken for a wrong one. If nothing is left the batch is deleted, and void; one
 * on which start was attempted is rejected instead. One that was priced or approved is so no more. Returns the batch, null if it has
 * ended. Costs a call for each payment. Throws `batch_mismatch` if somebody has started it there.
 */
export async function removePayments(
  run: ActiveRun,
  deps: StepDeps,
  batch: BatchRow,
  removals: readonly Removal[],
): Promise<BatchRow | null> {
  if (removals.length === 0) return batch;
  const minimums = removals.flatMap(({ served }) => served ?? []);
  await fenced(run, deps, async (db) => {
    await recordRouteMinimums(db, run.merchant, minimums);
    await eachReason(removals, ({ code, reason }, ids) => intendRemoval(db, batch.id, ids, code, reason));
  });
  const isLast = removals.length === batch.payments;
  if (isLast) await deleteAtService(deps, batch.id, batch.remote_id!);
  else
    for (const { remoteId } of removals) if (remoteId !== null) await deletePayment(deps, batch.remote_id!, remoteId);
  return fenced(run, deps, async (db) => {
    for (const [code, ofCode] of Map.groupBy(removals, (removal) => removal.code))
      await audit(db, run, deps, 'payments_removed', { batch: batch.id, payments: ofCode.map(({ id }) => id), code });
    await eachReason(removals, ({ code, reason }, ids) => ejectPayments(db, batch.id, ids, code, reason));
    const left = await recountBatch(db, batch.id);
    if (isLast) return endEmpty(db, left);
    if (left.state === 'creating') return left;
    const note = `${removals.length} payments are refused by the payout service, and were taken out.`;
    return moveBatch(db, left, 'quoted', { quote: null, approval: null, note });
  });
}

async function eachReason(
  removals: readonly Removal[],
  work: (why: RemovalReason, ids: readonly string[]) => Promise<void>,
): Promise<void> {
  for (const group of Map.groupBy(removals, ({ code, reason }) => `${code} ${reason}`).values())
    await work(
      group[0]!,
      group.map(({ id }) => id),
    );
}

/** G1: one on which start was attempted is never void. Nothing holds any more that was approved of it. */
async function endEmpty(db: Db, batch: BatchRow): Promise<null> {
  if (batch.start_attempted_at)
    await moveBatch(db, batch, 'rejected_at_service', { remoteStatus: 'gone', approval: null, note: NOTHING_LEFT });
  else await voidBatch(db, batch, NOTHING_LEFT);
  return null;
}
