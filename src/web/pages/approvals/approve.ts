import { enqueue } from '../../../engine/queue/enqueue.ts';
import { recordApproval, rejectRun } from '../../../engine/review/approvals.ts';
import { hasRole, whyNotApprove } from '../../../engine/users/access.ts';
import { isError, PayrunError } from '../../../errors.ts';
import { runIdOf } from '../../../ledger/merchants/scope.ts';
import { isSamePerson } from '../../../ledger/users/name-key.ts';
import { selectRun } from '../../../ledger/views/run-view.ts';
import { readServiceAmount } from '../../../money.ts';
import { type ApprovalSummary, approvalSummary } from '../../../reports/approval-summary.ts';
import { highFees } from '../../../reports/high-fees.ts';
import { readForm } from '../../bodies/read-form.ts';
import { actButton, field } from '../../components/form.ts';
import { layout } from '../../components/layout.ts';
import { html, type Markup } from '../../components/markup.ts';
import { moment } from '../../components/moment.ts';
import { approvePath, runPath } from '../../components/paths.ts';
import { printFooter } from '../../components/print-footer.ts';
import { facts } from '../../components/table.ts';
import type { PageDeps, View } from '../../components/view.ts';
import type { CurrentUser } from '../../current-user.ts';
import type { Feature } from '../../feature.ts';
import { actorOf } from '../../session/actor-of.ts';
import { confirmPassword, passwordField } from '../../session/confirm-password.ts';
import { get, post } from '../route.ts';
import { approvalHighlights, PLACES } from './approval-highlights.ts';
import {
  balancesTable,
  changedTable,
  comparisonTable,
  heldTable,
  largestTable,
  newRecipientsTable,
  priceTable,
  releasedTable,
  warnedTable,
} from './approval-tables.ts';

/**
 * A rejection deletes batches at the service and may wait for its rate limit: after this time the page answers, and the
 * rejection continues in the background.
 */
const REJECT_MS = 8_000;

/**
 * `GET /runs/:run/approve`: the facts for an approval, most dangerous first. `POST` to the same path with the hash of
 * the shown facts approves; `POST /runs/:run/reject` rejects. Both need the password.
 */
