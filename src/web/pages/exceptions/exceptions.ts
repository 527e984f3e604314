import type { Context } from 'hono';
import { asksPassword, type RunAction } from '../../../actions/action.ts';
import { dismiss } from '../../../actions/dismiss.ts';
import { release } from '../../../actions/release.ts';
import { rerun } from '../../../actions/rerun.ts';
import { uuidOf } from '../../../ledger/merchants/scope.ts';
import { MASKED } from '../../../ledger/recipients/account-mask.ts';
import { selectPayment } from '../../../ledger/views/payment-view.ts';
import { exceptionList } from '../../../lists/exceptions.ts';
import { PERMISSIONS } from '../../../permissions/permissions.ts';
import { pluralize } from '../../../platform/pluralize.ts';
import type { PaymentState } from '../../../states.ts';
import { readForm } from '../../bodies/read-form.ts';
import { pathWithNotice } from '../../components/notice-in-url.ts';
import type { PageDeps, View } from '../../components/view.ts';
import type { Feature } from '../../feature.ts';
import { confirmPassword } from '../../session/confirm-password.ts';
import { decideEach } from '../action-form.ts';
import { listFeature, type ShownList } from '../list-page.ts';
import { HELD_TOGETHER } from '../payments/decision-forms.ts';
import { get, post } from '../route.ts';
import { CHOSEN, EXCEPTIONS_PATH, type ExceptionsFeedback, exceptionsPage } from './exceptions-page.ts';

/** Which of the chosen payments a decision is about. */
interface Choice {
  readonly states: readonly PaymentState[];
  /** What they are, in the singular and as the end of "are not". */
  readonly what: readonly [one: string, many: string];
  /** What a page says when it is done. */
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
      await exceptionsPage(view, list, atList(shown), { ...feedback, typed: await readForm(context) }),
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
    const found = await Promise.all(ids.map((id) => selectPayment(db, view.currentUser.merchants, uuidOf(id))));
    return found.filter((one) => one !== null);
  };

  const decide = async (action: RunAction, { states, what, done: said }: Choice, context: Context, view: View) => {
    const form = await readForm(context);
    const isDecision = asksPassword(action);
    const wrong = isDecision ? await confirmPassword(context, form) : null;
    if (wrong) return refused(context, view, 422, { errors: [wrong], isDecision });
    const all = await chosenIn(form, view);
    const chosen = all.flatMap((one) =>
      one.reference && states.includes(one.state) ? [{ ...one, reference: one.reference }] : [],
    );
    if (chosen.length === 0)
      return refused(context, view, 422, { errors: [`Choose at least one payment that ${what[0]}.`], isDecision });
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
    const also = isTogether ? ', with all on hold for the same reason' : '';
    const notice = `${said} ${pluralize(count, 'payment')}${also}.${othersInWords(all.length - chosen.length, what[1])}`;
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

/** The list, although the form was sent to one of its actions. */
const atList = <Row>(shown: ShownList<Row>): ShownList<Row> => ({ ...shown, path: EXCEPTIONS_PATH });

/** Chosen payments that an action is not for, as a sentence; empty if there are none. */
const othersInWords = (others: number, what: string): string =>
  others === 0
    ? ''
    : ` ${others} chosen ${others === 1 ? `payment is not ${what} and stays as it is` : `payments are not ${what} and stay as they are`}.`;
