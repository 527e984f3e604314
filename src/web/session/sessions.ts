import type { Feature } from '../feature.ts';
import { accountRoutes } from './account.ts';
import { createGate, type SessionDeps } from './gate.ts';
import { guard } from './guard.ts';
import { login } from './login.ts';
import { oidcLogin } from './oidc-login.ts';

/**
 * Everything that is registered after this feature exists only behind the login, but for the paths that say themselves who may
 * (`/healthz`, `/readyz`, `/metrics`, `/webhooks/*`, `/onboarding/*`) and what pages load (`/static/*`). It has the headers of
 * every page, the login with its codes, the account, and the check that what changes something was sent by a form of the visitor.
 */
export function sessions(deps: SessionDeps): Feature {
  const gate = createGate(deps);
  return (app) => {
    app.use('*', guard(gate));
    for (const add of [login(gate), accountRoutes(gate), oidcLogin(gate)]) add(app);
  };
}
