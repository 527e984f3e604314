import { createHmac } from 'node:crypto';
import type { Context } from 'hono';
import { html } from 'hono/html';

/** The hidden field `csrf` that every POST form carries. */
export function csrfField(context: Context) {
  return html`<input type="hidden" name="csrf" value="${context.get('visitor').csrf}">`;
}

/**
 * For a form that uploads files: the middleware does not read a `multipart/form-data` body, which may be large, so the token
 * stands in the form's address: `<form action="/upload?${csrfQuery(context, '/upload')}" enctype="multipart/form-data">`. It
 * is of no use for another path. A script may send the header `X-CSRF-Token` with `visitor.csrf` instead, for any body.
 */
export function csrfQuery(context: Context, path: string): string {
  return `csrf=${tokenForPath(context.get('visitor').csrf, path)}`;
}

/** The token in the address of an upload. */
export function tokenForPath(csrf: string, path: string): string {
  return createHmac('sha256', csrf).update(path).digest('base64url');
}
