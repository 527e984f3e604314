import { getBatches } from '../ledger/batches/batch.ts';
import type { BatchRow } from '../ledger/batches/batch-row.ts';
import type { Step } from '../step.ts';
import { searchOrphans } from './cancellations/find-orphan-batch.ts';
import { readHints } from './read-hints.ts';
import { leaveUnreadable, unlessUnreadable } from './reconciliations/unreadable-batch.ts';
import { followBatch } from './settlements/follow-batch.ts';

/**
 * Started batches -> settled, once all their payments are processed, failed or returned. If webhooks about the run
 * came, reads what they are about; otherwise asks the service about each batch.
 */
export const settle: Step = async (run, deps) => {
  await follow(run, deps);
  await searchOrphans(run, deps);
};

const follow: Step = async (run, deps) => {
  const { config, ledger, looksAgain } = deps;
  // An approval in the payout service may take hours: its status is read once now and again with every resume.
  for (const batch of await getBatches(ledger.db, run.id, 'awaiting_service_approval'))
    await unlessUnreadable(run, deps, batch, () => followBatch(run, deps, batch), leaveUnreadable);
  const open = await getBatches(ledger.db, run.id, 'started');
  if (open.length === 0) return;
  const total = open.length + (await getBatches(ledger.db, run.id, 'settled')).length;
  const report = (left: number) => deps.progress({ stage: 'settle', done: total - left, total });
  report(open.length);
  const leave = looksAgain ? async () => {} : leaveUnreadable;
  const read = (batch: BatchRow) => unlessUnreadable(run, deps, batch, () => followBatch(run, deps, batch), leave);
  const hints = await readHints(run, deps, read);
  if (config.webhooks !== 'only' && hints.read === 0 && (hints.came === 0 || !looksAgain))
    for (const batch of await getBatches(ledger.db, run.id, 'started')) await read(batch);
  report((await getBatches(ledger.db, run.id, 'started')).length);
};
