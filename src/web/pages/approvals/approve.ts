import type { Context } from 'hono';
import { enqueue } from '../../../engine/queue/enqueue.ts';
import { recordApproval, rejectRun } from '../../../engine/review/approvals.ts';
import { isError, PayrunError } from '../../../errors.ts';
import { runIdOf } from '../../../ledger/merchants/scope.ts';
import type { ListedForApproval } from '../../../ledger/views/approval-payments.ts';
import { selectRun } from '../../../ledger/views/run-view.ts';
import { approvalPaymentList } from '../../../lists/approval-payments.ts';
import { approvalsText } from '../../../outcomes/approvals-count.ts';
import { hasRole } from '../../../permissions/access.ts';
import { type ApprovalSummary, approvalSummary } from '../../../reports/approval-summary.ts';
import { highFees } from '../../../reports/high-fees.ts';
import { readForm } from '../../bodies/read-form.ts';
import { layout } from '../../components/layout.ts';
import { html, type Markup } from '../../components/markup.ts';
import { approvePath, runPath } from '../../components/paths.ts';
import { printFooter } from '../../components/print-footer.ts';
import { moment } from '../../components/relative-time.ts';
import { facts } from '../../components/table.ts';
import type { PageDeps, View } from '../../components/view.ts';
import type { CurrentUser } from '../../current-user.ts';
import type { Feature } from '../../feature.ts';
import { actorOf } from '../../session/actor-of.ts';
import { confirmPassword } from '../../session/confirm-password.ts';
import { answerWithin } from '../answer-before-timeout.ts';
import { type ListFeature, listFeature, type ShownList } from '../list-page.ts';
import { get, post } from '../route.ts';
import { pathWithRunNotice } from '../run-notices.ts';
import { payDateWords } from '../runs/pay-date.ts';
import { approvalChecks, PLACES } from './approval-checks.ts';
import { approvalDecision, approvalTotals, type Refused, whyNot } from './approval-decision.ts';
import {
  balancesTable,
  cameBackTable,
  comparisonTable,
  correctedTable,
  heldTable,
  newRecipientsTable,
  priceTable,
  releasedTable,
  warnedTable,
} from './approval-tables.ts';

/**
 * `GET /runs/:run/approve`: the facts for an approval, most dangerous first, with the first payments; `/payments` has
 * others, `/payments.csv` all. `POST` to the same path with the hash of the shown facts approves; `POST
 * /runs/:run/reject` rejects. Both need the password.
 */
export function approvePage(deps: PageDeps): Feature {
  const { appContext } = deps;
  const { ledger } = appContext;
  const payments = listFeature(deps, approvalPaymentList, {
    path: '/runs/:run/approve/payments',
    hash: `#${PLACES.payments}`,
  });

  const summarize = (run: string) => approvalSummary(ledger, run);
  const summaryOf = async (currentUser: CurrentUser, param: string | undefined): Promise<ApprovalSummary | null> => {
    const found = await selectRun(ledger.db, currentUser.merchants, runIdOf(param));
    return found && summarize(String(found.id));
  };
  const show = async (
    context: Context,
    view: View,
    summary: ApprovalSummary,
    refused: Refused = {},
    status: 200 | 409 | 422 = 200,
  ) => {
    const list = await payments.read(context, view);
    if (list === null || list instanceof Response) return list;
    const shown = { ...list, path: `${approvePath(summary.run)}/payments` };
    return context.html(approvalPage(view, summary, payments, shown, refused), status);
  };
  /** The page of a run that is not awaiting approval any more says so. */
  const unlessDecided = async <T>(context: Context, view: View, of: () => Promise<T>) => {
    try {
      return await of();
    } catch (error) {
      if (!isError(error, 'not_waiting')) throw error;
      return context.html(decidedPage(view, String(runIdOf(context.req.param('run')))), 409);
    }
  };

  return (app) => {
    payments.add(app);
    for (const path of ['/runs/:run/approve', '/runs/:run/approve/payments'])
      get(app, deps, path, 'viewer', (context, view) =>
        unlessDecided(context, view, async () => {
          const summary = await summaryOf(view.currentUser, context.req.param('run'));
          return summary && show(context, view, summary);
        }),
      );

    post(app, deps, '/runs/:run/approve', 'approver', (context, view) =>
      unlessDecided(context, view, async () => {
        const summary = await summaryOf(view.currentUser, context.req.param('run'));
        if (!summary) return null;
        const { run } = summary;
        const form = await readForm(context);
        const { verified = '' } = form;
        const wrong = await confirmPassword(context, form);
        if (wrong) return show(context, view, summary, { yes: wrong, verified }, 422);
        const why = whyNot(view.currentUser, summary);
        if (why) return show(context, view, summary, { yes: why }, 409);
        // The approval is for the facts that were shown, even if others await approval now.
        let whole: boolean;
        try {
          if (form.hash !== summary.hash) throw new PayrunError('approval_outdated', { run });
          whole = await recordApproval(appContext, run, {
            ...{ by: actorOf(context), shown: form.hash, verified },
            progress: () => {},
          });
          if (whole) await enqueue(appContext, { kind: 'run', run });
        } catch (error) {
          if (!isError(error, 'verification_required', 'verification_refused', 'approval_outdated')) throw error;
          const yes = error.onPage;
          if (error.code !== 'approval_outdated') return show(context, view, summary, { yes, verified }, 422);
          // Another review begins with what awaits approval now, and without what was typed about what it was.
          return show(context, view, await summarize(run), { yes }, 409);
        }
        return context.redirect(pathWithRunNotice(view, run, whole ? 'approved' : 'approved first'), 303);
      }),
    );

    post(app, deps, '/runs/:run/reject', 'approver', (context, view) =>
      unlessDecided(context, view, async () => {
        const found = await selectRun(ledger.db, view.currentUser.merchants, runIdOf(context.req.param('run')));
        if (!found) return null;
        const run = String(found.id);
        const form = await readForm(context);
        const wrong = await confirmPassword(context, form);
        const because = (form.because ?? '').trim();
        const refused = wrong ?? (because === '' ? 'Enter a reason. The maker of the run sees it.' : null);
        if (refused) return show(context, view, await summarize(run), { no: refused, because }, 422);
        const rejecting = rejectRun(appContext, run, {
          by: actorOf(context),
          because,
          progress: () => {},
        });
        await answerWithin(appContext, rejecting, { run, what: 'the rejection of a run was not completed' });
        return context.redirect(pathWithRunNotice(view, run, 'rejected'), 303);
      }),
    );
  };
}

