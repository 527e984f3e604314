import { type BatchRow, batchesOf } from '../ledger/batches/batch.ts';
import { listeningFor } from '../ledger/webhooks/webhook-receiver.ts';
import type { ActiveRun, Step, StepDeps } from '../step.ts';
import { seekOrphans } from './cancellations/find-orphan-batch.ts';
import { leaveUnreadable, unlessUnreadable } from './reconciliations/unreadable-batch.ts';
import { applyWebhooks } from './settlements/apply-webhooks.ts';
import { followBatch } from './settlements/follow-batch.ts';

const LONGEST_POLL_MS = 30_000;
/** The pause between two checks for webhook deliveries, which are in the ledger and so cost no call. */
const LOOK_MS = 250;

/**
 * Started batches -> settled: follows every payment to processed, failed or returned, until all are final or the
 * configured time is over. Open batches then stay open until `payrun resume`. If the service sends webhooks, this waits
 * for them. If it does not, or was silent for too long, and once at the end, it asks the service with growing pauses.
 */
export const settle: Step = async (run, deps) => {
  await follow(run, deps);
  await seekOrphans(run, deps);
};

const follow: Step = async (run, deps) => {
  const { clock, config, signal } = deps;
  const deadline = clock.now() + deps.settleWaitMs;
  // An approval at the service may take hours: it is read once now and again with every resume.
  for (const batch of await batchesOf(deps.ledger.db, run.id, 'awaiting_service_approval'))
    await unlessUnreadable(run, deps, batch, () => followBatch(run, deps, batch), leaveUnreadable);
  let open = await startedBatches(run, deps);
  const total = open.length;
  if (total > 0) deps.progress({ stage: 'settle', done: 0, total });
  let lastWebhookAt = clock.now();
  let pause = config.settlePollMs;
  // A batch whose last answer could not be read. It is asked for again until the time is over.
  const unreadable = new Map<string, () => Promise<void>>();
  const read = async (batch: BatchRow) => {
    unreadable.delete(batch.id);
    await unlessUnreadable(
      run,
      deps,
      batch,
      () => followBatch(run, deps, batch),
      async (...left) => unreadable.set(batch.id, () => leaveUnreadable(...left)),
    );
  };
  while (open.length > 0) {
    const { worked, doubtful } = await applyWebhooks(run, deps);
    if (worked > 0) {
      [lastWebhookAt, pause] = [clock.now(), config.settlePollMs];
      open = await startedBatches(run, deps);
    }
    // Read once: otherwise the time could end between these two, and the service would never be asked.
    const left = deadline - clock.now();
    const covered = await coveredByWebhooks(open, deps, clock.now() - lastWebhookAt, left);
    const asked = open.filter((batch) => !covered.has(batch.merchant_id) || doubtful.has(batch.id));
    for (const batch of asked) await read(batch);
    if (asked.length > 0) open = await startedBatches(run, deps);
    deps.progress({ stage: 'settle', done: total - open.length, total });
    const rest = deadline - clock.now();
    if (open.length === 0 || left <= 0 || (rest <= 0 && covered.size === 0)) break;
    const asksAgain = open.some((batch) => !covered.has(batch.merchant_id));
    const next = asksAgain ? pause : Math.min(LOOK_MS, config.settlePollMs);
    await clock.sleep(Math.max(0, Math.min(next, rest)), signal);
    if (asksAgain) pause = Math.min(pause * 1.5, LONGEST_POLL_MS);
  }
  for (const batch of open) await unreadable.get(batch.id)?.();
};

const startedBatches = (run: ActiveRun, { ledger }: StepDeps) => batchesOf(ledger.db, run.id, 'started');

/** The merchants whose batches need no call now, because webhooks report on them. */
async function coveredByWebhooks(
  open: readonly BatchRow[],
  { config, ledger }: StepDeps,
  silentMs: number,
  leftMs: number,
): Promise<ReadonlySet<string>> {
  const merchants = [...new Set(open.map((batch) => batch.merchant_id))];
  if (config.webhooks === 'only') return new Set(merchants);
  if (config.webhooks === 'off' || silentMs >= config.webhookSilenceMs || leftMs <= 0) return new Set();
  return listeningFor(ledger.db, merchants);
}