export function approvePage(deps: PageDeps): Feature {
  const { appContext } = deps;
  const { ledger } = appContext;

  const summaryOf = async (visitor: CurrentUser, param: string | undefined): Promise<ApprovalSummary | null> => {
    const found = await selectRun(ledger.db, visitor.merchants, runIdOf(param));
    return found && approvalSummary(ledger, String(found.id));
  };

  return (app) => {
    get(app, deps, '/runs/:run/approve', async (context, view) => {
      const run = context.req.param('run');
      try {
        const summary = await summaryOf(view.visitor, run);
        return summary && approvalPage(view, summary);
      } catch (error) {
        if (!isError(error, 'not_waiting')) throw error;
        return context.html(decidedPage(view, String(runIdOf(run))), 409);
      }
    });

    post(
      app,
      deps,
      '/runs/:run/approve',
      async (context, view) => {
        const summary = await summaryOf(view.visitor, context.req.param('run'));
        if (!summary) return null;
        const { run } = summary;
        const form = await readForm(context);
        const wrong = await confirmPassword(context, form);
        if (wrong) return context.html(approvalPage(view, summary, { yes: wrong }), 422);
        const why = whyNot(view.visitor, summary);
        if (why) return context.html(approvalPage(view, summary, { yes: why }), 409);
        // The approval is for the facts that were shown, even if others await approval now.
        if (form.hash !== summary.hash) throw new PayrunError('approval_outdated', { run });
        const whole = await recordApproval(appContext, run, {
          by: actorOf(context),
          shown: form.hash,
          progress: () => {},
        });
        if (whole) await enqueue(appContext, { kind: 'run', run });
        return context.redirect(runPath(run), 303);
      },
      'approver',
    );

    post(
      app,
      deps,
      '/runs/:run/reject',
      async (context, view) => {
        const found = await selectRun(ledger.db, view.visitor.merchants, runIdOf(context.req.param('run')));
        if (!found) return null;
        const run = String(found.id);
        const form = await readForm(context);
        const wrong = await confirmPassword(context, form);
        const because = (form.because ?? '').trim();
        const refused = wrong ?? (because === '' ? 'Enter a reason. The maker of the run sees it.' : null);
        if (refused)
          return context.html(approvalPage(view, await approvalSummary(ledger, run), { no: refused, because }), 422);
        const rejecting = rejectRun(appContext, run, {
          by: actorOf(context),
          because,
          progress: () => {},
        });
        const late = new AbortController();
        await Promise.race([rejecting, appContext.clock.sleep(REJECT_MS, late.signal).catch(() => {})]).finally(() =>
          late.abort(),
        );
        rejecting.catch((error: unknown) =>
          appContext.log.warn({ run, code: (error as { code?: unknown }).code }, 'a run was not rejected to the end'),
        );
        return context.redirect(runPath(run), 303);
      },
      'approver',
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

/** Why the form was refused, and the reason that was typed. */
interface Refused {
  readonly yes?: string;
  readonly no?: string;
  readonly because?: string;
}

/** A note that adds nothing to the page. */
const WAITS = 'Awaiting approval.';

function approvalPage(view: View, summary: ApprovalSummary, refused: Refused = {}): Markup {
  const { run, sameSheet, accountsMoved, batches, why } = summary;
  const reasons = why.filter((reason) => reason !== WAITS);
  return layout(view, {
    title: `Approve payment run ${run}`,
    heading: html`Approve payment <a href="${runPath(run)}">run ${run}</a>${summary.sheet === null ? '' : html`: ${summary.sheet}`}`,
    main: html`${refused.yes || refused.no ? html`<p class="notice bad" role="alert">${refused.yes ?? refused.no}</p>` : ''}
${accountsMoved ? html`<p class="notice bad">An account changed at the service since the batches were made: this run can only be rejected.</p>` : ''}
${sameSheet ? html`<p class="notice wait">${sameSheet.message}</p>` : ''}
${approvalHighlights(view, summary)}
${changedTable(view, summary)}
<div class="card">${facts([
      ['Merchant', summary.merchant],
      ['Made by', html`${summary.maker}, ${moment(view, new Date(summary.madeAt))}`],
      ['Bank details entered by', typists(summary)],
      [
        'Approval reason',
        reasons.length === 0 ? 'The approval policy requires approval of every run.' : reasons.join(' '),
      ],
      ['Approved first by', firstYes(summary)],
    ])}</div>
${priceTable(view, summary)}
${balancesTable(view, summary)}
${highFees(batches).map((line) => html`<p class="notice wait">${line}</p>`)}
${releasedTable(view, summary)}
${warnedTable(view, summary)}
${newRecipientsTable(view, summary)}
${comparisonTable(view, summary)}
${largestTable(view, summary)}
${heldTable(view, summary)}
${decision(view, summary, refused)}
${printFooter(view)}`,
  });
}

function decision(view: View, summary: ApprovalSummary, refused: Refused): Markup {
  const { run, hash, accountsMoved } = summary;
  const why = whyNot(view.visitor, summary);
  const approver = hasRole(view.visitor.role, 'approver');
  return html`<section class="card" aria-labelledby="${PLACES.decide}"><h2 id="${PLACES.decide}" tabindex="-1">Approve or reject</h2>
<p>The approval covers exactly the payments, accounts and prices on this page: <span class="code">${hash}</span></p>
${
  why === null && !accountsMoved
    ? actButton(view, {
        action: approvePath(run),
        button: 'Approve and send',
        tone: 'main',
        hidden: { hash },
        body: html`${countsAsFirst(view.visitor, summary) ? html`<p class="notice wait">${COUNTS_AS_FIRST}</p>` : ''}${passwordField()}`,
      })
    : html`<p class="notice wait">${why ?? 'It can only be rejected.'}</p>`
}
${
  approver
    ? html`<details class="confirm"${refused.no ? html` open` : ''}><summary>Reject</summary><div>
<p>The batches are withdrawn and their payments canceled; nothing is paid. The references are free again.</p>
${actButton(view, {
  action: `${runPath(run)}/reject`,
  button: 'Reject run',
  tone: 'danger',
  body: html`${field({ name: 'because', label: 'Reason', required: true, value: refused.because })}${passwordField('reject')}`,
})}</div></details>`
    : ''
}
<div class="on-paper"><p>Not approved or rejected when this was printed. Approve or reject it on this page; you can note it here.</p>
<p class="sign">approved or rejected, by whom, when, why</p></div></section>`;
}

const COUNTS_AS_FIRST =
  'You released changed bank details in this run, so your approval counts as the first of two. Another approver has to approve it too.';

/**
 * Whether this visitor's approval counts only as the first of two because of changed bank details that they released.
 * For display only: the engine checks again.
 */
function countsAsFirst({ name }: CurrentUser, { changesReleasedBy, batches }: ApprovalSummary): boolean {
  const isFirst = batches.every(({ approvedFirstBy }) => approvedFirstBy === null);
  return isFirst && changesReleasedBy.some((one) => isSamePerson(one, name));
}

/**
 * Why this visitor cannot approve the run, as a sentence; null if they can. For display only: the engine checks again.
 */
function whyNot(visitor: CurrentUser, { maker, accountUser, typedBy, batches }: ApprovalSummary): string | null {
  if (isSamePerson(visitor.name, maker)) return 'You made this run. Another approver must sign off.';
  if (accountUser !== null && isSamePerson(visitor.name, accountUser))
    return 'This run was made from your account of the operating system. Another approver must sign off.';
  const typist = typedBy.find(({ name }) => isSamePerson(visitor.name, name));
  if (typist)
    return `You entered the bank details of ${typist.payments} of these payments. Another approver must sign off.`;
  if (batches.every(({ approvedFirstBy }) => approvedFirstBy !== null && isSamePerson(approvedFirstBy, visitor.name)))
    return 'You have approved it. Two approvers are required: another approver must sign off.';
  const why = whyNotApprove(
    visitor,
    batches.map(({ currency, debit }) => ({ currency, minor: readServiceAmount(debit, currency) ?? 0n })),
  );
  return why === null ? null : `${why} Another user must approve it.`;
}

/** Other users who entered bank details of the run, and so may not approve it either. */
function typists({ typedBy }: ApprovalSummary): string | null {
  return typedBy.length === 0
    ? null
    : `${typedBy.map(({ name, payments }) => `${name} (${payments})`).join(', ')}, who cannot approve it either`;
}

function firstYes({ batches }: ApprovalSummary): string | null {
  const names = [...new Set(batches.flatMap(({ approvedFirstBy }) => approvedFirstBy ?? []))];
  const two = batches.some(({ approversNeeded }) => approversNeeded === 2);
  if (!two && names.length === 0) return null;
  return names.length === 0
    ? 'nobody yet; two approvers are required'
    : `${names.join(', ')}; a second approval is required`;
}
