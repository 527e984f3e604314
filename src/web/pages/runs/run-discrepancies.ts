import { accept } from '../../../actions/accept.ts';
import { openBatchDiscrepancies } from '../../../ledger/batches/batch-discrepancy.ts';
import { html, type Markup } from '../../components/markup.ts';
import { runPath } from '../../components/paths.ts';
import { moment } from '../../components/relative-time.ts';
import type { PageDeps, View } from '../../components/view.ts';
import { formOrWhoMay, type RefusedForm } from '../action-form.ts';

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
  const open = await openBatchDiscrepancies(appContext.ledger.db, [run]);
  if (open.length === 0) return '';
  return html`<section class="card" aria-labelledby="discrepancies"><h2 id="discrepancies">Discrepancies with the payout service</h2>
<p>A batch of this run was changed in the payout service. Find out by whom, and whether money must be returned. Accept it when this is settled.</p>
${open.map(
  (
    { what, remoteId, found_at },
    i,
  ) => html`<p class="notice bad">${what} <span class="quiet">Found ${moment(view, found_at)}.</span></p>
${formOrWhoMay(view, accept, {
  path: `${runPath(run)}#issues`,
  question: 'It stands as the payout service made it. Nothing is sent, and no payment of the sheet changes.',
  id: `discrepancy-${i}`,
  about: { discrepancy: remoteId },
  refused,
})}`,
)}</section>`;
}
