import type { Context } from 'hono';
import { approve } from '../../../actions/approve.ts';
import { reject } from '../../../actions/take-back.ts';
import { isError } from '../../../errors.ts';
import type { Feature } from '../../../http/feature.ts';
import { runIdOf } from '../../../ledger/merchants/scope.ts';
import type { ListedForApproval } from '../../../ledger/views/approval-payments.ts';
import { selectRun } from '../../../ledger/views/run-view.ts';
import { approvalPaymentList } from '../../../lists/approval-payments.ts';
import { approvalsText } from '../../../outcomes/approvals-count.ts';
import { hasRole } from '../../../permissions/access.ts';
import { type ApprovalSummary, approvalSummary } from '../../../reports/approval-summary.ts';
import { highFees } from '../../../reports/high-fees.ts';
import { layout } from '../../components/layout.ts';
import { html, type Markup } from '../../components/markup.ts';
import { approvePath, runPath } from '../../components/paths.ts';
import { printFooter } from '../../components/print-footer.ts';
import { moment } from '../../components/relative-time.ts';
import { facts } from '../../components/table.ts';
import type { PageDeps, View } from '../../components/view.ts';
import type { CurrentUser } from '../../current-user.ts';
import { postAction, type RefusedForm } from '../action-form.ts';
import { type ListFeature, listFeature, type ShownList } from '../list-page.ts';
import { get } from '../route.ts';
import { payDateWords } from '../runs/pay-date.ts';
import { approvalChecks, PLACES } from './approval-checks.ts';
import { approvalDecision, approvalTotals } from './approval-decision.ts';
import { balancesTable, comparisonTable, heldTable, priceTable, unusualPayments } from './approval-tables.ts';

/**
 * `GET /runs/:run/approve`: the facts for an approval, most dangerous first, with the first payments; `/payments` has
 * others, `/payments.csv` all. `POST /runs/:run/approve` with the hash of the shown facts approves, `POST
 * /runs/:run/reject` rejects.
 */
export function approvePage(deps: PageDeps): Feature {
  const { appContext } = deps;
  const { ledger } = appContext;
  const payments = listFeature(deps, approvalPaymentList, {
    path: '/runs/:run/approve/payments',
    hash: `#${PLACES.payments}`,
  });

  const find = (currentUser: CurrentUser, run: string | undefined) =>
    selectRun(ledger.db, currentUser.merchants, runIdOf(run));
  const summarize = (run: bigint) => approvalSummary(ledger, String(run));
  const summaryOf = async (currentUser: CurrentUser, param: string | undefined): Promise<ApprovalSummary | null> => {
    const found = await find(currentUser, param);
    return found && summarize(found.id);
  };
  const show = async (context: Context, view: View, summary: ApprovalSummary, refused: RefusedForm | null = null) => {
    const list = await payments.read(context, view);
    if (list === null || list instanceof Response) return list;
    const shown = { ...list, path: `${approvePath(summary.run)}/payments` };
    return approvalPage(view, summary, payments, shown, refused);
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

    for (const action of [approve, reject])
      postAction(app, deps, action, {
        path: '/runs/:run',
        page: {
          find: (context, { currentUser }) => find(currentUser, context.req.param('run')),
          show: async (context, view, { id }, refused) => show(context, view, await summarize(id), refused),
        },
        subject: ({ id }) => ({ references: [], run: String(id) }),
        back: ({ id }) => runPath(id),
      });
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
  refused: RefusedForm | null,
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
${unusualPayments(view, summary)}
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
