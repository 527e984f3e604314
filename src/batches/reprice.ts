import { getBatch } from '../ledger/batches/batch.ts';
import type { BatchRow } from '../ledger/batches/batch-row.ts';
import type { ActiveRun, StepDeps } from '../step.ts';
import { approveByPolicy } from './approve.ts';
import { isFresh, quoteBatch } from './quotes/quote-batch.ts';
import { leaveUnreadable, unlessUnreadable } from './reconciliations/unreadable-batch.ts';

/**
 * Takes batches back to quote and approval, because their quote expired or payments were removed from them. Returns
 * those that are approved with a valid quote now; the others need an approver, or have no price.
 */
export type Reprice = (run: ActiveRun, deps: StepDeps, batches: readonly BatchRow[]) => Promise<readonly BatchRow[]>;

export const reprice: Reprice = async (run, deps, batches) => {
  for (const batch of batches)
    await unlessUnreadable(run, deps, batch, () => quoteBatch(run, deps, batch), leaveUnreadable);
  await approveByPolicy(run, deps);
  const now: BatchRow[] = [];
  for (const { id } of batches) now.push(await getBatch(deps.ledger.db, id));
  return now.filter((batch) => batch.state === 'approved' && isFresh(batch, deps.clock.now()));
};
