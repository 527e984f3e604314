import { type Context, Hono } from 'hono';
import { html } from 'hono/html';
import { DATABASE_TROUBLES, isError } from '../errors.ts';
import { diskFullError } from '../platform/disk-faults.ts';
import type { Log } from '../platform/log.ts';
import { bare } from './components/layout.ts';
import type { Feature } from './feature.ts';

/** The routes of these features. Whatever goes wrong is answered as JSON, or as a page to whoever reads pages, and says nothing of what is inside. */
export function createApp(features: readonly Feature[], log: Log): Hono {
  const app = new Hono();
  app.notFound((context) => answer(context, 404, 'not_found', 'There is nothing here.'));
  app.onError((thrown, context) => {
    const error = diskFullError(thrown) ?? thrown;
    const code = isError(error) ? error.code : ((error as { code?: unknown }).code ?? error.name);
    if (!isError(error, ...DATABASE_TROUBLES)) {
      log.error({ method: context.req.method, code }, 'a request failed');
      return answer(context, 500, 'internal_server_error', 'This did not work. Try again.');
    }
    // Whoever asks may not be signed in: the reason and the next step go to whoever reads the log.
    log.error({ method: context.req.method, code, detail: error.message, next: error.next }, 'a request failed');
    return answer(context, 503, 'internal_server_error', AWAY);
  });
  for (const add of features) add(app);
  return app;
}

const AWAY = 'The database of this server cannot be used now. Try again later; the log of the server says why.';

/** Only pages know the visit of a reader. */
function answer(context: Context, status: 404 | 500 | 503, code: string, message: string) {
  const reads = context.get('visit') !== undefined && /\btext\/html\b/.test(context.req.header('Accept') ?? '');
  if (!reads) return context.json(refusal(code, message), status);
  const body = html`<main id="main"><h1>${message}</h1><p><a href="/">Go to the start</a></p></main>`;
  return context.html(bare({ title: message, sandbox: context.get('sandbox') ?? false, body }), status);
}

/** The body of an answer that refuses, in the form of the service's own. */
export function refusal(code: string, message: string) {
  return { ok: false, errors: [{ code, message }] };
}
