import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { createOidcProvider, type OidcFlow } from '../../engine/users/oidc-flow.ts';
import { getProviderUser, LOOKS_ALIKE } from '../../engine/users/provider-user.ts';
import { recordUserEvent } from '../../engine/users/users.ts';
import type { Feature } from '../../http/feature.ts';
import type { RequestOrigin } from '../../http/request-origin.ts';
import { createThrottledLog } from '../../platform/throttled-log.ts';
import { onward } from './guard.ts';
import { pathAfterLogin } from './path-after-login.ts';
import { refuse } from './refuse.ts';
import { type SessionContext, startSession } from './start-session.ts';

const SEALED_AS = 'user.oidc';
const BACK = '/login/oidc/back';
const NOT_DONE = 'You did not complete the login with your identity provider. Start over.';

/**
 * `/login/oidc` redirects to the identity provider; the provider redirects back to `/login/oidc/back`. A sealed cookie,
 * valid once and for 10 minutes, holds the state in between. It is `SameSite=Lax`, because the way back begins at the
 * provider.
 */
export function oidcLogin(gate: SessionContext): Feature {
  const { ledger, clock, config, deps } = gate;
  const { log } = deps.appContext;
  const { oidc } = config;
  if (oidc === undefined) return () => {};
  const warn = createThrottledLog(clock, log);
  const provider = createOidcProvider(oidc, config.oidcClientSecret);

  return (app) => {
    app.get('/login/oidc', gate.limitLogins, async (context) => {
      const visit = context.get('visit');
      const next = pathAfterLogin(context.req.query('next'));
      const again = context.req.query('again') !== undefined && context.get('session')?.row.stage === 'open';
      try {
        const { url, flow } = await provider.begin({ next, again, back: backOf(visit), now: clock.now() });
        saveFlow(context, visit, ledger.vault.seal(JSON.stringify(flow), SEALED_AS).toString('base64url'));
        return context.redirect(url, 303);
      } catch (error) {
        log.error({ code: codeOf(error) }, 'the identity provider cannot be reached');
        return refuse(context, 503, 'The identity provider does not respond.');
      }
    });

    app.get(BACK, gate.limitLogins, async (context) => {
      const visit = context.get('visit');
      const flow = readFlow(context, visit);
      saveFlow(context, visit, null);
      if (!flow || flow.until < clock.now()) return refuse(context, 400, NOT_DONE);
      const url = new URL(backOf(visit));
      url.search = new URL(context.req.url).search;
      const claims = await provider.finish(url, flow, clock.now()).catch((error: unknown) => {
        warn('logins at the identity provider were refused', { code: codeOf(error) });
        return null;
      });
      if (!claims) return refuse(context, 400, NOT_DONE);
      const user = await getProviderUser(gate, oidc, claims, visit.address);
      if (typeof user === 'string') {
        const why = user === LOOKS_ALIKE ? { why: 'look_alike' } : {};
        const data = { user: null, purpose: 'provider', subject: `${claims.issuer} ${claims.subject}`, ...why };
        await ledger.tx((db) => recordUserEvent(db, gate, { by: 'payrun', from: visit.address }, 'login_failed', data));
        return refuse(context, 403, user);
      }
      // A silent sign-on proves nothing now: a decision needs the time at which the provider asked.
      await startSession(context, gate, user, 'provider', claims.provedAt ?? new Date(0));
      // A redirect would still be treated as navigation from the provider, and the browser would omit the new cookie.
      return onward(context, flow.next);
    });
  };

  function readFlow(context: Context, visit: RequestOrigin): OidcFlow | null {
    const sealed = getCookie(context, cookieOf(visit));
    if (sealed === undefined || sealed.length > 4_000) return null;
    try {
      return JSON.parse(ledger.vault.open(Buffer.from(sealed, 'base64url'), SEALED_AS).toString('utf8')) as OidcFlow;
    } catch {
      return null;
    }
  }
}

const cookieOf = ({ https }: RequestOrigin) => (https ? '__Host-payrun-login' : 'payrun-login');

function saveFlow(context: Context, visit: RequestOrigin, sealed: string | null): void {
  setCookie(context, cookieOf(visit), sealed ?? '', {
    path: '/',
    httpOnly: true,
    secure: visit.https,
    sameSite: 'Lax',
    maxAge: sealed === null ? 0 : 600,
  });
}

/** The redirect URI, as registered at the provider. */
const backOf = ({ origins }: RequestOrigin) => `${origins[0]}${BACK}`;

/** Errors of the provider may quote sensitive values, so only the code is logged. */
function codeOf(error: unknown): string {
  const { code, error: oauth } = error as { code?: unknown; error?: unknown };
  return typeof oauth === 'string' ? oauth : typeof code === 'string' ? code : 'unknown';
}
