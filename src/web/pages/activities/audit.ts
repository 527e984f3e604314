import type { Context } from 'hono';
import { accept } from '../../../actions/accept.ts';
import { readForm } from '../../../http/bodies/read-form.ts';
import type { Feature } from '../../../http/feature.ts';
import {
  lastComparisons,
  type OpenDiscrepancy,
  openDiscrepancies,
  type ServiceComparison,
} from '../../../ledger/operations/service-comparison.ts';
import { auditList } from '../../../lists/audit.ts';
import { hasRole, may } from '../../../permissions/access.ts';
import { counted, figure } from '../../components/amount.ts';
import { actButton } from '../../components/form.ts';
import { html, type Markup } from '../../components/markup.ts';
import { runPath } from '../../components/paths.ts';
import { exactMoment } from '../../components/relative-time.ts';
import { seesAllMerchants } from '../../components/settings-nav.ts';
import type { PageDeps, View } from '../../components/view.ts';
import { actionForm, postAction, type RefusedForm } from '../action-form.ts';
import { listFeature } from '../list-page.ts';
import { get, post } from '../route.ts';
import { createVerification } from './audit-verification.ts';

const PATH = '/settings/audit';

/**
 * `GET /settings/audit?who=&kind=&about=&run=&from=&to=&after=`: the events of all chains, latest first; `audit.csv` is
 * complete. `POST /settings/audit/verify` starts a verification, admins also with the payout service. For auditors and
 * admins; those of some merchants see only the events of their runs.
 */
export function auditPage(deps: PageDeps): Feature {
  const { appContext } = deps;
  const verification = createVerification(appContext);
  const list = listFeature(deps, auditList, { path: PATH });
  const page = async (context: Context, view: View, refused: RefusedForm | null) => {
    const how = { isBusy: verification.isBusy, refused };
    const above = seesAllMerchants(view.currentUser)
      ? html`<div class="cards"><section class="card" aria-labelledby="verification"><h2 id="verification">Audit integrity</h2>${verification.part(view)}</section>${await comparisonPart(view, deps, how)}</div>`
      : '';
    return list.page(context, view, { above: html`${above}<h2>Events</h2>` });
  };
  return (app) => {
    list.add(app);
    get(app, deps, PATH, 'auditor', (context, view) => page(context, view, null));
    // A discrepancy of a reconciliation can be of no merchant's run.
    postAction(app, deps, accept, {
      path: PATH,
      page: {
        find: async (_, { currentUser }) =>
          hasRole(currentUser.role, 'admin') && seesAllMerchants(currentUser) ? true : null,
        show: (context, view, _, refused) => page(context, view, refused),
      },
      subject: (_, { discrepancy = '' }) => ({ references: [discrepancy] }),
      back: () => PATH,
    });

    post(app, deps, '/settings/audit/verify', 'auditor', async (context, view) => {
      if (!seesAllMerchants(view.currentUser)) return null;
      const remote = (await readForm(context)).with === 'service';
      // It makes API calls, which count against the rate limit of the runs.
      if (remote && !hasRole(view.currentUser.role, 'admin')) return null;
      verification.begin(view.currentUser.name, remote);
      return context.redirect('/settings/audit', 303);
    });
  };
}

const MOST = 50;

/**
 * The last comparison of each merchant with the payout service, and the open discrepancies. `isBusy`: a comparison is
 * in progress.
 */
async function comparisonPart(
  view: View,
  { appContext }: PageDeps,
  { isBusy, refused }: { readonly isBusy: boolean; readonly refused: RefusedForm | null },
): Promise<Markup> {
  const { db } = appContext.ledger;
  const compared = await lastComparisons(db);
  const { open, total } = await openDiscrepancies(db, MOST);
  return html`<section class="card" aria-labelledby="comparison"><h2 id="comparison">Discrepancies with the payout service</h2>
${compared.length === 0 ? html`<p>Not compared with the payout service yet.</p>` : html`<ul>${compared.map((one) => html`<li>${comparedWords(view, one)}</li>`)}</ul>`}
${total === 0 ? (compared.length > 0 && compared.every(({ failure }) => failure === null) ? html`<p class="notice good" role="status">No open discrepancies.</p>` : '') : openPart(view, open, total, refused)}
${isBusy || !hasRole(view.currentUser.role, 'admin') ? '' : actButton(view, { action: '/settings/audit/verify', hidden: { with: 'service' }, button: 'Compare with payout service' })}</section>`;
}

function comparedWords(view: View, { merchant, kind, run, since, at, failure }: ServiceComparison): Markup {
  const of =
    run !== null
      ? html`<a href="${runPath(run)}">run ${run}</a>`
      : kind === 'verify'
        ? 'all of its batches'
        : html`its batches since ${exactMoment(view, since ?? at)}`;
  return failure === null
    ? html`Merchant ${merchant}: ${of} compared, ${exactMoment(view, at)}.`
    : html`<strong>Merchant ${merchant} could not be compared</strong>, ${exactMoment(view, at)}: ${failure} There may be more discrepancies.`;
}

function openPart(view: View, open: readonly OpenDiscrepancy[], total: number, refused: RefusedForm | null): Markup {
  return html`<p><strong>${counted(view, total, 'discrepancy is', 'discrepancies are')} open.</strong> Find out who changed it in the payout service, and whether money has to come back. Correct it there, or accept it once nothing is left to do.</p>
${open.map((one, i) => openOne(view, one, i, refused))}
${total > open.length ? html`<p class="quiet">The latest ${figure(view, open.length)}. The others are shown once these are accepted or corrected.</p>` : ''}`;
}

function openOne(view: View, { code, run, what, at }: OpenDiscrepancy, i: number, refused: RefusedForm | null): Markup {
  return html`<p class="notice bad">${what} <span class="quiet">Found ${exactMoment(view, at)}, code ${code}.</span>${run === null ? '' : html` <a href="${runPath(run)}">Open run ${run}</a>`}</p>
${
  may(view.currentUser, 'accept')
    ? actionForm(view, accept, {
        path: '/settings/audit',
        id: `discrepancy-${i}`,
        about: { discrepancy: code },
        question:
          'The payout service’s record stays unchanged, and nothing is sent. The discrepancy is shown again if anything changes.',
        refused,
      })
    : html`<p class="quiet">An admin may accept it.</p>`
}`;
}
