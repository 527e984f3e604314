import { type BatchRow, batchesOf } from '../ledger/batches/batch.ts';
import { hintsOfRun } from '../ledger/webhooks/webhook-delivery.ts';
import { listeningFor } from '../ledger/webhooks/webhook-receiver.ts';
import type { ActiveRun, Step, StepDeps } from '../step.ts';
import { seekOrphans } from './cancellations/find-orphan-batch.ts';
import { readHints } from './read-hints.ts';
import { leaveUnreadable, unlessUnreadable } from './reconciliations/unreadable-batch.ts';
import { followBatch } from './settlements/follow-batch.ts';

const LONGEST_POLL_MS = 30_000;
/** The pause between two checks for webhook deliveries, which are in the ledger and so cost no call. */
const LOOK_MS = 250;

/**
 * Started batches -> settled: follows every payment to processed, failed or returned, until all are final or the
 * configured time is over. Open batches then stay open until `payrun resume`. If the service sends webhooks, this reads
 * a batch when one announces its end. If it does not, or was silent for too long, and once at the end, it asks the
 * service with growing pauses, which a webhook ends.
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
    const hints = await readHints(run, deps, read);
    if (hints.came > 0) {
      [lastWebhookAt, pause] = [clock.now(), config.settlePollMs];
      open = await startedBatches(run, deps);
    }
    const isNotified = await receivesWebhooks(run, deps);
    // Read once: otherwise the time could end between these two, and the service would never be asked.
    const left = deadline - clock.now();
    const isSilent = clock.now() - lastWebhookAt >= config.webhookSilenceMs || left <= 0;
    const polls = config.webhooks !== 'only' && hints.read === 0 && (!isNotified || isSilent);
    if (polls) {
      for (const batch of open) await read(batch);
      open = await startedBatches(run, deps);
    }
    deps.progress({ stage: 'settle', done: total - open.length, total });
    const rest = deadline - clock.now();
    if (open.length === 0 || left <= 0 || (rest <= 0 && polls)) break;
    const next = Math.max(0, Math.min(polls ? pause : LOOK_MS, rest));
    await (isNotified ? untilHint(run, deps, next) : clock.sleep(next, signal));
    if (polls) pause = Math.min(pause * 1.5, LONGEST_POLL_MS);
  }
  for (const batch of open) await unreadable.get(batch.id)?.();
};

const startedBatches = (run: ActiveRun, { ledger }: StepDeps) => batchesOf(ledger.db, run.id, 'started');

/** Whether webhooks about the run's payments come in. */
async function receivesWebhooks({ merchant }: ActiveRun, { config, ledger }: StepDeps): Promise<boolean> {
  if (config.webhooks !== 'auto') return config.webhooks === 'only';
  return (await listeningFor(ledger.db, [merchant])).size > 0;
}

/** Sleeps until a webhook about the run came, or for `ms`. */
async function untilHint(run: ActiveRun, { clock, config, ledger, signal }: StepDeps, ms: number): Promise<void> {
  const until = clock.now() + ms;
  for (let left = ms; left > 0; left = until - clock.now()) {
    await clock.sleep(Math.min(LOOK_MS, config.settlePollMs, left), signal);
    if ((await hintsOfRun(ledger.db, run.id, 1)).length > 0) return;
  }
}
