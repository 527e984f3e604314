import { getBatches, moveBatch } from '../ledger/batches/batch.ts';
import type { BatchRow } from '../ledger/batches/batch-row.ts';
import { type ActiveRun, fenced, type Step, type StepDeps } from '../step.ts';
import { leaveUnpriced, withoutPrice } from './prices/batch-prices.ts';
import { readBackPriced, requireReview } from './reconciliations/read-back.ts';
import { leaveUnreadable, unlessUnreadable } from './reconciliations/unreadable-batch.ts';
import { removePayments } from './removals/remove-payments.ts';
import type { Reprice } from './reprice.ts';

/**
 * Quoted batches that were not read back at their creation, and that the policy did not approve: read back before an
 * approver is asked, so that an approval covers the remote batch and the amounts that recipients get. One call per
 * 1,000 payments, like the start of a batch approved by the policy.
 */
export const verifyBeforeApproval =
  (reprice: Reprice): Step =>
  async (run, deps) => {
    const changed: BatchRow[] = [];
    for (const batch of await getBatches(deps.ledger.db, run.id, 'quoted')) {
      if (!batch.quote || batch.priced || batch.start_attempted_at) continue;
      deps.signal.throwIfAborted();
      const read = async () => {
        const left = await readUnseen(run, deps, batch);
        if (left) changed.push(left);
      };
      await unlessUnreadable(run, deps, batch, read, leaveUnreadable);
    }
    // With another total, the policy may approve.
    if (changed.length > 0) await reprice(run, deps, changed);
  };

/** Returns what is left of the batch if payments were removed from it, which then has no quote; else null. */
async function readUnseen(run: ActiveRun, deps: StepDeps, batch: BatchRow): Promise<BatchRow | null> {
  const remote = await readBackPriced(deps, batch);
  const { difference, removals, prices, unpriced } = remote;
  if (difference) await requireReview(run, deps, batch, remote);
  else if (unpriced > 0) await leaveUnpriced(run, deps, batch, withoutPrice(unpriced));
  else if (removals.length > 0) return removePayments(run, deps, batch, removals);
  else await fenced(run, deps, (db) => moveBatch(db, batch, 'quoted', { priced: prices }));
  return null;
}
