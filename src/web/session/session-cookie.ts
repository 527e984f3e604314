import { createHmac, randomBytes } from 'node:crypto';
import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import type { Visit } from './visit.ts';

const ID = /^[A-Za-z0-9_-]{43}$/;

/** `__Host-`: no other name of the domain can set it, and it comes over https alone. On this machine there is no https. */
const nameOf = ({ https }: Visit) => (https ? '__Host-payrun' : 'payrun');

/** 256 random bits. */
export function newSessionId(): string {
  return randomBytes(32).toString('base64url');
}

export function readSessionCookie(context: Context, visit: Visit): string | null {
  const value = getCookie(context, nameOf(visit));
  return value !== undefined && ID.test(value) ? value : null;
}

/** Null: there is none any more. It ends with the browser; when it is over before, the ledger knows. */
export function writeSessionCookie(context: Context, visit: Visit, id: string | null): void {
  const { https: secure } = visit;
  const options = { path: '/', httpOnly: true, secure, sameSite: 'Strict' as const };
  setCookie(context, nameOf(visit), id ?? '', id === null ? { ...options, maxAge: 0 } : options);
}

/** The token of a session's forms: it follows from the cookie, and the cookie does not follow from it. */
export function csrfOf(id: string): string {
  return createHmac('sha256', id).update('csrf').digest('base64url');
}
