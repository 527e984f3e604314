import { timingSafeEqual } from 'node:crypto';
import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import type { RequestOrigin } from '../../http/request-origin.ts';
import type { Vault } from '../../ledger/vault/vault.ts';

declare module 'hono' {
  interface ContextVariableMap {
    /** Fingerprint of the user who logged in from this device before; null if no user is known. */
    device: string | null;
  }
}

const SIGNED_AS = 'user.device';
const NAMED_AS = 'user.device.name';
const LONGEST_MS = 180 * 86_400_000;
const FORM = /^([A-Za-z0-9_-]{22})\.(\d{1,15})\.([A-Za-z0-9_-]{43})$/;

const cookieOf = ({ https }: RequestOrigin) => (https ? '__Host-payrun-device' : 'payrun-device');

/**
 * A signed cookie that says that a user logged in from this device (OWASP: device cookies). It opens nothing; it gives
 * the device an allowance of its own while others flood the login.
 */
export function writeDevice(context: Context, visit: RequestOrigin, vault: Vault, name: string, now: number): void {
  const text = `${deviceOf(vault, name)}.${now}`;
  setCookie(context, cookieOf(visit), `${text}.${signature(vault, text).toString('base64url')}`, {
    path: '/',
    httpOnly: true,
    secure: visit.https,
    // Also with a request that begins at the identity provider.
    sameSite: 'Lax',
    maxAge: LONGEST_MS / 1000,
  });
}

/** The fingerprint of the user who logged in from the device of a request; null without a valid cookie. */
export function readDevice(context: Context, visit: RequestOrigin, vault: Vault, now: number): string | null {
  const [, who, at, signed] = FORM.exec(getCookie(context, cookieOf(visit)) ?? '') ?? [];
  if (!who || !at || !signed || Number(at) > now || now - Number(at) > LONGEST_MS) return null;
  return timingSafeEqual(Buffer.from(signed, 'base64url'), signature(vault, `${who}.${at}`)) ? who : null;
}

export function deviceOf(vault: Vault, name: string): string {
  return vault.fingerprint(NAMED_AS, name).subarray(0, 16).toString('base64url');
}

/** The key that requests are counted by: for a known device its user, for others their address. */
export function getRateLimitKey(context: Context): string {
  return context.get('device') ?? context.get('visit').block;
}

const signature = (vault: Vault, text: string) => vault.fingerprint(SIGNED_AS, text);
