import type { Clock } from '../../clock.ts';
import type { Config } from '../../config.ts';
import type { Ledger } from '../../ledger/open-ledger.ts';
import type { Log } from '../../log.ts';
import type { Feature } from '../app.ts';

export interface SessionDeps {
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly log: Log;
  readonly config: Config;
}

/**
 * Everything that is registered after this feature exists only behind the login, but for the paths that say themselves who may
 * (`/healthz`, `/readyz`, `/metrics`, `/webhooks/*`, `/onboarding/*`, `/static/*`).
 */
export function sessions(_deps: SessionDeps): Feature {
  return () => {};
}
