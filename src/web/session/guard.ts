import type { Context, MiddlewareHandler } from 'hono';
import { html } from 'hono/html';
import { checkPassword } from '../../engine/users/login.ts';
import { BodyTooLong } from '../../http/bodies/read-body.ts';
import { contentType, FORM_TYPE, readForm } from '../../http/bodies/read-form.ts';
import { getRequestOrigin, isFromOwnPage } from '../../http/request-origin.ts';
import { environmentBanner } from '../../ledger/merchants/environment-seen.ts';
import { findSession, type SessionRow, touchSession } from '../../ledger/users/session.ts';
import { createThrottledLog } from '../../platform/throttled-log.ts';
import { looksPrivate } from '../../references/private-text.ts';
import { isEqual } from '../constant-time-equal.ts';
import type { SentForm } from '../current-user.ts';
import { addHeaders } from './headers.ts';
import { getRateLimitKey, readDevice } from './known-device.ts';
import { lockoutSentence } from './lockout-sentence.ts';
import { pathAfterLogin } from './path-after-login.ts';
import { refuse } from './refuse.ts';
import { refuseRole } from './require-role.ts';
import { csrfToken, readSessionCookie } from './session-cookie.ts';
import { sessionRecheck } from './session-recheck.ts';
import { IDLE_MS, type SessionContext } from './start-session.ts';
import { tokenForPath } from './token-for-path.ts';

/** These routes check access themselves and need no login. */
const OUTSIDE = /^\/(healthz|readyz|metrics)$|^\/(webhooks|onboarding|api)\//;
/** Paths that the login itself needs. */
const OPEN = /^\/login(\/(code|oidc|oidc\/back))?$|^\/static\//;
/** Paths open to a user who must set up two-factor authentication first. */
const ACCOUNT = /^\/(account(\/|$)|logout$)/;
/** Paths open to a user who must change their password first. */
const PASSWORD = /^\/(account|account\/password|logout)$/;
/** An open page requests these automatically, so they are no use of the session. */
const BY_ITSELF = /^\/live\//;
const SAFE = new Set(['GET', 'HEAD']);

/** The time of the last request is updated at most this often. */
const TOUCH_MS = 60_000;
/** Requests through a proxy that is not trusted are logged at most this often. */
const PROXY_LOG_MS = 3_600_000;
/** A login at the identity provider confirms an approval for this long. */
const FRESH_MS = 5 * 60_000;

/**
 * Runs before every request: identifies the session, limits the rate, and accepts changes only from forms of the same
 * session.
 */
export function guard(gate: SessionContext): MiddlewareHandler {
  const { clock, log } = gate.deps.appContext;
  const warn = createThrottledLog(clock, log, PROXY_LOG_MS);
  return async (context, next) => {
    if (OUTSIDE.test(context.req.path)) return next();
    const visit = getRequestOrigin(context, gate.config);
    context.set('visit', visit);
    // All its users share one address, and failed logins of one lock out the others.
    if (visit.untrustedProxy !== null)
      warn('requests come through a proxy that is not in trustedProxies, so all count as its address', {
        proxy: visit.untrustedProxy,
      });
    context.set('session', null);
    context.set('device', readDevice(context, visit, gate.ledger.vault, gate.clock.now()));
    context.set('banner', await environmentBanner(gate.deps.appContext));
    const refused = await check(context, gate).catch((error: unknown) => {
      if (error instanceof BodyTooLong) return refuse(context, 413, error.message);
      throw error;
    });
    if (refused) context.res = refused;
    else await next();
    addHeaders(context, visit);
  };
}

/**
 * Null if the request may continue, otherwise the response. A body is read last, when it is known who sends it and that
 * the route is open to them. Throws `BodyTooLong`.
 */
