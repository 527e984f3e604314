import type { AppContext } from '../engine/context/app-context.ts';
import type { Feature } from './feature.ts';
import type { Figures } from './figures.ts';
import { health, type NotReady } from './health.ts';
import { metrics } from './metrics.ts';
import { onboardingPages } from './onboarding/onboarding-pages.ts';
import { pages } from './pages/pages.ts';
import { sessions } from './session/sessions.ts';
import { receiveWebhooks } from './webhooks/receive.ts';

/** What the features of `payrun serve` are made from. */
export interface WebDeps {
  readonly appContext: AppContext;
  readonly figures: Figures;
  /** What of this process is not there; null where all is. */
  readonly notReady: () => NotReady | null;
  /** A webhook was kept that is to be worked on. */
  readonly came: () => void;
  /** Aborts when the server stops. */
  readonly stopping: AbortSignal;
}

/**
 * Everything that `payrun serve` answers, one line each. What comes before the login says itself who may; what comes after it
 * exists only for visitors.
 */
const FEATURES: readonly ((deps: WebDeps) => Feature)[] = [
  ({ appContext: { ledger, clock, log }, notReady }) => health({ db: ledger.db, clock, log, notReady }),
  ({ appContext, figures }) => metrics({ appContext, figures }),
  ({ appContext: { ledger, clock, log, config }, came }) =>
    receiveWebhooks({ ledger, clock, log, toleranceMs: config.webhookToleranceMs, came }),
  ({ appContext }) => onboardingPages({ ...appContext, serviceUrl: () => appContext.serviceUrl() }),
  sessions,
  pages,
];

export function features(deps: WebDeps): readonly Feature[] {
  return FEATURES.map((feature) => feature(deps));
}
