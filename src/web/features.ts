import type { AppContext } from '../engine/context/app-context.ts';
import type { Feature } from '../http/feature.ts';
import type { Rates } from '../http/request-throttle.ts';
import { health, type NotReady } from './health.ts';
import { metrics } from './metrics.ts';
import type { Metrics } from './metrics-registry.ts';
import { onboardingPages } from './onboarding/onboarding-pages.ts';
import { pages } from './pages/pages.ts';
import { sessions } from './session/sessions.ts';
import { receiveWebhooks } from './webhooks/receive-webhooks.ts';

/** Dependencies of the features of `payrun serve`. */
export interface WebDeps {
  readonly appContext: AppContext;
  readonly figures: Metrics;
  /** The reason that this process is not ready; null if it is. */
  readonly notReady: () => Promise<NotReady | null>;
  /** Called when a webhook delivery has been stored and is ready to be processed. */
  readonly came: () => void;
  readonly stopping: AbortSignal;
  /** Requests per address. Default: `RATES`. */
  readonly rates?: Rates;
}

export type MakeFeature = (deps: WebDeps) => Feature;

/**
 * All features of `payrun serve`. The features before `sessions` check access themselves; everything after it exists
 * only behind the login.
 */
const FEATURES: readonly MakeFeature[] = [
  ({ appContext: { ledger, clock, log }, notReady }) => health({ db: ledger.db, clock, log, notReady }),
  ({ appContext, figures }) => metrics({ appContext, figures }),
  ({ appContext: { ledger, clock, log, config }, figures, came, rates }) =>
    receiveWebhooks({
      ...{ ledger, clock, log, config, came, refused: figures.countRefusedWebhook },
      toleranceMs: config.webhookToleranceMs,
      rate: rates?.webhooks,
    }),
  ({ appContext, rates }) =>
    onboardingPages({ ...appContext, serviceUrl: () => appContext.serviceUrl(), rate: rates?.onboarding }),
  sessions,
  pages,
];

/** `doors`: others behind the same address, which check access themselves. */
export function features(deps: WebDeps, doors: readonly MakeFeature[] = []): readonly Feature[] {
  return [...doors, ...FEATURES].map((feature) => feature(deps));
}
