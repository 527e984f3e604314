import type { Context } from 'hono';
import { asksPassword, type RunAction } from '../../../actions/action.ts';
import { dismiss } from '../../../actions/dismiss.ts';
import { comparedText, release, VERIFIED } from '../../../actions/release.ts';
import { rerun } from '../../../actions/rerun.ts';
import { type Form, readForm } from '../../../http/bodies/read-form.ts';
import type { Feature } from '../../../http/feature.ts';
import { parseUuid } from '../../../ledger/merchants/scope.ts';
import { MASKED } from '../../../ledger/recipients/account-mask.ts';
import type { ExceptionPayment } from '../../../ledger/views/exceptions.ts';
import { selectPayment } from '../../../ledger/views/payment-view.ts';
import { exceptionList } from '../../../lists/exceptions.ts';
import { maskBankDetails } from '../../../mask-bank-details.ts';
import { may } from '../../../permissions/access.ts';
import { PERMISSIONS } from '../../../permissions/permissions.ts';
import { pluralize } from '../../../platform/pluralize.ts';
import type { PaymentState } from '../../../states.ts';
import { checkbox, csrfField, field, refusalNotice } from '../../components/form.ts';
import { html, type Markup } from '../../components/markup.ts';
import { pathWithNotice } from '../../components/notice-in-url.ts';
import { pathWith } from '../../components/paths.ts';
import type { PageColumn } from '../../components/table.ts';
import type { PageDeps, View } from '../../components/view.ts';
import { passwordField } from '../../session/password-field.ts';
import { decideEach } from '../action-form.ts';
import { type ListFeature, listFeature, type ShownList } from '../list-page.ts';
import { HELD_TOGETHER } from '../payments/decision-forms.ts';
import { get, post } from '../route.ts';

/** The chosen payments that a decision applies to. */
interface Choice {
  readonly states: readonly PaymentState[];
  /** Their name, in the singular and as the end of "are not". */
  readonly what: readonly [one: string, many: string];
  /** The confirmation on a page. */
  readonly done: string;
}

const HELD: Pick<Choice, 'states' | 'what'> = { states: ['held'], what: ['is on hold', 'on hold'] };
const CHOICES: ReadonlyMap<RunAction, Choice> = new Map([
  [
    rerun,
    {
      states: ['failed', 'returned'],
      what: ['failed or was returned', 'failed or returned'],
      done: 'Retrying',
    } as const,
  ],
  [release, { ...HELD, done: 'Released' }],
  [dismiss, { ...HELD, done: 'Dismissed' }],
]);

/**
 * `GET /exceptions?<filters>&after=`: the payments of all runs that need attention. `POST
 * /exceptions/<action>` decides about the chosen ones, run by run: all chosen payments of a run, or none of them.
 */
export function exceptions(deps: PageDeps): Feature {
  const { appContext } = deps;
  const { db } = appContext.ledger;

  const list = listFeature(deps, exceptionList, { path: EXCEPTIONS_PATH });

  /** The page again with what was wrong; what was chosen and typed is kept. */
  const refused = async (context: Context, view: View, status: 409 | 422, feedback: ExceptionsFeedback) => {
    const shown = await list.read(context, view);
    if (shown === null || shown instanceof Response) return shown;
    return context.html(
      // The form was sent to one of its actions.
      exceptionsPage(view, list, { ...shown, path: EXCEPTIONS_PATH }, { ...feedback, typed: await readForm(context) }),
      status,
    );
  };

  /** The same list with the notice of what was done. */
  const done = (context: Context, view: View, notice: string) => {
    const { notice: _, proof: __, ...filter } = context.req.query();
    return context.redirect(pathWithNotice(view, EXCEPTIONS_PATH, notice, filter), 303);
  };

  const chosenIn = async (form: Readonly<Record<string, string | undefined>>, view: View) => {
    const ids = Object.keys(form).flatMap((name) => (name.startsWith(CHOSEN) ? [name.slice(CHOSEN.length)] : []));
    const found = await Promise.all(ids.map((id) => selectPayment(db, view.currentUser.merchants, parseUuid(id))));
    return found.filter((one) => one !== null);
  };

  const decide = async (action: RunAction, { states, what, done: doneText }: Choice, context: Context, view: View) => {
    const form = await readForm(context);
    const isDecision = asksPassword(action);
    const wrong = isDecision ? await context.get('confirmPassword')(form) : null;
    if (wrong) return refused(context, view, 422, { errors: [wrong], isDecision });
    const all = await chosenIn(form, view);
    const chosen = all.flatMap((one) =>
      one.reference && states.includes(one.state) ? [{ ...one, reference: one.reference }] : [],
    );
    if (chosen.length === 0)
      return refused(context, view, 422, { errors: [`Select at least one payment that ${what[0]}.`], isDecision });
    // One payment releases all that are on hold for the same mask of accounts.
    const decisionOf = ({ id, merchant, reason_code, reason }: (typeof chosen)[number]) =>
      action === release && reason_code === MASKED ? `${merchant} ${reason}` : id;
    const decisions = Map.groupBy(chosen, decisionOf);
    const named = [...decisions.values()].map(([first]) => first!);
    const ofRuns = [...Map.groupBy(named, (one) => String(one.run))];
    const { done: runs, errors } = await decideEach(
      deps,
      context,
      action,
      ofRuns.map(([run, payments]) => ({
        subject: {
          run,
          references: payments.map(({ reference }) => reference),
          payments: payments.map(({ id }) => id),
        },
        input: { ...form, ...(action === rerun ? { state: states.join() } : {}) },
        refused: `Run ${run}:`,
      })),
    );
    const count = ofRuns
      .filter(([run]) => runs.has(run))
      .flatMap(([, payments]) => payments)
      .reduce((sum, one) => sum + decisions.get(decisionOf(one))!.length, 0);
    const isTogether = action === release && chosen.some(({ reason_code }) => (reason_code ?? '') in HELD_TOGETHER);
    const also = isTogether ? ', including all others on hold for the same reason' : '';
    const notice = `${doneText} ${pluralize(count, 'payment')}${also}.${othersInWords(all.length - chosen.length, what[1])}`;
    if (errors.length > 0)
      return refused(context, view, 409, { notice: count > 0 ? notice : undefined, errors, isDecision });
    return done(context, view, notice);
  };

  return (app) => {
    list.add(app);
    get(app, deps, EXCEPTIONS_PATH, 'viewer', async (context, view) => {
      const shown = await list.read(context, view);
      return shown === null || shown instanceof Response ? shown : exceptionsPage(view, list, shown);
    });
    for (const [action, choice] of CHOICES)
      post(app, deps, `/exceptions/${action.name}`, PERMISSIONS[action.name].role, (context, view) =>
        decide(action, choice, context, view),
      );
  };
}

