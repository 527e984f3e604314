import type { Context, Hono } from 'hono';
import { DATABASE_ERRORS, type ErrorCode, isError, PayrunError } from '../../errors.ts';
import type { UserRole } from '../../ledger/users/user.ts';
import { diskFullError } from '../../platform/disk-faults.ts';
import { layout } from '../components/layout.ts';
import { html, type Markup } from '../components/markup.ts';
import { pathWithRefusal } from '../components/notice-in-url.ts';
import { runPath } from '../components/paths.ts';
import { createView, type PageDeps, type View } from '../components/view.ts';
import { requireRole } from '../session/require-role.ts';

/** The result of a handler: a page, a response (a download, a redirect), or null if the object does not exist. */
type Answer = Markup | Response | null;
type Handler = (context: Context, view: View) => Promise<Answer> | Answer;

/**
 * Adds a page. Null becomes a 404, also for an object of a merchant that the visitor may not see. A `PayrunError`
 * becomes a page with its message and the next step.
 */
export function get(app: Hono, deps: PageDeps, path: string, role: UserRole, handler: Handler): void {
  const refused = (context: Context, why: string) => context.html(notYours(createView(context, deps), why), 403);
  app.get(path, requireRole(role, refused), (context) => answer(context, deps, handler));
}

/** Adds an action of a form. The handler answers with a redirect (303), so that a reload does not repeat the action. */
export function post(app: Hono, deps: PageDeps, path: string, role: UserRole, handler: Handler): void {
  app.post(path, requireRole(role), (context) => answer(context, deps, handler));
}

async function answer(context: Context, deps: PageDeps, handler: Handler): Promise<Response> {
  const view = createView(context, deps);
  context.header('Cache-Control', 'private, no-store');
  try {
    const given = await handler(context, view);
    if (given instanceof Response) return given;
    return given === null ? context.html(pageNotFound(view), 404) : context.html(given);
  } catch (thrown) {
    const error = diskFullError(thrown) ?? thrown;
    if (!(error instanceof PayrunError)) throw error;
    if (NOT_THERE.has(error.code)) return context.html(pageNotFound(view), 404);
    deps.appContext.log.warn({ method: context.req.method, code: error.code }, 'a page request failed');
    const [, run] = context.req.method === 'POST' ? (OF_A_RUN.exec(context.req.path) ?? []) : [];
    // A run that changed shows how it is now, and above that why nothing was done.
    if (run !== undefined && statusOf(error) === 409)
      return context.redirect(pathWithRefusal(view, runPath(run), refusalOf(error).join(' ')), 303);
    return context.html(errorPage(view, error, context.req.path), statusOf(error));
  }
}

/** Actions about a run. Those of its sheet have pages of their own. */
const OF_A_RUN = /^\/runs\/(\d+)\/(?!columns|fix)[\w-]+$/;

const NOT_THERE: ReadonlySet<ErrorCode> = new Set(['run_unknown', 'merchant_unknown', 'journal_export_unknown']);
const statusOf = (error: PayrunError) =>
  isError(error, 'defect') ? 500 : isError(error, ...DATABASE_ERRORS) ? 503 : 409;

/** The 404 page. It does not say whether the object is missing or not visible to this visitor. */
export function pageNotFound(view: View): Markup {
  return layout(view, {
    title: 'Page not found',
    main: html`<p class="empty">We can’t find that page, or you don’t have access. <a href="/">Go to the overview</a>.</p>`,
  });
}

/** A page for visitors who may not see another, with the reason, inside the frame, whose links they can follow. */
function notYours(view: View, why: string): Markup {
  return layout(view, {
    title: 'You don’t have access to this page',
    main: html`<p class="empty">${why} <a href="/">Go to the overview</a>.</p>`,
  });
}

/** The answer to an admin of some merchants, for a page of the whole installation. */
export function notOfAllMerchants(context: Context, view: View): Response | Promise<Response> {
  const merchants = view.currentUser.merchants ?? [];
  const why = `This page covers the whole installation, and you have access to ${merchants.length === 0 ? 'no merchant' : `${merchants.join(', ')} only`}. Ask an admin of all merchants.`;
  return context.html(notYours(view, why), 403);
}

/** The page that an action was about. */
function subjectOf(path: string): readonly [path: string, name: string] | null {
  if (path.startsWith('/reports/journal')) return ['/reports/journal', 'Open the journal'];
  if (path.startsWith('/settings/')) return ['/settings', 'Open the settings'];
  const [, subject, kind, id] = /^(\/(runs|payments)\/([\w-]+))\/\w/.exec(path) ?? [];
  if (subject === undefined) return null;
  return [subject, kind === 'runs' ? `Open run ${id}` : 'Open the payment'];
}

/** Their messages name a call, which may be another one than that of this page. */
export const isServiceUnavailable = (error: unknown): boolean =>
  isError(error, 'service_unreachable', 'service_timeout');

const [AWAY, NEXT_IF_AWAY] = [
  'Payrun can’t reach the payout service.',
  'Try again in a few minutes. Payrun keeps tracking what was already sent.',
];
export const SERVICE_UNAVAILABLE = `${AWAY} ${NEXT_IF_AWAY}`;

/** The refusal with its reason, and the next step. */
const refusalOf = (error: PayrunError): readonly [what: string, next: string] =>
  isServiceUnavailable(error) ? [AWAY, NEXT_IF_AWAY] : [error.message, error.nextOn('page')];

function errorPage(view: View, error: PayrunError, path: string): Markup {
  const subject = subjectOf(path);
  const [what, next] = refusalOf(error);
  return layout(view, {
    title: 'Action not completed',
    main: html`<p class="notice bad" role="alert"><strong>${what}</strong> ${next}</p>
<p>${subject === null ? '' : html`<a class="button" href="${subject[0]}">${subject[1]}</a> `}<a href="/">Go to the overview</a></p>`,
  });
}
