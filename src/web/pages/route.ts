import type { Context, Hono } from 'hono';
import { DATABASE_TROUBLES, type ErrorCode, isError, PayrunError } from '../../errors.ts';
import type { UserRole } from '../../ledger/users/user.ts';
import { diskFullError } from '../../platform/disk-faults.ts';
import { layout } from '../components/layout.ts';
import { html, type Markup } from '../components/markup.ts';
import { readerWords } from '../components/reader-words.ts';
import { type PageDeps, type View, viewOf } from '../components/view.ts';
import { allow } from '../session/allow.ts';

/** What a handler answers: a page, a response of its own (a download, a redirect), or null where there is nothing to be seen. */
type Answer = Markup | Response | null;
type Handler = (context: Context, view: View) => Promise<Answer> | Answer;

/**
 * Adds a page that is read. Null becomes "there is nothing here" (404): also for what exists and belongs to a merchant that
 * the visitor may not see. An error of the table is told with what to do next.
 */
export function get(app: Hono, deps: PageDeps, path: string, handler: Handler, role: UserRole = 'viewer'): void {
  app.get(path, allow(role), (context) => answer(context, deps, handler));
}

/** The same for what a form does. Whoever calls it answers with a redirect (303), so that a reload does nothing again. */
export function post(app: Hono, deps: PageDeps, path: string, handler: Handler, role: UserRole): void {
  app.post(path, allow(role), (context) => answer(context, deps, handler));
}

async function answer(context: Context, deps: PageDeps, handler: Handler): Promise<Response> {
  const view = viewOf(context, deps);
  context.header('Cache-Control', 'private, no-store');
  try {
    const given = await handler(context, view);
    if (given instanceof Response) return given;
    return given === null ? context.html(notThere(view), 404) : context.html(given);
  } catch (thrown) {
    const error = diskFullError(thrown) ?? thrown;
    if (!(error instanceof PayrunError)) throw error;
    if (NOT_THERE.has(error.code)) return context.html(notThere(view), 404);
    deps.appContext.log.warn({ method: context.req.method, code: error.code }, 'a page was answered with an error');
    return context.html(troublePage(view, error), statusOf(error));
  }
}

const NOT_THERE: ReadonlySet<ErrorCode> = new Set(['run_unknown', 'merchant_unknown']);
const statusOf = (error: PayrunError) =>
  isError(error, 'defect') ? 500 : isError(error, ...DATABASE_TROUBLES) ? 503 : 409;

/** What stands where nothing is, or nothing that this visitor may see: it is not told which. */
function notThere(view: View): Markup {
  return layout(view, {
    title: 'There is nothing here',
    main: html`<p class="empty">The address is not complete, or what it leads to is not yours to see. <a href="/">Go to the start</a>.</p>`,
  });
}

function troublePage(view: View, { message, next }: PayrunError): Markup {
  return layout(view, {
    title: 'This did not work',
    main: html`<p class="notice bad" role="alert"><strong>${message}</strong> ${readerWords(next)}</p>
<p><a href="/">Go to the start</a></p>`,
  });
}
