import type { Feature } from '../../http/feature.ts';
import { accountRoutes } from './account.ts';
import { guard } from './guard.ts';
import { login } from './login.ts';
import { oidcLogin } from './oidc-login.ts';
import { createSessionContext, type SessionDeps } from './start-session.ts';

/**
 * The login, the account pages and the guard. Every route that is registered after this feature exists only behind the
 * login, except those that check access themselves (`/healthz`, `/readyz`, `/metrics`, `/webhooks/*`, `/onboarding/*`)
 * and the assets (`/static/*`). Adds the security headers, and accepts changes only from the visitor's own forms.
 */
export function sessions(deps: SessionDeps): Feature {
  const gate = createSessionContext(deps);
  return (app) => {
    app.use('*', guard(gate));
    for (const add of [login(gate), accountRoutes(gate), oidcLogin(gate)]) add(app);
  };
}
