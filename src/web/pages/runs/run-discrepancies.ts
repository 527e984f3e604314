import { enqueue } from '../../../engine/queue/enqueue.ts';
import { acceptDiscrepancy } from '../../../engine/review/accept-discrepancy.ts';
import { may } from '../../../engine/users/access.ts';
import { PERMISSIONS } from '../../../engine/users/permissions.ts';
import { PayrunError } from '../../../errors.ts';
import { openBatchDiscrepancies } from '../../../ledger/batches/batch-discrepancy.ts';
import { runIdOf } from '../../../ledger/merchants/scope.ts';
import { selectRun } from '../../../ledger/views/run-view.ts';
import { readForm } from '../../bodies/read-form.ts';
import { confirmButton, field } from '../../components/form.ts';
import { html, type Markup } from '../../components/markup.ts';
import { runPath } from '../../components/paths.ts';
import { moment } from '../../components/relative-time.ts';
import type { PageDeps, View } from '../../components/view.ts';
import type { Feature } from '../../feature.ts';
import { actorOf } from '../../session/actor-of.ts';
import { confirmPassword, passwordField } from '../../session/confirm-password.ts';
import { post, unlessRefused } from '../route.ts';
import { pathWithRunNotice } from '../run-notices.ts';

/** `POST /runs/:run/accept`: accepts a discrepancy of a batch of the run. */
export function runDiscrepancies(deps: PageDeps): Feature {
  const { appContext } = deps;
  return (app) => {
    post(app, deps, '/runs/:run/accept', PERMISSIONS.accept.role, async (context, view) => {
      const found = await selectRun(
        appContext.ledger.db,
        view.currentUser.merchants,
        runIdOf(context.req.param('run')),
      );
      if (!found) return null;
      const run = String(found.id);
      return unlessRefused(context, view, pathWithRunNotice(view, run, 'accepted'), '', async () => {
        const form = await readForm(context);
        const wrong = await confirmPassword(context, form);
        if (wrong) throw new PayrunError('usage', { detail: wrong });
        const acceptance = { reference: form.discrepancy ?? '', run, because: form.because ?? '' };
        await acceptDiscrepancy(appContext, acceptance, actorOf(context));
        await enqueue(appContext, { kind: 'run', run });
      });
    });
  };
}

/**
 * The discrepancies that nobody has accepted yet, each with its next step; empty if there is none. The caller checks
 * that the reader may see the run.
 */
export async function discrepanciesPart(view: View, { appContext }: PageDeps, run: bigint): Promise<Markup | ''> {
  const open = await openBatchDiscrepancies(appContext.ledger.db, [run]);
  if (open.length === 0) return '';
  return html`<section class="card" aria-labelledby="discrepancies"><h2 id="discrepancies">Discrepancies with the payout service</h2>
<p>A batch of this run was changed in the payout service. Find out by whom, and whether money must be returned. Accept it when this is settled.</p>
${open.map(
  (
    { what, remoteId, found_at },
    i,
  ) => html`<p class="notice bad">${what} <span class="quiet">Found ${moment(view, found_at)}.</span></p>
${
  may(view.currentUser, 'accept')
    ? confirmButton(view, {
        action: `${runPath(run)}/accept`,
        hidden: { discrepancy: remoteId },
        button: 'Accept discrepancy',
        sure: 'Accept discrepancy',
        tone: 'danger',
        question: 'It stands as the payout service made it. Nothing is sent, and no payment of the sheet changes.',
        body: html`${field({ name: 'because', label: 'Why you accept it', required: true })}${passwordField(`discrepancy-${i}`)}`,
      })
    : html`<p class="quiet">An ${PERMISSIONS.accept.role} may accept it.</p>`
}`,
)}</section>`;
}
