import type { Hono } from 'hono';
import type { AppContext } from '../../src/engine/context/app-context.ts';
import { PAGE_WAIT_MS } from '../../src/engine/runs/read-uploaded-sheet.ts';
import type { Feature } from '../../src/http/feature.ts';
import { LISTS } from '../../src/lists/lists.ts';
import { createLog } from '../../src/platform/log.ts';
import { createApp } from '../../src/web/app.ts';
import type { CurrentUser } from '../../src/web/current-user.ts';
import { pages } from '../../src/web/pages/pages.ts';

/** Someone who looks at pages. */
export const MIA: CurrentUser = { name: 'mia', role: 'maker', merchants: null, limits: null, csrf: 'csrf-of-mia' };

/** The password of every visitor. */
export const PASSWORD = 'right';

/** The pages as a visitor sees them: the session is a stub, everything behind it is real. */
export interface VisitedPages {
  readonly app: Hono;
  get(path: string, visitor?: Partial<CurrentUser>, headers?: Record<string, string>): Promise<Answer>;
  /** The same, and where it leads to. */
  see(path: string, visitor?: Partial<CurrentUser>): Promise<Answer>;
  post(path: string, form: Record<string, string>, visitor?: Partial<CurrentUser>): Promise<Answer>;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** A page answers when its work is done, however slow the machine is. */
export const withPatience = ({ clock, ...appContext }: AppContext): AppContext => ({
  ...appContext,
  clock: {
    ...clock,
    sleep: (ms, signal) =>
      ms === PAGE_WAIT_MS
        ? new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
        : clock.sleep(ms, signal),
  },
});

export function openPages(appContext: AppContext, log = createLog('silent'), lists = LISTS): VisitedPages {
  let now: CurrentUser = MIA;
  const session: Feature = (app) =>
    void app.use('*', async (context, next) => {
      context.set('currentUser', now);
      context.set('stillHolds', async () => true);
      context.set('confirmPassword', async (form) =>
        'password' in form && form.password === PASSWORD ? null : 'Incorrect password.',
      );
      await next();
    });
  const app = createApp([session, pages({ appContext: withPatience(appContext) }, lists)], log);
  const ask = async (path: string, visitor: Partial<CurrentUser>, init: RequestInit): Promise<Answer> => {
    now = { ...MIA, ...visitor };
    const response = await app.request(path, init);
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  const get: VisitedPages['get'] = (path, visitor = {}, headers = {}) =>
    ask(path, visitor, { headers: { Accept: 'text/html', ...headers } });
  return {
    app,
    get,
    see: async (path, visitor) => {
      const answer = await get(path, visitor);
      const to = answer.headers.get('Location');
      return to === null ? answer : get(to.replace(/#.*/, ''), visitor);
    },
    post: (path, form, visitor = {}) =>
      ask(path, visitor, { method: 'POST', body: new URLSearchParams({ csrf: MIA.csrf, ...form }) }),
  };
}
