import { isError } from '../../errors.ts';
import { accountsMoved, approvalHash } from '../../ledger/batches/approval-hash.ts';
import { isSent, moveBatch } from '../../ledger/batches/batch.ts';
import type { BatchRow } from '../../ledger/batches/batch-row.ts';
import { alreadyPaidIn } from '../../ledger/payments/recorded-unpaid.ts';
import { isBeforePayDate } from '../../ledger/runs/pay-date.ts';
import { openRejection } from '../../ledger/runs/rejection.ts';
import type { Permits } from '../../service/rate-limits/rate-limit.ts';
import { getRefusal, type PlainRefusal } from '../../service/service-refusal.ts';
import { type ActiveRun, audit, fenced, type StepDeps } from '../../step.ts';
import { approvalLapse, takeApprovalBack } from '../approvals/approval-lapse.ts';
import { recordIfStarted, resolveStartOutcome, type StartOutcome } from './start-outcome.ts';

/** The keys may not start batches: the batch stays open. */
const NOT_AUTHORIZED: PlainRefusal = { code: 'not_authorized', sentence: '', fields: [], named: [] };

/** Commits the attempt, then sends the start. Returns null, and sends nothing, if the approval has lapsed. */
export async function attemptAndSend(
  run: ActiveRun,
  deps: StepDeps,
  batch: BatchRow,
  prices: BatchRow['priced'],
  permits?: Permits,
): Promise<StartOutcome | null> {
  const intended = await recordStartAttempt(run, deps, batch, 'send', prices);
  if (!intended) return null;
  const params = { id: intended.remote_id! };
  try {
    const answer = await deps.service.call('startProcessing', { params }, { signal: deps.signal, permits });
    const recorded = await recordIfStarted(run, deps, intended, answer.batch.status);
    return recorded ?? (await resolveStartOutcome(run, deps, intended));
  } catch (error) {
    permits?.release();
    // It had no effect: the rate limit, or no connection. Before it is sent again, the batch is compared again.
    if (isError(error) && error.retry === 'safe') return { batch: intended, next: 'send', error };
    const refusal = getRefusal(error) ?? (isError(error, 'service_not_authorized') ? NOT_AUTHORIZED : null);
    if (!refusal && !(isError(error) && error.retry === 'read-first')) throw error;
    return resolveStartOutcome(run, deps, intended, { refusal, isFirst: batch.start_attempted_at === null });
  }
}

/**
 * Compares the payments with the approved hash, asks whether the approval holds at this moment, and commits the
 * attempt. Null if it does not, or if the run was stopped before: nothing is sent (G7).
 * With `next: 'read'`, the service is read next, so payments that were paid meanwhile can still be removed.
 */
export async function recordStartAttempt(
  run: ActiveRun,
  deps: StepDeps,
  batch: BatchRow,
  next: 'send' | 'read',
  prices: BatchRow['priced'] = null,
): Promise<BatchRow | null> {
  return fenced(run, deps, async (db) => {
    // The last check before money moves: the pay date must have come, however the run was continued.
    if (!isSent(batch) && (await isBeforePayDate(db, run.id, deps.clock.now()))) return null;
    // Someone has stopped or withdrawn the run. The fence holds its row, so a stop comes either before this or after.
    if (!isSent(batch) && (await openRejection(db, run.id))) return null;
    // True if a payment was found to be paid while the batch waited for its start.
    const isPaid = next === 'send' && (await alreadyPaidIn(db, batch.id)).length > 0;
    const hash = isPaid ? null : await approvalHash(db, batch);
    const isUnchanged = hash && batch.approved_hash?.equals(hash) && !(await accountsMoved(db, batch.id));
    if (!isUnchanged) {
      await audit(db, run, deps, 'approval_void', { batch: batch.id });
      const note = 'It has changed since it was approved, so it must be approved again.';
      await moveBatch(db, batch, 'quoted', { approval: null, note });
      return null;
    }
    // The approver must still be allowed to approve it. A read sends nothing, so it needs no check.
    const lapse = next === 'send' ? await approvalLapse(db, deps, batch) : null;
    if (lapse) {
      await takeApprovalBack(db, run, deps, batch, lapse);
      return null;
    }
    const { id, remote_id: remoteId } = batch;
    await audit(db, run, deps, 'start_intended', { batch: id, remoteId, hash: hash.toString('hex') });
    return moveBatch(db, batch, 'starting', { note: null, ...(prices ? { priced: prices } : {}) });
  });
}
