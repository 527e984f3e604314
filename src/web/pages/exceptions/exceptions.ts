import type { Context } from 'hono';
import { enqueue } from '../../../engine/queue/enqueue.ts';
import { dismissHolds } from '../../../engine/review/dismiss.ts';
import { releasePayments } from '../../../engine/review/release.ts';
import { createRerun } from '../../../engine/runs/rerun.ts';
import { PayrunError } from '../../../errors.ts';
import { uuidOf } from '../../../ledger/merchants/scope.ts';
import { MASKED } from '../../../ledger/recipients/account-mask.ts';
import { selectPayment } from '../../../ledger/views/payment-view.ts';
import { exceptionList } from '../../../lists/exceptions.ts';
import { PERMISSIONS } from '../../../permissions/permissions.ts';
import { pluralize } from '../../../platform/pluralize.ts';
import type { PaymentState } from '../../../states.ts';
import { readForm } from '../../bodies/read-form.ts';
import { noticeIn, pathWithNotice } from '../../components/notice-in-url.ts';
import type { PageDeps, View } from '../../components/view.ts';
import type { Feature } from '../../feature.ts';
import { actorOf } from '../../session/actor-of.ts';
import { confirmPassword } from '../../session/confirm-password.ts';
import { listFeature, type ShownList } from '../list-page.ts';
import { HELD_TOGETHER } from '../payments/decision-forms.ts';
import { get, post } from '../route.ts';
import { CHOSEN, comparedIn, EXCEPTIONS_PATH, type ExceptionsFeedback, exceptionsPage } from './exceptions-page.ts';

/** Payments that can be retried from the queue. */
const RETRIED: readonly PaymentState[] = ['failed', 'returned'];

type Decision = 'release' | 'dismiss';

/**
 * `GET /exceptions?<filters>&after=`: the payments of all runs that need attention. `POST
 * /exceptions/retry` retries the chosen ones that failed. `/exceptions/release` and `/exceptions/dismiss` decide about
 * the chosen ones that are on hold, run by run: all chosen payments of a run, or none of them.
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

  /** Retries the chosen payments that failed or were returned, in a new run for each of their runs. */
  const retry = async (context: Context, view: View) => {
    const all = await chosenIn(await readForm(context), view);
    const chosen = all.flatMap((one) =>
      one.reference && RETRIED.includes(one.state) ? [{ ...one, reference: one.reference }] : [],
    );
    if (chosen.length === 0)
      return refused(context, view, 422, { errors: ['Choose payments that failed or were returned.'] });
    const errors: string[] = [];
    let count = 0;
    for (const [run, payments] of Map.groupBy(chosen, (one) => String(one.run)))
      try {
        const references = payments.map(({ reference }) => reference);
        const rerun = { run, maker: actorOf(context), states: RETRIED, references, dryRun: false, confirmed: true };
        await enqueue(appContext, { kind: 'run', run: String(await createRerun(appContext, rerun)) });
        count += payments.length;
      } catch (error) {
        if (!(error instanceof PayrunError) || error.code === 'defect') throw error;
        errors.push(`Run ${run}: ${error.onPage}`);
      }
    const notice = `Retrying ${pluralize(count, 'payment')}.${othersInWords(all.length - chosen.length, 'failed or returned')}`;
    if (errors.length > 0) return refused(context, view, 409, { notice: count > 0 ? notice : undefined, errors });
    return done(context, view, notice);
  };

  const decide = async (decision: Decision, context: Context, view: View) => {
    const form = await readForm(context);
    const wrong = await confirmPassword(context, form);
    if (wrong) return refused(context, view, 422, { errors: [wrong], isDecision: true });
    const because = form.because ?? '';
    const chosen = await chosenIn(form, view);
    const held = chosen.flatMap((one) =>
      one?.state === 'held' && one.reference ? [{ ...one, reference: one.reference }] : [],
    );
    if (held.length === 0)
      return refused(context, view, 422, {
        errors: ['Choose at least one payment that is on hold.'],
        isDecision: true,
      });
    const errors: string[] = [];
    let count = 0;
    // One payment releases all that are on hold for the same mask of accounts.
    const decisionOf = ({ id, merchant, reason_code, reason }: (typeof held)[number]) =>
      decision === 'release' && reason_code === MASKED ? `${merchant} ${reason}` : id;
    const decisions = Map.groupBy(held, decisionOf);
    const named = [...decisions.values()].map(([first]) => first!);
    for (const [run, payments] of Map.groupBy(named, (one) => String(one.run))) {
      const references = payments.map(({ reference }) => reference);
      try {
        let runs: readonly (string | bigint)[] = [run];
        if (decision === 'release') {
          const shown = comparedIn(form, payments);
          runs = await releasePayments(appContext, references, actorOf(context), run, form.verified, shown);
        } else await dismissHolds(appContext, { references, run }, because, actorOf(context));
        for (const one of runs) await enqueue(appContext, { kind: 'run', run: String(one) });
        for (const one of payments) count += decisions.get(decisionOf(one))!.length;
      } catch (error) {
        if (!(error instanceof PayrunError) || error.code === 'defect') throw error;
        errors.push(`Run ${run}: ${error.onPage}`);
      }
    }
    const isTogether = held.some(({ reason_code }) => (reason_code ?? '') in HELD_TOGETHER);
    const also = decision === 'release' && isTogether ? ', with all on hold for the same reason' : '';
    const notice = `${decision === 'release' ? 'Released' : 'Dismissed'} ${pluralize(count, 'payment')}${also}.${othersInWords(chosen.length - held.length, 'on hold')}`;
    if (errors.length > 0)
      return refused(context, view, 409, { notice: count > 0 ? notice : undefined, errors, isDecision: true });
    return done(context, view, notice);
  };

  return (app) => {
    list.add(app);
    get(app, deps, EXCEPTIONS_PATH, 'viewer', async (context, view) => {
      const shown = await list.read(context, view);
      return shown === null || shown instanceof Response
        ? shown
        : exceptionsPage(view, list, shown, { notice: noticeIn(context, view) });
    });
    post(app, deps, '/exceptions/retry', PERMISSIONS.rerun.role, retry);
    for (const decision of ['release', 'dismiss'] as const)
      post(app, deps, `/exceptions/${decision}`, PERMISSIONS[decision].role, (context, view) =>
        decide(decision, context, view),
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
