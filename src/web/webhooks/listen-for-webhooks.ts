import type { AppContext } from '../../engine/context/app-context.ts';
import type { ProcessedWebhooks } from '../../engine/webhooks/process-webhooks.ts';
import { startWebhookWorker } from '../../engine/webhooks/webhook-worker.ts';
import { createApp } from '../app.ts';
import { onboardingPages } from '../onboarding/onboarding-pages.ts';
import { serveApp } from '../serve-app.ts';
import { receiveWebhooks } from './receive-webhooks.ts';

export interface ListenOptions {
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  readonly report: (worked: ProcessedWebhooks) => void;
}

export interface Listening {
  readonly url: string;
  /** Answers the requests in flight and finishes the deliveries in progress. The next start processes the rest. */
  close(): Promise<void>;
}

/**
 * Shows onboarding pages, receives webhook deliveries and processes them, beginning with those that an earlier process
 * left. Throws `usage` if the port is taken.
 */
export async function listenForWebhooks(appContext: AppContext, options: ListenOptions): Promise<Listening> {
  const { ledger, clock, log, config } = appContext;
  let came = () => {};
  const receive = receiveWebhooks({
    ledger,
    clock,
    log,
    config,
    toleranceMs: config.webhookToleranceMs,
    came: () => came(),
  });
  const pages = onboardingPages({ ledger, clock, log, config, serviceUrl: () => appContext.serviceUrl() });
  const server = await serveApp(createApp([receive, pages], log), options);
  const worker = await startWebhookWorker(appContext, options.report).catch(async (error: unknown) => {
    await server.close();
    throw error;
  });
  came = worker.wake;
  return {
    url: server.url,
    async close() {
      await server.close();
      await worker.close();
    },
  };
}
