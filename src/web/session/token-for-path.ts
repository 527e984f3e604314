import { createHmac } from 'node:crypto';

/**
 * The token in the address of a form that uploads files: the middleware does not read a `multipart/form-data` body, which may be large,
 * so that the hidden field `csrf` of other forms is no help. It is of no use for another path. A script may send the header
 * `X-CSRF-Token` with `visitor.csrf` instead, for any body.
 */
export function tokenForPath(csrf: string, path: string): string {
  return createHmac('sha256', csrf).update(path).digest('base64url');
}
