import type { Context } from 'hono';
import type { RequestOrigin } from '../../http/request-origin.ts';

const POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * Headers of every page. The referrer policy is `same-origin`, because with `no-referrer` forms would come from the
 * origin `null`.
 */
const HEADERS: readonly (readonly [name: string, value: string])[] = [
  ['Content-Security-Policy', POLICY],
  ['X-Content-Type-Options', 'nosniff'],
  ['X-Frame-Options', 'DENY'],
  ['Referrer-Policy', 'same-origin'],
  ['Permissions-Policy', 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), interest-cohort=()'],
  ['Cross-Origin-Opener-Policy', 'same-origin'],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
  ['Cache-Control', 'no-store'],
  ['X-Robots-Tag', 'noindex'],
];

/** Adds the headers that a response does not have yet. */
export function addHeaders(context: Context, { https }: RequestOrigin): void {
  for (const [name, value] of HEADERS) if (!context.res.headers.has(name)) context.header(name, value);
  if (https) context.header('Strict-Transport-Security', 'max-age=31536000');
}
