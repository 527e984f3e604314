import { isError } from '../../errors.ts';
import { moveBatch } from '../../ledger/batches/batch.ts';
import type { BatchRow } from '../../ledger/batches/batch-row.ts';
import { failBatched } from '../../ledger/payments/payment-outcome.ts';
import { hasStarted } from '../../service/remote-fields.ts';
import { type ActiveRun, audit, fenced, type StepDeps } from '../../step.ts';
import { deleteAtService } from '../cancellations/cancel-batch.ts';

const REJECTED = 'The batch was not approved in the payout service and was deleted there. Its payments were not sent.';
/** The service's status of a batch that was opened again instead of being approved. */
const OPENED_AGAIN = 'open';

/** Records that the start took effect and that the batch awaits an approval in the payout service. */
export async function recordServiceApproval(
  run: ActiveRun,
  deps: StepDeps,
  batch: BatchRow,
  remoteStatus: string,
): Promise<BatchRow> {
  return fenced(run, deps, async (db) => {
    await audit(db, run, deps, 'service_approval_awaited', {
      batch: batch.id,
      remoteId: batch.remote_id,
      remoteStatus,
    });
    return moveBatch(db, batch, 'awaiting_service_approval', { remoteStatus, note: null });
  });
}

/**
 * Records the outcome of a batch that awaited approval in the payout service, by the status read from it: begun, opened
 * again (so rejected), gone, or unknown. Returns the batch.
 */
export async function readServiceApproval(
  run: ActiveRun,
  deps: StepDeps,
  batch: BatchRow,
  status: string,
): Promise<BatchRow> {
  const { id, remote_id: remoteId } = batch;
  if (hasStarted(status)) {
    return fenced(run, deps, async (db) => {
      await audit(db, run, deps, 'batch_started', { batch: id, remoteId, remoteStatus: status });
      return moveBatch(db, batch, 'started', { remoteStatus: status, note: null });
    });
  }
  return status === OPENED_AGAIN ? takeBack(run, deps, batch) : leaveToUser(run, deps, batch, status);
}

async function leaveToUser(run: ActiveRun, deps: StepDeps, batch: BatchRow, status: string): Promise<BatchRow> {
  const note =
    status === 'gone'
      ? 'It was awaiting approval in the payout service and is gone now. Check whether it was rejected or paid, then confirm the outcome of its payments.'
      : `It was awaiting approval in the payout service, which now reports "${status}". Check it there, then confirm the outcome of its payments.`;
  return fenced(run, deps, async (db) => {
    await audit(db, run, deps, 'start_outcome', { batch: batch.id, remoteStatus: status, to: 'unknown', code: null });
    return moveBatch(db, batch, 'unknown', { remoteStatus: status, note });
  });
}

/**
 * A batch that was opened again can still be sent from outside Payrun, so its payments fail only when it is deleted:
 * one that the service does not show is left to a user (G3). A batch that was sent meanwhile stays.
 */
async function takeBack(run: ActiveRun, deps: StepDeps, batch: BatchRow): Promise<BatchRow> {
  try {
    const end = await deleteAtService(deps, batch.id, batch.remote_id!);
    return end === 'deleted' ? recordRejection(run, deps, batch) : leaveToUser(run, deps, batch, 'gone');
  } catch (error) {
    if (isError(error, 'batch_mismatch')) return batch;
    throw error;
  }
}

async function recordRejection(run: ActiveRun, deps: StepDeps, batch: BatchRow): Promise<BatchRow> {
  return fenced(run, deps, async (db) => {
    const payments = await failBatched(db, batch.id, 'rejected_at_service', REJECTED);
    await audit(db, run, deps, 'batch_rejected_at_service', { batch: batch.id, remoteId: batch.remote_id, payments });
    return moveBatch(db, batch, 'rejected_at_service', { remoteStatus: 'gone', note: REJECTED });
  });
}