/** A link in a notification may be opened after the run was approved or rejected. */
function decidedPage(view: View, run: string): Markup {
  return layout(view, {
    title: `Nothing to approve in run ${run}`,
    main: html`<p class="empty">Run ${run} is not awaiting approval. <a href="${runPath(run)}">Open run ${run}</a>.</p>`,
  });
}

function approvalPage(
  view: View,
  summary: ApprovalSummary,
  payments: ListFeature<ListedForApproval>,
  list: ShownList<ListedForApproval>,
  refused: Refused,
): Markup {
  const { run, payDate, sameSheet, accountsMoved, batches, why: reasons, approvals } = summary;
  const status = approvals.needed === 2 ? approvalsText(approvals) : 'Awaiting approval';
  return layout(view, {
    title: `Approve payment run ${run}`,
    heading: html`Approve ${summary.sheet ?? `run ${run}`} <span class="badge wait"><span aria-hidden="true">▲</span> ${status}</span>`,
    about: html`<a href="${runPath(run)}">Run ${run}</a>${summary.retryOf === null ? '' : html`, a retry of <a href="${runPath(summary.retryOf)}">run ${summary.retryOf}</a>`}, submitted by ${summary.maker} ${moment(view, new Date(summary.submittedAt))} for ${summary.merchant}${summary.isRest ? '. Other payments of the run were sent before' : ''}${payDate === null ? '' : html`. ${payDateWords(view, payDate)}`}`,
    main: html`${accountsMoved ? html`<p class="notice bad">An account changed at the service since the batches were made: this run can only be rejected.</p>` : ''}
${sameSheet ? html`<p class="notice wait">${sameSheet.message}</p>` : ''}
<div class="approval">
${approvalChecks(view, summary, toDecision(view, 'Go to approval'))}
<div class="beside">${approvalTotals(view, summary)}
${approvalDecision(view, summary, refused)}</div>
<div class="details">
<h2 id="${PLACES.payments}" tabindex="-1">All payments</h2>
${payments.part(view, list)}
<p>${payments.csvLink(list)}</p>
${correctedTable(view, summary)}
${releasedTable(view, summary)}
${warnedTable(view, summary)}
${cameBackTable(view, summary)}
${newRecipientsTable(view, summary)}
${heldTable(view, summary)}
<h2>Prices and balances</h2>
${highFees(batches).map((line) => html`<p class="notice wait">${line}</p>`)}
${priceTable(view, summary)}
${balancesTable(view, summary)}
${comparisonTable(view, summary)}
<div class="card">${facts([
      ['Bank details entered by', authorNames(summary)],
      [
        'Approval reason',
        reasons.length === 0 ? 'The approval policy requires approval of every run.' : reasons.join(' '),
      ],
      ['Hash of what is approved', html`<span class="code">${summary.hash}</span>`],
    ])}</div>
${toDecision(view, 'Back to approval')}</div>
</div>
${printFooter(view)}`,
  });
}

/**
 * On a phone, the way to the decision, in reach all through a long part of the page. The decision is no part of one, so
 * that it never lies over its buttons.
 */
function toDecision(view: View, label: string): Markup | '' {
  if (!hasRole(view.currentUser.role, 'approver')) return '';
  return html`<p class="ahead"><a class="button" href="#${PLACES.decide}">${label}</a></p>`;
}

/** Other users who entered bank details of the run, and so may not approve it either. */
function authorNames({ bankDetailAuthors }: ApprovalSummary): string | null {
  return bankDetailAuthors.length === 0
    ? null
    : `${bankDetailAuthors.map(({ name, payments }) => `${name} (${payments})`).join(', ')}, who cannot approve it either`;
}
