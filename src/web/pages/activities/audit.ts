import type { Context } from 'hono';
import { accept } from '../../../actions/accept.ts';
import { auditList } from '../../../lists/audit.ts';
import { hasRole } from '../../../permissions/access.ts';
import { readForm } from '../../bodies/read-form.ts';
import { html } from '../../components/markup.ts';
import { isWhole } from '../../components/settings-nav.ts';
import type { PageDeps, View } from '../../components/view.ts';
import type { Feature } from '../../feature.ts';
import { postAction, type RefusedForm } from '../action-form.ts';
import { listFeature } from '../list-page.ts';
import { get, post } from '../route.ts';
import { comparisonPart } from './audit-comparison.ts';
import { createVerification } from './audit-verification.ts';

const PATH = '/settings/audit';

/**
 * `GET /settings/audit?who=&kind=&about=&run=&from=&to=&after=`: the events of all chains, latest first; `audit.csv`
 * has all of them. `POST /settings/audit/verify` starts a verification, admins also with the payout service. For
 * auditors and admins; those of some merchants see only the events of their runs.
 */
export function auditPage(deps: PageDeps): Feature {
  const { appContext } = deps;
  const verification = createVerification(appContext);
  const list = listFeature(deps, auditList, { path: PATH });
  const page = async (context: Context, view: View, refused: RefusedForm | null) => {
    const shown = await list.read(context, view);
    if (shown === null || shown instanceof Response) return shown;
    const how = { isBusy: verification.isBusy, refused };
    const above = isWhole(view.currentUser)
      ? html`<div class="cards"><section class="card" aria-labelledby="verification"><h2 id="verification">Audit integrity</h2>${verification.part(view)}</section>${await comparisonPart(view, deps, how)}</div>`
      : '';
    return list.show(view, shown, { above: html`${above}<h2>Events</h2>` });
  };
  return (app) => {
    list.add(app);
    get(app, deps, PATH, 'auditor', (context, view) => page(context, view, null));
    // A discrepancy of a reconciliation can be of no merchant's run.
    postAction(app, deps, accept, {
      path: PATH,
      page: {
        find: async (_, { currentUser }) => (hasRole(currentUser.role, 'admin') && isWhole(currentUser) ? true : null),
        show: (context, view, _, refused) => page(context, view, refused),
      },
      subject: (_, { discrepancy = '' }) => ({ references: [discrepancy] }),
      back: () => PATH,
    });

    post(app, deps, '/settings/audit/verify', 'auditor', async (context, view) => {
      if (!isWhole(view.currentUser)) return null;
      const remote = (await readForm(context)).with === 'service';
      // It makes API calls, which count against the rate limit of the runs.
      if (remote && !hasRole(view.currentUser.role, 'admin')) return null;
      verification.begin(view.currentUser.name, remote);
      return context.redirect('/settings/audit', 303);
    });
  };
}
