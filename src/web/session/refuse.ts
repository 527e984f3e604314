import type { Context } from 'hono';
import { html } from 'hono/html';
import { bare, brand } from '../components/layout.ts';

const TITLES = {
  400: 'Request not understood',
  401: 'Log in again',
  403: 'Not permitted',
  413: 'Too large',
  429: 'Too many requests',
  503: 'Try again in a moment',
} as const;

const CODES: Readonly<Record<keyof typeof TITLES, string>> = {
  400: 'invalid_field',
  401: 'not_authenticated',
  403: 'not_authorized',
  413: 'invalid_field',
  429: 'rate_limited',
  503: 'unavailable',
};

/** An error page, or JSON for a program. It repeats nothing of the request. */
export function refuse(context: Context, status: keyof typeof TITLES, why = ''): Response | Promise<Response> {
  const title = TITLES[status];
  if (!/\btext\/html\b|\*\/\*/.test(context.req.header('Accept') ?? '*/*'))
    return context.json({ ok: false, errors: [{ code: CODES[status], message: why || title }] }, status);
  const body = html`<main id="main">${brand}<h1>${title}</h1>
${why ? html`<p class="notice bad" role="alert">${why}${status === 413 ? ' Go back and send less data.' : ''}</p>` : ''}
<p><a href="${status === 401 ? '/login' : '/'}">${status === 401 ? 'Log in' : 'Go to the overview'}</a></p></main>`;
  return context.html(bare({ title, banner: context.get('banner') ?? null, body }), status);
}
