import { anyDeliveryWaits } from '../../ledger/webhooks/webhook-delivery.ts';
import { removeReceiver, touchReceiver } from '../../ledger/webhooks/webhook-receiver.ts';
import type { AppContext } from '../context/app-context.ts';
import { type ProcessedWebhooks, processWebhooks } from './process-webhooks.ts';

/**
 * The interval at which this process records that it receives webhooks. A run that relies on webhooks waits three times
 * this at most.
 */
const TOUCH_MS = 10_000;
/** Webhook deliveries that arrive together are processed together. */
const GATHER_MS = 50;
/**
 * The pause while deliveries cannot be processed yet: their run is being processed, or their batch is not recorded as
 * started. It grows as long as reads fail.
 */
const AGAIN_MS = 1_000;
const LONGEST_AGAIN_MS = 60_000;

export interface WebhookWorker {
  /** Call it when a delivery was stored. */
  wake(): void;
  /** Waits for the work in progress. */
  close(): Promise<void>;
}

/**
 * Reads the objects of webhook deliveries after they are acknowledged, until it is closed, starting with those that an
 * earlier process left. Resolves once the ledger knows that webhooks are received. Throws `database_unreachable`.
 */
export async function startWebhookWorker(
  appContext: AppContext,
  report: (worked: ProcessedWebhooks) => void,
): Promise<WebhookWorker> {
  const { clock, ledger, log } = appContext;
  const id = appContext.ids();
  const stop = new AbortController();
  let nap = new AbortController();
  let woken = true;
  let touchedAt = clock.now();
  let failures = 0;
  await touchReceiver(ledger.db, id);

  const pass = async () => {
    if (clock.now() - touchedAt >= TOUCH_MS / 2) {
      await touchReceiver(ledger.db, id);
      touchedAt = clock.now();
    }
    const worked = await processWebhooks(appContext, stop.signal);
    if (worked.outcomes.length + worked.strangers.length > 0) report(worked);
    failures = worked.hasFailed ? failures + 1 : 0;
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
          log.warn({ code: (error as { code?: unknown }).code }, 'webhook deliveries are not processed yet');
        return true;
      });
      await rest(waits ? Math.min(AGAIN_MS * 2 ** failures, LONGEST_AGAIN_MS) : TOUCH_MS / 2);
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
      // Otherwise other processes rely on webhooks that nothing receives until the last heartbeat is old.
      await removeReceiver(ledger.db, id).catch(() => {});
    },
  };
}