/** Chosen payments that an action is not for, as a sentence; empty if there are none. */
const othersInWords = (others: number, what: string): string =>
  others === 0
    ? ''
    : ` ${others} selected ${others === 1 ? `payment is not ${what} and was` : `payments are not ${what} and were`} left unchanged.`;

/** The path of the queue. */
const EXCEPTIONS_PATH = '/exceptions';

/** The prefix of the field of a chosen payment, followed by its id. */
export const CHOSEN = 'p-';

/** A refused form with its selection and input, which are not lost. */
interface ExceptionsFeedback {
  readonly notice?: string | undefined;
  readonly errors?: readonly string[];
  readonly typed?: Form;
  /** It was refused to release or dismiss them. */
  readonly isDecision?: boolean;
}

/** The queue of payments that need attention, with the decisions that can be made about several at once. */
function exceptionsPage(
  view: View,
  list: ListFeature<ExceptionPayment>,
  shown: ShownList<ExceptionPayment>,
  feedback: ExceptionsFeedback = {},
): Markup {
  const { notice, errors = [], typed = {} } = feedback;
  const acts = bulkActions(view, shown, feedback);
  const around = (table: Markup) => html`<form method="post" data-chooses>${csrfField(view)}${table}
<div class="actions chosen">${acts}<p class="quiet" data-chosen role="status">Select payments, then choose what to do.</p></div></form>`;
  return list.show(view, shown, {
    about: 'Payments that need attention, oldest run first.',
    ...(notice ? { notice } : {}),
    above: html`${errors.map((error) => refusalNotice(error))}`,
    ...(acts.length > 0 ? { around, choose: chooseColumn(typed) } : {}),
  });
}

/** The visitor's actions for chosen payments of the page. */
function bulkActions(
  view: View,
  { rows: payments, query }: ShownList<ExceptionPayment>,
  { typed = {}, isDecision }: ExceptionsFeedback,
): readonly Markup[] {
  const to = (act: string) => pathWith(`${EXCEPTIONS_PATH}/${act}`, query);
  const has = (...states: readonly PaymentState[]) => payments.some(({ state }) => states.includes(state));
  const isOpen = isDecision === true ? html` open` : '';
  return [
    may(view.currentUser, 'rerun') && has('failed', 'returned')
      ? html`<details class="confirm"><summary>Retry</summary><div>
<p>Creates a new run for the selected failed and returned payments, with the same data. Correct the cause first, or they will fail or be returned again. Submitting as ${view.currentUser.name}.</p>
<button formaction="${to('rerun')}">Retry payments</button></div></details>`
      : null,
    may(view.currentUser, 'release') && has('held')
      ? html`<details class="confirm"${isOpen}><summary>Release or dismiss</summary><div>
<p>Release or dismiss the selected payments? Payments that are not on hold are left unchanged. If one payment in a run cannot be released or dismissed, the others selected in that run are left unchanged too.</p>
${passwordField('exceptions')}
<div class="beside"><div><h2>Release</h2><p>Once released, they are paid with their run. A run that requires approval must be approved again.${heldTogether(payments)}</p>
${payments.some(({ reason_code }) => reason_code === 'account_changed') ? field({ ...VERIFIED.field, name: 'verified', value: maskBankDetails(typed.verified ?? '') }) : ''}
<input type="hidden" name="compared" value="${comparedText(payments)}"><button formaction="${to('release')}">Release payments</button></div>
<div><h2>Dismiss</h2><p>They stay unpaid.</p>
${field({ name: 'because', label: 'Reason for dismissing', value: typed.because })}
<button formaction="${to('dismiss')}">Dismiss payments</button></div></div>
</div></details>`
      : null,
  ].filter((one) => one !== null);
}

/** Payments that a release of one of these also releases. */
const heldTogether = (payments: readonly ExceptionPayment[]): string =>
  Object.entries(HELD_TOGETHER)
    .filter(([reason]) => payments.some(({ reason_code }) => reason_code === reason))
    .map(([, { why }]) => ` ${why}`)
    .join('');

const chooseColumn = (typed: Form): PageColumn<ExceptionPayment> => ({
  title: 'Select',
  bare: true,
  cell: ({ id, recipientName, reference, currency, minor }) =>
    checkbox({
      name: `${CHOSEN}${id}`,
      label: `Select ${recipientName ?? reference ?? 'this payment'}`,
      checked: typed[`${CHOSEN}${id}`] !== undefined,
      sums: currency === null || minor === null ? [] : [{ currency, minor }],
    }),
});
