import { isError } from '../../errors.ts';
import { moveBatch } from '../../ledger/batches/batch.ts';
import { recordBatchDiscrepancy } from '../../ledger/batches/batch-discrepancy.ts';
import type { BatchRow } from '../../ledger/batches/batch-row.ts';
import { AWAITING_APPROVAL, hasStarted } from '../../service/remote-fields.ts';
import { getRefusal } from '../../service/service-refusal.ts';
import { BEFORE_START } from '../../states.ts';
import { type ActiveRun, audit, fenced, type StepDeps } from '../../step.ts';

export const SENT_OUTSIDE =
  'It was sent in the payout service, not by Payrun, and is awaiting approval there. If it should be paid, approve it there. If not, reject it there.';

/** The service may answer a start with a refusal and carry it out, so the record names no sender. */
export const REFUSED_AND_WAITS =
  'The payout service rejected Payrun’s request to start this batch, but the batch is awaiting approval there. If it should be paid, approve it there. If not, reject it there.';

/**
 * Reads whether the service has begun a batch that Payrun has not started. If so, it is recorded and followed from then
 * on. Null if not, or if the service does not know the batch. One call.
 */
export async function followIfStarted(run: ActiveRun, deps: StepDeps, batch: BatchRow): Promise<BatchRow | null> {
  if (!BEFORE_START.includes(batch.state)) return null;
  try {
    const params = { id: batch.remote_id! };
    const { status, sentAt } = (await deps.service.call('getBatch', { params }, { signal: deps.signal })).batch;
    return hasStarted(status) || status === AWAITING_APPROVAL
      ? await recordExternalStart(run, deps, batch, status, sentAt)
      : null;
  } catch (error) {
    if (!isError(error, 'service_not_found')) throw error;
    return null;
  }
}

/**
 * Changes a batch that is not sent. `started`: someone else has sent it in the meantime, so the service refused; it is
 * followed from then on.
 */
export async function unlessStarted<T>(
  run: ActiveRun,
  deps: StepDeps,
  batch: BatchRow,
  change: () => Promise<T>,
): Promise<T | 'started'> {
  try {
    return await change();
  } catch (error) {
    const isRefused = getRefusal(error) !== null || isError(error, 'batch_mismatch');
    if (!isRefused || !(await followIfStarted(run, deps, batch))) throw error;
    return 'started';
  }
}

/**
 * Records that the service has begun a batch without a start by Payrun in force. Its payments may be paid, so they keep
 * their references. The external start is a discrepancy until it is accepted. `sentAt`: when the service says that it
 * was sent.
 */
export async function recordExternalStart(
  run: ActiveRun,
  deps: StepDeps,
  batch: BatchRow,
  remoteStatus: string,
  sentAt: string | null | undefined,
): Promise<BatchRow> {
  const { id, remote_id, state } = batch;
  const remoteId = remote_id!;
  const isAwaiting = remoteStatus === AWAITING_APPROVAL;
  const what = describeExternalStart(batch, remoteId, sentAt);
  return fenced(run, deps, async (db) => {
    await audit(db, run, deps, 'batch_started_outside', { batch: id, remoteId, remoteStatus, from: state, what });
    await recordBatchDiscrepancy(db, { batch: id, remoteId, what });
    return moveBatch(db, batch, isAwaiting ? 'awaiting_service_approval' : 'started', {
      remoteStatus,
      note: isAwaiting ? (state === 'starting' ? REFUSED_AND_WAITS : SENT_OUTSIDE) : null,
      startedOutside: true,
    });
  });
}

function describeExternalStart(
  { approved_by: by, approved_at, start_attempted_at, state }: BatchRow,
  remoteId: string,
  sentAt: string | null | undefined,
): string {
  // This includes a batch that this ledger forgot because it was restored from a backup.
  if (state === 'unknown')
    return `Batch ${remoteId} was sent in the payout service, and this ledger has neither its approval nor its start.`;
  if (by !== null && state === 'starting')
    return `Batch ${remoteId} was started in the payout service, although the service had rejected Payrun’s request to start it. ${by} had approved it.`;
  const isSentBefore = sentAt && approved_at && Date.parse(sentAt) < approved_at.getTime();
  if (by !== null)
    return `Batch ${remoteId} was sent in the payout service, not by Payrun${isSentBefore ? `, before ${by} approved it` : `; ${by} had approved it`}.`;
  if (start_attempted_at !== null && state !== 'open')
    return `Batch ${remoteId} was started in the payout service after its approval was voided.`;
  return `Batch ${remoteId} was sent in the payout service, not by Payrun, and no one had approved it.`;
}
