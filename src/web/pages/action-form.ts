import type { Context, Hono } from 'hono';
import {
  type ActionField,
  type Applied,
  asksPassword,
  getPermission,
  type PageAction,
  type RunAction,
  type Subject,
  stopsLater,
  type Typed,
} from '../../actions/action.ts';
import type { AppContext } from '../../engine/context/app-context.ts';
import { enqueue } from '../../engine/queue/enqueue.ts';
import { PAGE_WAIT_MS } from '../../engine/runs/read-uploaded-sheet.ts';
import { isError, isMistake, PayrunError } from '../../errors.ts';
import { type Form, readForm } from '../../http/bodies/read-form.ts';
import { parseRunId } from '../../ledger/merchants/scope.ts';
import { seesRun } from '../../ledger/views/run-view.ts';
import { maskBankDetails } from '../../mask-bank-details.ts';
import { may } from '../../permissions/access.ts';
import { PERMISSIONS } from '../../permissions/permissions.ts';
import { actButton, choice, confirmButton, field, refusalNotice } from '../components/form.ts';
import { type Content, html, type Markup } from '../components/markup.ts';
import { pathWithNotice } from '../components/notice-in-url.ts';
import type { PageDeps, View } from '../components/view.ts';
import { getActor } from '../session/get-actor.ts';
import { passwordField } from '../session/password-field.ts';
import { post } from './route.ts';

/** A form that was refused: what was typed, and why. */
export interface RefusedForm {
  readonly action: string;
  readonly form: Form;
  readonly why: string;
}

/** A page with forms of actions, of a run or a payment. */
export interface PageWithForms<Found> {
  /** Null if there is none that this visitor may see. */
  readonly find: (context: Context, view: View) => Promise<Found | null>;
  /** The page; a form that was refused says why and has what was typed. */
  readonly show: (
    context: Context,
    view: View,
    found: Found,
    refused: RefusedForm,
  ) => Promise<Markup | Response | null>;
}

/** Errors of what was typed into a form. */
const OF_THE_FORM = [
  'usage',
  'because_missing',
  'pay_day',
  'release_unverified',
  'verification_required',
  'verification_refused',
] as const;
/** Errors because the subject of the form changed meanwhile, which its page shows. */
const CHANGED = ['duplicate_since_hold', 'hold_changed', 'approval_outdated', 'batches_changed'] as const;

/**
 * Adds `POST <path>/<action>`, which returns to the page and confirms the action. If the input is refused, the answer
 * is the page itself, with the reason next to the form.
 */
export function postAction<Found>(
  app: Hono,
  deps: PageDeps,
  action: PageAction,
  {
    path,
    page,
    refusal,
    subject,
    back,
    shownOnce,
  }: {
    readonly path: string;
    readonly page: PageWithForms<Found>;
    /** The reason for refusing it before anything else; null if none. */
    readonly refusal?: (found: Found, form: Form, view: View) => string | null;
    readonly subject: (found: Found, form: Form, view: View) => Subject;
    readonly back: (found: Found, applied: Applied) => string;
    /** The page with a password that was generated. */
    readonly shownOnce?: (view: View, password: string, back: string) => Markup;
  },
): void {
  const { appContext } = deps;
  const decide = async (context: Context, of: Subject, form: Form): Promise<Applied> => {
    const wrong = asksPassword(action) ? await context.get('confirmPassword')(form) : null;
    if (wrong) throw new PayrunError('usage', { detail: wrong });
    const applied = action.apply(appContext, of, typedInto(action, form), {
      by: getActor(context),
      progress: () => {},
    });
    if (!('endsRun' in action)) return applied;
    // The action is recorded first, and the process that has the run completes it.
    const run = of.run!;
    const done = await answerWithin(appContext, applied, { run, what: `the action ${action.name} was not completed` });
    return done ?? { runs: [run], note: stopsLater(run) };
  };
  post(app, deps, `${path}/${action.name}`, PERMISSIONS[getPermission(action)].role, async (context, view) => {
    const found = await page.find(context, view);
    if (found === null) return null;
    const form = await readForm(context);
    const of = subject(found, form, view);
    try {
      const why = refusal?.(found, form, view) ?? null;
      if (why !== null) throw new PayrunError('usage', { detail: why });
      const applied = await decide(context, of, form);
      for (const run of applied.runs ?? []) await enqueue(appContext, { kind: 'run', run: String(run) });
      if (shownOnce && applied.password !== undefined) return shownOnce(view, applied.password, back(found, applied));
      return context.redirect(
        pathWithNotice(view, back(found, applied), applied.note ?? applied.done ?? action.done),
        303,
      );
    } catch (error) {
      const isOfUser = action.of === 'user' && (isMistake(error) || isError(error, 'login_busy'));
      if (!isError(error, ...OF_THE_FORM, ...CHANGED) && !isOfUser) throw error;
      const isChanged = isError(error, ...CHANGED);
      context.status(isChanged ? 409 : 422);
      const now = isChanged ? ((await page.find(context, view)) ?? found) : found;
      return page.show(context, view, now, { action: action.name, form, why: error.onPage });
    }
  });
}

/** Options of a command are not for pages, whatever a form has. */
function typedInto(action: PageAction, form: Form): Typed {
  const { of, fields } = action;
  if (of !== 'user' && of !== 'installation') return form;
  const takes = of === 'installation' ? action.takes : (name: string) => fields === undefined || name in fields;
  return Object.fromEntries(Object.entries(form).filter(([name]) => takes(name)));
}

/** One of several decisions of a form. */
interface OneOfSeveral {
  readonly subject: Subject & { readonly run: string };
  readonly input: Typed;
  /** The text before the reason of a refusal. */
  readonly refused: string;
}

