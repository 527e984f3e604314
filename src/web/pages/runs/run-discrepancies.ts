import type { Hono } from 'hono';
import { enqueue } from '../../../engine/queue/enqueue.ts';
import { acceptDiscrepancy } from '../../../engine/review/accept-discrepancy.ts';
import { openBatchDiscrepancies } from '../../../ledger/batches/batch-discrepancy.ts';
import type { RunView } from '../../../ledger/views/run-view.ts';
import { maskBankDetails } from '../../../mask-bank-details.ts';
import { may } from '../../../permissions/access.ts';
import { PERMISSIONS } from '../../../permissions/permissions.ts';
import { confirmButton, field } from '../../components/form.ts';
import { html, type Markup } from '../../components/markup.ts';
import { runPath } from '../../components/paths.ts';
import { moment } from '../../components/relative-time.ts';
import type { PageDeps, View } from '../../components/view.ts';
import { actorOf } from '../../session/actor-of.ts';
import { passwordField } from '../../session/confirm-password.ts';
import { type PageWithForms, postBesideForm, type RefusedForm, refusedOf } from '../beside-form.ts';
import { pathWithRunNotice } from '../run-notices.ts';

const ACTION = 'accept';

/** `POST /runs/:run/accept`: accepts a discrepancy of a batch of the run. */
export function acceptPost(app: Hono, deps: PageDeps, page: PageWithForms<RunView>): void {
  const { appContext } = deps;
  const at = { path: '/runs/:run', action: ACTION, role: PERMISSIONS.accept.role, confirmed: true };
  postBesideForm(app, deps, at, page, async ({ context, view, found, form }) => {
    const run = String(found.id);
    const acceptance = { reference: form.discrepancy ?? '', run, because: form.because ?? '' };
    await acceptDiscrepancy(appContext, acceptance, actorOf(context));
    await enqueue(appContext, { kind: 'run', run });
    return pathWithRunNotice(view, run, 'accepted');
  });
}

/**
 * The discrepancies that nobody has accepted yet, each with its next step; empty if there is none. The caller checks
 * that the reader may see the run.
 */
export async function discrepanciesPart(
  view: View,
  { appContext }: PageDeps,
  run: bigint,
  refused: RefusedForm | null,
): Promise<Markup | ''> {
  const mine = refusedOf(refused, ACTION);
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
        action: `${runPath(run)}/${ACTION}#issues`,
        refused: mine?.form.discrepancy === remoteId ? mine.why : undefined,
        hidden: { discrepancy: remoteId },
        button: 'Accept discrepancy',
        sure: 'Accept discrepancy',
        tone: 'danger',
        question: 'It stands as the payout service made it. Nothing is sent, and no payment of the sheet changes.',
        body: html`${field({ name: 'because', label: 'Why you accept it', required: true, ...(mine?.form.discrepancy === remoteId ? { value: maskBankDetails(mine.form.because ?? '') } : {}) })}${passwordField(`discrepancy-${i}`)}`,
      })
    : html`<p class="quiet">An ${PERMISSIONS.accept.role} may accept it.</p>`
}`,
)}</section>`;
}
