import { type BatchRow, batchesOf, moveBatch } from '../ledger/batches/batch.ts';
import { accountsMovedThere } from '../ledger/recipients/recipient.ts';
import { type ActiveRun, audit, fenced, type Step, type StepDeps } from '../step.ts';
import { approve } from './approve.ts';
import { leaveUnpriced, withoutPrice } from './prices/unpriced-batch.ts';
import { quoteBatch } from './quote.ts';
import { followIfStarted } from './reconciliations/external-start.ts';
import { type ReadBack, readBackPriced } from './reconciliations/read-back.ts';
import { leaveUnreadable, unlessUnreadable } from './reconciliations/unreadable.ts';
import { removePayments } from './removals/remove-payments.ts';

/**
 * Quoted batches that were not read back at their creation, and that the policy did not approve: read back before an
 * approver is asked, so that an approval covers the batch at the service and the amounts that recipients get. One call
 * per 1,000 payments, like the start of a batch approved by the policy.
 */
export const verifyBeforeApproval: Step = async (run, deps) => {
  let again = false;
  for (const batch of await batchesOf(deps.ledger.db, run.id, 'quoted')) {
    if (!batch.quote || batch.priced || batch.start_attempted_at) continue;
    deps.signal.throwIfAborted();
    const read = async () => {
      again = (await readUnseen(run, deps, batch)) || again;
    };
    await unlessUnreadable(run, deps, batch, read, leaveUnreadable);
  }
  // With another total, the policy may approve.
  if (again) await approve(run, deps);
};

/** Returns true if the batch was quoted again because payments were removed from it. */
async function readUnseen(run: ActiveRun, deps: StepDeps, batch: BatchRow): Promise<boolean> {
  const there = await readBackPriced(deps, batch);
  const { difference, removals, prices, unpriced } = there;
  if (difference) {
    await requireReview(run, deps, batch, there);
    return false;
  }
  if (unpriced > 0) {
    await leaveUnpriced(run, deps, batch, withoutPrice(unpriced));
    return false;
  }
  if (removals.length === 0) {
    await fenced(run, deps, (db) => moveBatch(db, batch, 'quoted', { priced: prices }));
    return false;
  }
  const left = await removePayments(run, deps, batch, removals);
  if (left) await quoteBatch(run, deps, left);
  return left !== null;
}

/**
 * The service's batch differs from the plan: its quote and its approval no longer hold, and nothing is sent (G2). If it
 * was also sent at the service, it is followed instead.
 */
export async function requireReview(
  run: ActiveRun,
  deps: StepDeps,
  batch: BatchRow,
  { difference, moved }: Pick<ReadBack, 'difference' | 'moved'>,
): Promise<void> {
  if (await followIfStarted(run, deps, batch)) return;
  await fenced(run, deps, async (db) => {
    await accountsMovedThere(db, run.merchant, moved);
    await audit(db, run, deps, 'batch_mismatch', { batch: batch.id, remoteId: batch.remote_id, difference });
    const note = `It was not started: ${difference}. Check it at the payout service.`;
    await moveBatch(db, batch, 'quoted', { quote: null, approval: null, note });
  });
}
