import { createHmac, randomBytes } from 'node:crypto';
import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import type { RequestOrigin } from '../../http/request-origin.ts';

const ID = /^[A-Za-z0-9_-]{43}$/;

/**
 * With `__Host-`, no other host of the domain can set the cookie, and it is sent over https only. On this machine there
 * is no https.
 */
const nameOf = ({ https }: RequestOrigin) => (https ? '__Host-payrun' : 'payrun');

/** 256 random bits. */
export function newSessionId(): string {
  return randomBytes(32).toString('base64url');
}

export function readSessionCookie(context: Context, visit: RequestOrigin): string | null {
  const value = getCookie(context, nameOf(visit));
  return value !== undefined && ID.test(value) ? value : null;
}

/** Null deletes the cookie. Otherwise it ends with the browser; an earlier end of the session is in the ledger. */
export function writeSessionCookie(context: Context, visit: RequestOrigin, id: string | null): void {
  const { https: secure } = visit;
  const options = { path: '/', httpOnly: true, secure, sameSite: 'Strict' as const };
  setCookie(context, nameOf(visit), id ?? '', id === null ? { ...options, maxAge: 0 } : options);
}

/** The CSRF token of a session. It is derived from the session id, which cannot be derived from it. */
export function csrfToken(id: string): string {
  return createHmac('sha256', id).update('csrf').digest('base64url');
}