/** Decides about runs, or payments of runs, one run after the other: a refusal does not keep back the others. */
export async function decideEach(
  { appContext }: PageDeps,
  context: Context,
  action: RunAction,
  each: readonly OneOfSeveral[],
): Promise<{ readonly done: ReadonlySet<string>; readonly errors: readonly string[] }> {
  const acting = { by: getActor(context), progress: () => {} };
  const [done, errors] = [new Set<string>(), [] as string[]];
  for (const { subject, input, refused } of each)
    try {
      if (!(await seesRun(appContext.ledger.db, context.get('currentUser').merchants, parseRunId(subject.run))))
        throw new PayrunError('run_unknown', { run: subject.run });
      const { runs = [] } = await action.apply(appContext, subject, input, acting);
      for (const run of runs) await enqueue(appContext, { kind: 'run', run: String(run) });
      done.add(subject.run);
    } catch (error) {
      if (!isError(error) || error.code === 'defect') throw error;
      errors.push(`${refused} ${error.onPage}`);
    }
  return { done, errors };
}

/**
 * Waits for work, but not longer than a page may take: null if it takes longer. Throws what it throws until then; later
 * failures are logged.
 */
async function answerWithin<T>(
  { clock, log }: Pick<AppContext, 'clock' | 'log'>,
  work: Promise<T>,
  { run, what }: { readonly run: string; readonly what: string },
): Promise<T | null> {
  const late = new AbortController();
  const tooLate = clock.sleep(PAGE_WAIT_MS, late.signal).then(() => null);
  const answered = await Promise.race([work, tooLate.catch(() => null)]).finally(() => late.abort());
  work.catch((error: unknown) => log.warn({ run, code: (error as { code?: unknown }).code }, what));
  return answered;
}

/** The display of a form's field, if it differs from the action's. */
type FieldShown = Partial<Omit<Parameters<typeof field>[0], 'name'>>;

/**
 * The display of a form: `danger` and `quiet` behind its button, with a question first; `main` and `plain` with its
 * fields on the page.
 */
type Shape = 'danger' | 'quiet' | 'main' | 'plain';

/** The form of an action. `refused`: the form that was refused, if it is this one. `fields`: what differs. */
export function actionForm(
  view: View,
  action: PageAction,
  {
    path,
    shape = 'danger',
    question = action.question ?? '',
    title = action.title ?? action.button,
    button = action.button,
    id = action.name,
    about = {},
    hidden = {},
    refused: asked = null,
    fields = {},
    body = '',
    more = '',
    open,
  }: {
    readonly path: string;
    readonly shape?: Shape;
    readonly question?: Content;
    readonly title?: string;
    readonly button?: string;
    readonly id?: string;
    /** Hidden values that tell it from other forms of this action. */
    readonly about?: Readonly<Record<string, string>>;
    readonly hidden?: Readonly<Record<string, string>>;
    readonly refused?: RefusedForm | null;
    readonly fields?: Readonly<Record<string, FieldShown | false>>;
    readonly body?: Content;
    readonly more?: Content;
    /** The reason that it is open: it has to be decided. */
    readonly open?: string | undefined;
  },
): Markup {
  const isThis = asked?.action === action.name && Object.entries(about).every(([name, of]) => asked.form[name] === of);
  const refused = isThis ? asked : null;
  const shown = Object.entries(action.fields ?? {}).map(([name, one]) => {
    const { [name]: how = {} } = fields;
    if (how === false) return '';
    const typed = refused?.form[name];
    const hasDetails = action.of !== 'user' && action.of !== 'installation';
    const value = typed === undefined ? how.value : hasDetails ? maskBankDetails(typed) : typed;
    return actionField(name, one, { ...how, id, value });
  });
  const password = asksPassword(action) ? passwordField(id) : '';
  const isOpen = shape === 'main' || shape === 'plain';
  const [at, anchor] = path.split('#');
  const form = {
    action: anchor === undefined ? `${at}/${action.name}` : `${at}/${action.name}#${anchor}`,
    hidden: { ...about, ...hidden },
    body: html`${isOpen ? html`${refusalNotice(refused?.why)}${question}` : ''}${body}${shown}${password}`,
    ...(shape === 'main' || shape === 'danger' ? { tone: shape } : {}),
  };
  if (isOpen) return actButton(view, { ...form, button });
  return confirmButton(view, { ...form, button: title, sure: button, question, refused: refused?.why ?? open, more });
}

function actionField(
  name: string,
  { choices, type = 'text', isOptional, ...as }: ActionField,
  { id, value, ...shown }: FieldShown & { readonly id: string },
): Markup {
  if (choices) return choice(name, as.label, choices, value ?? '');
  const secret = type === 'new-password' ? ({ type: 'password', autocomplete: type } as const) : { type };
  return field({ name, required: !isOptional, ...as, ...secret, ...shown, id: `${id}-${name}`, value });
}

/** The reason that a form was refused, if the form is not on the page. */
export function detachedRefusal(refused: RefusedForm | null, parts: readonly Content[]): string | undefined {
  if (refused === null) return undefined;
  const why = String(html`${refused.why}`);
  return parts.some((part) => String(part).includes(why)) ? undefined : refused.why;
}

/** The form of an action for users who may take it; for others, who may. */
export const formOrRoleNote = (view: View, action: PageAction, how: Parameters<typeof actionForm>[2]): Markup =>
  may(view.currentUser, getPermission(action)) ? actionForm(view, action, how) : allowedRoleNote(action);

/** The users who may, for those who may not. */
export function allowedRoleNote(action: PageAction): Markup {
  const { role, words } = PERMISSIONS[getPermission(action)];
  return html`<p class="quiet">${/^[aeiou]/.test(role) ? 'An' : 'A'} ${role} may ${words}.</p>`;
}