async function check(context: Context, gate: SessionContext): Promise<Response | null> {
  const { ledger, clock, config } = gate;
  const { method, path } = context.req;
  const visit = context.get('visit');
  if (!visit.isOwn) {
    const where = config.publicUrl ?? 'an address of this machine, or set publicUrl';
    return refuse(context, 400, `This host name isn’t allowed. Use ${where}.`);
  }
  if (!gate.mayAsk(getRateLimitKey(context)))
    return refuse(context, 429, 'Too many requests from your IP address. Wait a moment.');
  if (!SAFE.has(method) && !isFromOwnPage(context, visit))
    return refuse(context, 403, 'This request did not come from a Payrun page.');

  const now = new Date(clock.now());
  const id = readSessionCookie(context, visit);
  const row = id === null ? null : await findSession(ledger.db, id, now, IDLE_MS);
  if (id !== null && row) context.set('session', { id, row });
  if (id !== null && row?.stage === 'open') {
    const { name, role, merchants, limits } = row;
    context.set('currentUser', { name, role, merchants, limits, csrf: csrfToken(id) });
    context.set('confirmPassword', (form) => confirm(gate, row, visit.address, form));
    context.set('stillHolds', sessionRecheck(gate, id, row));
    const seen = now.getTime() - row.seen_at.getTime() > TOUCH_MS && !BY_ITSELF.test(path);
    if (seen) await touchSession(ledger.db, id, now);
  }
  if (OPEN.test(path)) return null;
  if (id === null || row?.stage !== 'open') return toLogin(context, id !== null && !row);
  if (!SAFE.has(method)) {
    const refused = refuseRole(context, row.role);
    if (refused) return refused;
  }
  if (!SAFE.has(method) && !(await hasToken(context, csrfToken(id))))
    return refuse(context, 403, 'This form belongs to another session. Go back, reload the page, and send it again.');
  if (row.password_to_change && !PASSWORD.test(path)) return context.redirect('/account', 303);
  const needsCodes = config.loginCodes === 'required' && row.password !== null && row.totp_confirmed_at === null;
  return needsCodes && !ACCOUNT.test(path) ? context.redirect('/account', 303) : null;
}

/**
 * Sends a visitor who is not logged in to the login page, which leads back to the requested page. `isOver`: their
 * session ended.
 */
function toLogin(context: Context, isOver: boolean): Response | Promise<Response> {
  const { method, url, path } = context.req;
  const header = (name: string) => context.req.header(name);
  if (!SAFE.has(method)) return refuse(context, 401, 'Session expired. Log in and send it again.');
  // A browser drops a refused event stream without telling the page, so an event sends the page to the login.
  if (BY_ITSELF.test(path)) return context.body('event: over\ndata:\n\n', 200, { 'Content-Type': 'text/event-stream' });
  if (!/\btext\/html\b|\*\/\*/.test(header('Accept') ?? '*/*')) return refuse(context, 401);
  const currentAddress = path + searchOf(url);
  // On navigation from another site (a link in an e-mail), the browser omits the `SameSite=Strict` cookie. It sends the
  // cookie with a request that begins on this page.
  if (header('Sec-Fetch-Site') === 'cross-site' && header('Sec-Fetch-Mode') === 'navigate')
    return onward(context, currentAddress);
  const asked = [path === '/' ? '' : `next=${encodeURIComponent(currentAddress)}`, isOver ? 'over' : '']
    .filter(Boolean)
    .join('&');
  return context.redirect(asked === '' ? '/login' : `/login?${asked}`, 303);
}

/** The query of a URL, without a private search text: it must not be copied into another URL. */
function searchOf(url: string): string {
  const { search, searchParams } = new URL(url);
  if (!looksPrivate(searchParams.get('q') ?? '')) return search;
  searchParams.delete('q');
  return searchParams.size === 0 ? '' : `?${searchParams}`;
}

/** A page that redirects automatically to a path of this installation, so that the next request begins on this site. */
export function onward(context: Context, wanted: string): Response | Promise<Response> {
  const to = pathAfterLogin(wanted);
  return context.html(html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Payrun</title><meta http-equiv="refresh" content="0;url=${to}"></head>
<body><p><a href="${to}">Go on</a></p></body></html>`);
}

async function hasToken(context: Context, csrf: string): Promise<boolean> {
  const header = context.req.header('X-CSRF-Token');
  if (header !== undefined) return isEqual(header, csrf);
  if (contentType(context) === 'multipart/form-data')
    return isEqual(context.req.query('csrf') ?? '', tokenForPath(csrf, context.req.path));
  if (contentType(context) !== FORM_TYPE) return false;
  const { csrf: sent = '' } = await readForm(context);
  return isEqual(sent, csrf);
}

async function confirm(gate: SessionContext, row: SessionRow, from: string, form: SentForm): Promise<string | null> {
  const { name, password: stored, proved_at: proved } = row;
  if (stored === null)
    return gate.clock.now() - proved.getTime() < FRESH_MS
      ? null
      : 'Your login is older than 5 minutes. Choose "Log in again" under My account, then come back and decide.';
  const typed = form instanceof FormData ? form.get('password') : form.password;
  if (typeof typed !== 'string' || typed === '') return 'Type your password again.';
  const answer = await checkPassword(gate, { name, password: typed, from, purpose: 'confirmation' });
  if (answer.kind === 'wait') return lockoutSentence(answer.until, gate.clock.now());
  return answer.kind === 'right' ? null : 'Incorrect password.';
}
