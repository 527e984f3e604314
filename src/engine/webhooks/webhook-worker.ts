import { anyDeliveryWaits } from '../../ledger/webhooks/webhook-delivery.ts';
import { removeReceiver, touchReceiver } from '../../ledger/webhooks/webhook-receiver.ts';
import type { AppContext } from '../context/app-context.ts';
import { type ProcessedWebhooks, processWebhooks } from './process-webhooks.ts';

/** Says so often that deliveries are taken here: a run that is told by webhook waits for no longer than thrice this. */
const TOUCH_MS = 10_000;
/** Deliveries that come together are worked on together. */
const GATHER_MS = 50;
/** Something is there that could not be worked on yet: its run is being carried out, or its batch not recorded as started. */
const AGAIN_MS = 1_000;

export interface WebhookWorker {
  /** Something came. */
  wake(): void;
  /** Waits for the work under way. */
  close(): Promise<void>;
}

/**
 * Works on deliveries after they are answered, for as long as it is open; first on those that an earlier process left.
 * Resolves once it is known in the ledger that deliveries are taken here. Throws `database_unreachable`.
 */
export async function startWebhookWorker(
  appContext: AppContext,
  tell: (worked: ProcessedWebhooks) => void,
): Promise<WebhookWorker> {
  const { clock, ledger, log } = appContext;
  const id = appContext.ids();
  const stop = new AbortController();
  let nap = new AbortController();
  let woken = true;
  let touchedAt = clock.now();
  await touchReceiver(ledger.db, id);

  const pass = async () => {
    if (clock.now() - touchedAt >= TOUCH_MS / 2) {
      await touchReceiver(ledger.db, id);
      touchedAt = clock.now();
    }
    const worked = await processWebhooks(appContext, stop.signal);
    if (worked.outcomes.length + worked.strangers.length > 0) tell(worked);
    return anyDeliveryWaits(ledger.db);
  };
  const rest = async (ms: number) => {
    nap = new AbortController();
    if (!woken) await clock.sleep(ms, AbortSignal.any([nap.signal, stop.signal])).catch(() => {});
    if (woken) await clock.sleep(GATHER_MS, stop.signal).catch(() => {});
  };
  const work = (async () => {
    while (!stop.signal.aborted) {
      woken = false;
      const waits = await pass().catch((error: unknown) => {
        if (!stop.signal.aborted)
          log.warn({ code: (error as { code?: unknown }).code }, 'deliveries are not worked on yet');
        return true;
      });
      await rest(waits ? AGAIN_MS : TOUCH_MS / 2);
    }
  })();

  return {
    wake() {
      woken = true;
      nap.abort();
    },
    async close() {
      stop.abort();
      await work;
      // Without it, others wait for deliveries that nobody takes until the last sign of life is old.
      await removeReceiver(ledger.db, id).catch(() => {});
    },
  };
}
