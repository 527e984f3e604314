import type { Context, Hono } from 'hono';
import type { Action, ActionField, Applied, Subject, Typed } from '../../actions/action.ts';
import { enqueue } from '../../engine/queue/enqueue.ts';
import { isError, PayrunError } from '../../errors.ts';
import { runIdOf } from '../../ledger/merchants/scope.ts';
import { selectRun } from '../../ledger/views/run-view.ts';
import { maskBankDetails } from '../../mask-bank-details.ts';
import { PERMISSIONS } from '../../permissions/permissions.ts';
import { type Form, readForm } from '../bodies/read-form.ts';
import { actButton, choice, confirmButton, field } from '../components/form.ts';
import { type Content, html, type Markup } from '../components/markup.ts';
import { pathWithNotice } from '../components/notice-in-url.ts';
import type { PageDeps, View } from '../components/view.ts';
import { actorOf } from '../session/actor-of.ts';
import { confirmPassword, passwordField } from '../session/confirm-password.ts';
import { answerWithin } from './answer-before-timeout.ts';
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
/** What the form is about changed meanwhile, which its page shows. */
const CHANGED = ['duplicate_since_hold', 'hold_changed', 'approval_outdated'] as const;

/**
 * Adds `POST <path>/<action>`, which goes back to the page and says that it is done. If what was typed is refused, the
 * answer is the page itself, with the reason beside the form.
 */
export function postAction<Found>(
  app: Hono,
  deps: PageDeps,
  action: Action,
  {
    path,
    page,
    subject,
    back,
  }: {
    readonly path: string;
    readonly page: PageWithForms<Found>;
    readonly subject: (found: Found, form: Form) => Subject;
    readonly back: (found: Found, applied: Applied) => string;
  },
): void {
  const { appContext } = deps;
  const decide = async (context: Context, of: Subject, form: Form): Promise<Applied> => {
    const wrong = action.asksPassword ? await confirmPassword(context, form) : null;
    if (wrong) throw new PayrunError('usage', { detail: wrong });
    const apply = await action.load();
    const applied = apply(appContext, of, form, { by: actorOf(context), progress: () => {} });
    if (!action.endsRun) return applied;
    // It is recorded first, and whoever has the run completes it.
    const run = of.run!;
    await answerWithin(appContext, applied, { run, what: `the action ${action.name} was not completed` });
    return { runs: [run] };
  };
  post(app, deps, `${path}/${action.name}`, PERMISSIONS[action.name].role, async (context, view) => {
    const found = await page.find(context, view);
    if (found === null) return null;
    const form = await readForm(context);
    const of = subject(found, form);
    try {
      const applied = await decide(context, of, form);
      for (const run of applied.runs) await enqueue(appContext, { kind: 'run', run: String(run) });
      return context.redirect(pathWithNotice(view, back(found, applied), applied.done ?? action.done), 303);
    } catch (error) {
      if (!isError(error, ...OF_THE_FORM, ...CHANGED)) throw error;
      const isChanged = isError(error, ...CHANGED);
      context.status(isChanged ? 409 : 422);
      const now = isChanged ? ((await page.find(context, view)) ?? found) : found;
      return page.show(context, view, now, { action: action.name, form, why: error.onPage });
    }
  });
}

/** One of several decisions of a form. */
interface OneOfSeveral {
  readonly subject: Subject & { readonly run: string };
  readonly input: Typed;
  /** What stands before the reason if it is refused. */
  readonly refused: string;
}

/** Decides about runs, or payments of runs, one run after the other: a refusal does not keep back the others. */
export async function decideEach(
  { appContext }: PageDeps,
  context: Context,
  action: Action,
  each: readonly OneOfSeveral[],
): Promise<{ readonly done: ReadonlySet<string>; readonly errors: readonly string[] }> {
  const [apply, acting] = [await action.load(), { by: actorOf(context), progress: () => {} }];
  const [done, errors] = [new Set<string>(), [] as string[]];
  for (const { subject, input, refused } of each)
    try {
      if (!(await selectRun(appContext.ledger.db, context.get('currentUser').merchants, runIdOf(subject.run))))
        throw new PayrunError('run_unknown', { run: subject.run });
      const { runs } = await apply(appContext, subject, input, acting);
      for (const run of runs) await enqueue(appContext, { kind: 'run', run: String(run) });
      done.add(subject.run);
    } catch (error) {
      if (!isError(error) || error.code === 'defect') throw error;
      errors.push(`${refused} ${error.onPage}`);
    }
  return { done, errors };
}

/** How a page shows a field of a form, where it is not as the action has it. */
type FieldShown = Partial<Omit<Parameters<typeof field>[0], 'name'>>;

/**
 * The form of an action, behind its button unless it is the `main` one. `refused`: this form was refused. `fields`:
 * those that are shown, each with what differs; absent: all of the action.
 */
export function actionForm(
  view: View,
  action: Action,
  {
    path,
    question,
    title = action.button,
    button = title,
    id = action.name,
    hidden = {},
    refused = null,
    fields = {},
    body = '',
    more = '',
    isMain = false,
  }: {
    readonly path: string;
    /** The consequence. */
    readonly question: Content;
    readonly isMain?: boolean;
    readonly title?: string;
    readonly button?: string;
    readonly id?: string;
    readonly hidden?: Readonly<Record<string, string>>;
    readonly refused?: RefusedForm | null;
    readonly fields?: Readonly<Record<string, FieldShown | false>>;
    /** Before its fields. */
    readonly body?: Content;
    readonly more?: Content;
  },
): Markup {
  const shown = Object.entries(action.fields).filter(([name]) => fields[name] !== false);
  const form = {
    action: `${path.replace(/(#.*)?$/, `/${action.name}$1`)}`,
    hidden,
    body: html`${body}${shown.map(([name, one]) => actionField(name, one, { id, typed: refused?.form[name], ...(fields[name] || {}) }))}${action.asksPassword ? passwordField(id) : ''}`,
  };
  if (!isMain)
    return confirmButton(view, {
      ...form,
      button: title,
      sure: button,
      question,
      tone: 'danger',
      refused: refused?.why,
      more,
    });
  const why = refused && html`<p class="notice bad" tabindex="-1" autofocus role="alert">${refused.why}</p>`;
  return actButton(view, { ...form, button, tone: 'main', body: html`${why}${question}${form.body}` });
}

function actionField(
  name: string,
  { choices, ...as }: ActionField,
  { id, typed, ...shown }: FieldShown & { readonly id: string; readonly typed: string | undefined },
): Markup {
  if (choices) return choice(name, as.label, choices, '');
  const value = typed === undefined ? shown.value : maskBankDetails(typed);
  return field({
    name,
    required: true,
    ...as,
    ...shown,
    id: `${id}-${name}`,
    ...(value === undefined ? {} : { value }),
  });
}

/** The refused form of this action, if it is the one. */
export const refusedOf = (refused: RefusedForm | null, action: Action): RefusedForm | null =>
  refused?.action === action.name ? refused : null;

/** Who may, for those who may not. */
export function whoMay({ name }: Action): Markup {
  const { role, words } = PERMISSIONS[name];
  return html`<p class="quiet">${/^[aeiou]/.test(role) ? 'An' : 'A'} ${role} may ${words}.</p>`;
}
