import { getBatch } from '../../ledger/batches/batch.ts';
import type { BatchRow } from '../../ledger/batches/batch-row.ts';
import { intendRemoval } from '../../ledger/payments/payments-in-batches.ts';
import { type AlreadyPaid, alreadyPaidIn } from '../../ledger/payments/recorded-unpaid.ts';
import type { Permits } from '../../service/rate-limits/rate-limit.ts';
import { type ActiveRun, fenced, type StepDeps } from '../../step.ts';
import { POLICY_APPROVER } from '../approvals/approval-rules.ts';
import { leaveUnpriced, withoutPrice } from '../prices/batch-prices.ts';
import { followIfStarted } from '../reconciliations/external-start.ts';
import { finishRemovals, readBack, readBackPriced, requireReview } from '../reconciliations/read-back.ts';
import { isHeldWhenRemoved, removePayments } from '../removals/remove-payments.ts';
import { recheckUnpaid } from '../settlements/recheck-payments.ts';
import { attemptAndSend, recordStartAttempt } from './send.ts';
import { resolveStartOutcome, type StartOutcome } from './start-outcome.ts';

/** The number of payments that the service lists in one answer. */
const READ_IN_ONE = 1_000;

/**
 * The status of a batch before anything is sent. If start was ever attempted on it, the service is read first, even if
 * it was approved again: funds may have come in and begun it. Null if it is not the approved batch.
 */
export async function reconcileBeforeStart(
  run: ActiveRun,
  deps: StepDeps,
  first: BatchRow,
): Promise<StartOutcome | null> {
  if (!first.start_attempted_at) return { batch: first, next: 'send' };
  const batch = first.state === 'approved' ? await recordStartAttempt(run, deps, first, 'read') : first;
  return batch && resolveStartOutcome(run, deps, batch);
}

/** A batch that awaits funds starts automatically when they arrive, so it is compared on every pass (G2). */
export async function compareWaiting(run: ActiveRun, deps: StepDeps, { id }: BatchRow): Promise<void> {
  const batch = await getBatch(deps.ledger.db, id);
  if (!batch.start_attempted_at) {
    await followIfStarted(run, deps, batch);
    return;
  }
  const remote = await readBack(deps, batch);
  if (remote.difference && !remote.gone) await requireReview(run, deps, batch, remote);
}

/**
 * Checks that the service still has the approved batch, then sends the start. Both calls use permits that were taken
 * together, so that almost no time passes between them.
 */
export async function compareAndStart(run: ActiveRun, deps: StepDeps, batch: BatchRow): Promise<StartOutcome | null> {
  // A large batch needs several calls, which can never be one moment.
  if (batch.payments > READ_IN_ONE) return compareThenSend(run, deps, batch);
  return deps.service.together(2, (permits) => compareThenSend(run, deps, batch, permits), { signal: deps.signal });
}

/**
 * If the service's batch differs, it needs a review and nothing is sent (G2): returns null. Payments below the minimum,
 * which a batch approved by the policy may have, are removed; then it is quoted again.
 */
async function compareThenSend(
  run: ActiveRun,
  deps: StepDeps,
  batch: BatchRow,
  permits?: Permits,
): Promise<StartOutcome | null> {
  const remote = await readBackPriced(deps, batch, permits);
  const { difference, gone, isStarted, removals, prices, unpriced } = remote;
  // A ledger from before the start, for example a restored one: no start is sent to what the service already pays.
  if ((isStarted || gone) && !batch.start_attempted_at) {
    permits?.release();
    if (await followIfStarted(run, deps, batch)) return null;
    permits = undefined;
  }
  // Nothing was compared, so its status decides, and no start is sent.
  if (gone) {
    permits?.release();
    return resolveStartOutcome(run, deps, batch);
  }
  if (difference) {
    await requireReview(run, deps, batch, remote);
    return null;
  }
  if (unpriced > 0) {
    await leaveUnpriced(run, deps, batch, withoutPrice(unpriced));
    return null;
  }
  // An approved batch is sent whole, except for payments put on hold.
  const mayRemove = batch.approved_by === POLICY_APPROVER || removals.some(({ code }) => isHeldWhenRemoved(code));
  if (removals.length > 0 && mayRemove && !batch.start_attempted_at) {
    permits?.release();
    const left = await removePayments(run, deps, batch, removals);
    return left && { batch: left, next: 'requote' };
  }
  return attemptAndSend(run, deps, batch, batch.priced ? null : prices, permits);
}

/**
 * Runs before a batch is sent. A payment that was recorded as not paid, and that the batch pays again under its
 * reference or another one, is read again; if it was paid after all, it is removed from the batch. Costs nothing if
 * there are none. Returns the same batch if nothing changed, null if it is empty.
 */
export async function removeAlreadyPaid(run: ActiveRun, deps: StepDeps, batch: BatchRow): Promise<BatchRow | null> {
  await recheckUnpaid(run, deps, batch.id);
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
