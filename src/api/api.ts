import { type Context, Hono } from 'hono';
import { METHOD_NAME_ALL } from 'hono/router';
import { createRequestRecorder } from '../engine/users/program-requests.ts';
import type { Feature } from '../http/feature.ts';
import { once } from '../platform/once.ts';
import { actionRoutes } from './action-routes.ts';
import type { ApiDeps } from './api-deps.ts';
import { apiDescription } from './api-description.ts';
import { checkRoutes } from './check-routes.ts';
import { listRoutes } from './list-routes.ts';
import { failedRequest, problemAnswer } from './problem.ts';
import { runRoutes } from './run-routes.ts';
import { tokenGuard } from './token-guard.ts';

/**
 * The door for programs: `/api/v1`. Reading is the lists, deciding the actions that a program may take, and paying a
 * sheet or rows in JSON, which are read, checked, held and approved like those of every other door. No cookies, and no
 * headers for pages of other sites.
 */
export function api(deps: ApiDeps): Feature {
  const routes = new Hono();
  const described = once(async () => JSON.stringify(apiDescription()));
  routes.onError((error, context) => failedRequest(context, deps.appContext.log, error));
  routes.get('/openapi.json', async (context) =>
    context.body(await described(), 200, { 'Content-Type': 'application/json' }),
  );
  const recorder = createRequestRecorder(deps.appContext);
  deps.stopping?.addEventListener('abort', () => void recorder.flush().catch(() => {}));
  routes.use('*', tokenGuard(deps, recorder));
  for (const add of [runRoutes, listRoutes, actionRoutes, checkRoutes]) add(routes, deps);
  for (const [path, methods] of methodsOf(routes)) routes.all(path, (context) => otherMethod(context, methods));
  routes.all('*', (context) => problemAnswer(context, 404, 'not_found', 'There is nothing here.'));
  return (app) => {
    app.route('/api/v1', routes);
  };
}

/** The methods of each path. */
function methodsOf({ routes }: Hono): ReadonlyMap<string, readonly string[]> {
  const own = routes.filter(({ method }) => method !== METHOD_NAME_ALL);
  return new Map(own.map(({ path }) => [path, own.filter((one) => one.path === path).map(({ method }) => method)]));
}

function otherMethod(context: Context, methods: readonly string[]): Response {
  context.header('Allow', methods.join(', '));
  return problemAnswer(context, 405, 'method_not_allowed', `This path takes ${methods.join(' and ')}.`);
}
