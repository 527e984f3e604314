import type { Context } from 'hono';
import { approve } from '../../../actions/approve.ts';
import { reject } from '../../../actions/take-back.ts';
import { isError } from '../../../errors.ts';
import type { Feature } from '../../../http/feature.ts';
import { parseRunId } from '../../../ledger/merchants/scope.ts';
import { seesSeveralMerchants } from '../../../ledger/views/run-list.ts';
import { selectRun } from '../../../ledger/views/run-view.ts';
import { approvalPaymentList } from '../../../lists/approval-payments.ts';
import { approvalParts } from '../../../lists/tables/approval-checks.ts';
import { batchesToApprove, comparedTotals } from '../../../lists/tables/approval-tables.ts';
import { approvalsText } from '../../../outcomes/approvals-count.ts';
import { type ApprovalSummary, approvalSummary } from '../../../reports/approval-summary.ts';
import type { PaymentToApprove } from '../../../reports/payments-to-approve.ts';
import { layout } from '../../components/layout.ts';
import { html, type Markup } from '../../components/markup.ts';
import { approvePath, runPath } from '../../components/paths.ts';
import { printFooter } from '../../components/print-footer.ts';
import { exactMoment, moment } from '../../components/relative-time.ts';
import type { PageDeps, View } from '../../components/view.ts';
import type { CurrentUser } from '../../current-user.ts';
import { listTable } from '../../lists/list-table.ts';
import { postAction, type RefusedForm } from '../action-form.ts';
import { type Chips, type ListFeature, listFeature, type ShownList } from '../list-page.ts';
import { get } from '../route.ts';
import { payDateWords } from '../runs/pay-date.ts';
import { approvalChecks, PLACES } from './approval-checks.ts';
import { approvalDecision, approvalTotals } from './approval-decision.ts';

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
    selectRun(ledger.db, currentUser.merchants, parseRunId(run));
  const summarize = (run: bigint) => approvalSummary(ledger, String(run));
  const show = async (context: Context, view: View, summary: ApprovalSummary, refused: RefusedForm | null = null) => {
    const list = await payments.read(context, view);
    if (list === null || list instanceof Response) return list;
    const shown = { ...list, path: `${approvePath(summary.run)}/payments` };
    const several = await seesSeveralMerchants(ledger.db, view.currentUser.merchants);
    return approvalPage(view, { ...summary, several }, payments, shown, refused);
  };
  /** The page of a run that has left approval gives the reason. */
  const unlessDecided = async <T>(context: Context, view: View, of: () => Promise<T>) => {
    try {
      return await of();
    } catch (error) {
      if (!isError(error, 'not_waiting')) throw error;
      return context.html(decidedPage(view, String(parseRunId(context.req.param('run')))), 409);
    }
  };

  return (app) => {
    payments.add(app);
    for (const path of ['/runs/:run/approve', '/runs/:run/approve/payments'])
      get(app, deps, path, 'viewer', (context, view) =>
        unlessDecided(context, view, async () => {
          const found = await find(view.currentUser, context.req.param('run'));
          return found && show(context, view, await summarize(found.id));
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
  summary: ApprovalSummary & { readonly several: boolean },
  payments: ListFeature<PaymentToApprove>,
  list: ShownList<PaymentToApprove>,
  refused: RefusedForm | null,
): Markup {
  const { run, payDate, sameSheet, accountsMoved, batches, approvals } = summary;
  const status = approvals.needed === 2 ? approvalsText(approvals) : 'Awaiting approval';
  const locked = batches.map(({ quoteHoldsUntil }) => new Date(quoteHoldsUntil)).sort((a, b) => +a - +b)[0]!;
  return layout(view, {
    title: `Approve payment run ${run}`,
    heading: html`Approve ${summary.sheet ?? `run ${run}`} <span class="badge wait"><span aria-hidden="true">▲</span> ${status}</span>`,
    about: html`<a href="${runPath(run)}">Run ${run}</a>${summary.retryOf === null ? '' : html`, a retry of <a href="${runPath(summary.retryOf)}">run ${summary.retryOf}</a>`}, submitted by ${summary.maker} ${moment(view, new Date(summary.submittedAt))}${summary.several ? ` for ${summary.merchant}` : ''}${summary.isRest ? '. Other payments of the run were sent before' : ''}${payDate === null ? '.' : html`. ${payDateWords(view, payDate)}`}${payDate !== null && payDate.startsAt > locked ? '' : html` Rate locked until ${exactMoment(view, locked)}.`}`,
    main: html`${accountsMoved ? html`<p class="notice bad">An account changed in the service after the batches were created: this run can only be rejected.</p>` : ''}
${sameSheet ? html`<p class="notice wait">${sameSheet.message}</p>` : ''}
<div class="approval">
${approvalChecks(view, summary)}
<div class="details">
<h2 id="${PLACES.payments}" tabindex="-1">All payments</h2>
${payments.part(view, list, { chips: chipsOf(summary) })}
<div class="actions">${payments.csvLink(list)}</div>
<details class="more"><summary>Rates, fees and the last run</summary>
${listTable(view, batchesToApprove, batches)}
${comparisonTable(view, summary)}</details></div>
<div class="beside">${approvalTotals(view, summary)}
${approvalDecision(view, summary, refused)}</div>
</div>
${printFooter(view)}`,
  });
}

/** The checks of the list, with their payments. */
function chipsOf(summary: ApprovalSummary): Chips {
  const counts = approvalParts(summary).map(({ check, payments }) => [check, payments] as const);
  return { filter: 'check', all: summary.payments, counts: { ...Object.fromEntries(counts), largest: null } };
}

/** The run and the last similar one of its merchant. */
function comparisonTable(view: View, { comparison, retryOf, isRest }: ApprovalSummary): Markup | '' {
  if (retryOf !== null || isRest) return '';
  if (comparison === null) return html`<p class="quiet">This merchant has no earlier run to compare with.</p>`;
  const { run, sheet, at, totals } = comparison;
  const rows = Object.entries(totals).map(([currency, total]) => ({ currency, ...total }));
  return html`<h3>Compared with <a href="${runPath(run)}">run ${run}</a>${sheet === null ? '' : html` (${sheet})`}, ${moment(view, new Date(at))}</h3>
${listTable(view, comparedTotals, rows)}`;
}
