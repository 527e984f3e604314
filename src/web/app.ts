import { type Context, Hono } from 'hono';
import { html } from 'hono/html';
import { DATABASE_ERRORS, isError } from '../errors.ts';
import { BodyTooLong } from '../http/bodies/read-body.ts';
import type { Feature } from '../http/feature.ts';
import { diskFullError } from '../platform/disk-faults.ts';
import type { Log } from '../platform/log.ts';
import { bare, brand } from './components/layout.ts';

/**
 * Creates the server with the routes of these features. Errors are answered as JSON, or as a page if the path is behind
 * the guard and the client accepts HTML. The answer contains no internal details.
 */
export function createApp(features: readonly Feature[], log: Log): Hono {
  const app = new Hono();
  app.notFound((context) => answer(context, 404, 'not_found', 'There is nothing here.'));
  app.onError((thrown, context) => {
    if (thrown instanceof BodyTooLong) {
      // The rest of the body is not read, so the connection cannot be used again.
      context.header('Connection', 'close');
      return answer(context, 413, 'invalid_field', thrown.message);
    }
    const error = diskFullError(thrown) ?? thrown;
    const code = isError(error) ? error.code : ((error as { code?: unknown }).code ?? error.name);
    if (!isError(error, ...DATABASE_ERRORS)) {
      log.error({ method: context.req.method, code }, 'a request failed');
      return answer(context, 500, 'internal_server_error', 'Something went wrong. Try again.');
    }
    // The client may not be signed in: only the log gets the reason and the next step.
    log.error({ method: context.req.method, code, detail: error.message, next: error.next }, 'a request failed');
    return answer(context, 503, 'internal_server_error', AWAY);
  });
  for (const add of features) add(app);
  return app;
}

const AWAY = 'Payrun can’t use its database right now. Try again later. The server’s log has the reason.';

/** The title and text of an error page; an empty text means the error's message. */
const PAGES = {
  404: { title: 'Page not found', text: 'We can’t find that page, or you don’t have access.' },
  413: { title: 'Too large', text: '' },
  500: {
    title: 'Something went wrong',
    text: 'Check whether it went through before you try again. If it happens again, tell your Payrun operator when it happened.',
  },
  503: { title: 'Database not available', text: '' },
} as const;

/** Requests that the guard has not seen, such as webhooks and health checks, always get JSON. */
function answer(context: Context, status: 404 | 413 | 500 | 503, code: string, message: string) {
  const reads = context.get('visit') !== undefined && /\btext\/html\b/.test(context.req.header('Accept') ?? '');
  if (!reads) return context.json(refusal(code, message), status);
  const { title, text } = PAGES[status];
  const body = html`<main id="main">${brand}<h1>${title}</h1>
<p>${text || message}${status === 413 ? ' Go back and send less data.' : ''}</p>
<p><a href="/">Go to the overview</a></p></main>`;
  return context.html(bare({ title, banner: context.get('banner') ?? null, body }), status);
}

/** The body of an error response, in the payout service's own form. */
export function refusal(code: string, message: string) {
  return { ok: false, errors: [{ code, message }] };
}
