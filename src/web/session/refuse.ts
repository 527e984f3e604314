import type { Context } from 'hono';
import { html } from 'hono/html';

const TITLES = {
  400: 'This form is not right',
  401: 'Log in first',
  403: 'You may not do this',
  404: 'There is nothing here',
  413: 'This is too long',
  429: 'Too many requests',
  503: 'Try again in a moment',
} as const;

/** A page, or JSON for a program, that says why not. Nothing of what was asked for is repeated in it. */
export function refuse(context: Context, status: keyof typeof TITLES, why = ''): Response | Promise<Response> {
  if (!/\btext\/html\b|\*\/\*/.test(context.req.header('Accept') ?? '*/*'))
    return context.json({ ok: false, errors: [{ code: CODES[status], message: why || TITLES[status] }] }, status);
  return context.html(
    html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${TITLES[status]} - Payrun</title></head>
<body><main><h1>${TITLES[status]}</h1>${why ? html`<p>${why}</p>` : ''}<p><a href="/">Go to the start</a></p></main></body>
</html>`,
    status,
  );
}

const CODES: Readonly<Record<keyof typeof TITLES, string>> = {
  400: 'invalid_field',
  401: 'not_authenticated',
  403: 'not_authorized',
  404: 'not_found',
  413: 'invalid_field',
  429: 'rate_limited',
  503: 'unavailable',
};
