import { Hono } from 'hono';
import { isError } from '../errors.ts';
import type { Log } from '../log.ts';

/** What the web server can do, one feature a file: adds its routes. */
export type Feature = (app: Hono) => void;

/** The routes of these features. Whatever goes wrong is answered as JSON, and says nothing of what is inside. */
export function createApp(features: readonly Feature[], log: Log): Hono {
  const app = new Hono();
  app.notFound((context) => context.json(refusal('not_found', 'There is nothing here.'), 404));
  app.onError((error, context) => {
    const code = isError(error) ? error.code : ((error as { code?: unknown }).code ?? error.name);
    log.error({ method: context.req.method, code }, 'a request failed');
    const away = isError(error, 'database_unreachable');
    return context.json(refusal('internal_server_error', 'This did not work. Try again.'), away ? 503 : 500);
  });
  for (const add of features) add(app);
  return app;
}

/** The body of an answer that refuses, in the form of the service's own. */
export function refusal(code: string, message: string) {
  return { ok: false, errors: [{ code, message }] };
}
