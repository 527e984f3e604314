import { getBatches } from '../ledger/batches/batch.ts';
import type { BatchRow } from '../ledger/batches/batch-row.ts';
import { isBeforePayDate } from '../ledger/runs/pay-date.ts';
import type { ActiveRun, Step, StepDeps } from '../step.ts';
import { isFresh, quoteBatch } from './quotes/quote-batch.ts';
import { followIfStarted, unlessStarted } from './reconciliations/external-start.ts';
import { finishRemovals } from './reconciliations/read-back.ts';
import { leaveUnreadable, unlessUnreadable } from './reconciliations/unreadable-batch.ts';

/**
 * Open batches -> quoted: fees, rates, and totals that equal the ledger's to the cent. A quote moves no money and may
 * be repeated. If the service counts other payments or another sum, the batch needs a review (G2).
 */
export const quote: Step = async (run, deps) => {
  let done = 0;
  // Its quote would expire before its day: the start renews it.
  const isEarly = await isBeforePayDate(deps.ledger.db, run.id, deps.clock.now());
  for (const batch of await getBatches(deps.ledger.db, run.id, 'open', 'quoted', 'approved')) {
    deps.signal.throwIfAborted();
    if (batch.state === 'approved' && (isEarly || batch.start_attempted_at)) continue;
    await unlessUnreadable(run, deps, batch, () => quoteUnlessFresh(run, deps, batch, ++done), leaveUnreadable);
  }
};

async function quoteUnlessFresh(run: ActiveRun, deps: StepDeps, batch: BatchRow, done: number): Promise<void> {
  // While it awaits approval, it may have been sent from outside Payrun, or have started automatically.
  if (batch.state === 'quoted' && (await followIfStarted(run, deps, batch))) return;
  if (batch.state !== 'open' && isFresh(batch, deps.clock.now())) return;
  deps.progress({ stage: 'quote', done: done - 1, total: null });
  const whole = await unlessStarted(run, deps, batch, () => finishRemovals(run, deps, batch));
  if (whole && whole !== 'started') await quoteBatch(run, deps, whole);
  deps.progress({ stage: 'quote', done, total: null });
}
