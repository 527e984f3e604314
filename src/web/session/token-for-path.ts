import { createHmac } from 'node:crypto';

/**
 * The CSRF token in the URL of an upload form. The guard does not read a `multipart/form-data` body, which may be
 * large, so it cannot use the hidden field `csrf`. The token is valid for this path only. A script may send
 * `visitor.csrf` in the header `X-CSRF-Token` instead.
 */
export function tokenForPath(csrf: string, path: string): string {
  return createHmac('sha256', csrf).update(path).digest('base64url');
}
