import { requeueIfFunded } from '../../../engine/queue/requeue-funded-runs.ts';
import { runIdOf } from '../../../ledger/merchants/scope.ts';
import { seesMerchant } from '../../../permissions/access.ts';
import { readForm } from '../../bodies/read-form.ts';
import { pathWithRefusal } from '../../components/notice-in-url.ts';
import { runPath } from '../../components/paths.ts';
import type { PageDeps } from '../../components/view.ts';
import type { Feature } from '../../feature.ts';
import { isServiceAway, post, SERVICE_AWAY } from '../route.ts';

/** Maximum time to wait for the rate limit. */
const LONGEST_MS = 20_000;

/**
 * `POST /balances`: loads the balances of one merchant with an API call. Runs that await these funds continue. Leads
 * back to `run` if one is given, else to the home page.
 */
export function loadBalances(deps: PageDeps): Feature {
  const { appContext } = deps;
  return (app) => {
    post(app, deps, '/balances', 'maker', async (context, view) => {
      const { currentUser } = view;
      const { merchant, run } = await readForm(context);
      if (typeof merchant !== 'string' || !seesMerchant(currentUser, merchant)) return null;
      const shownOn = typeof run === 'string' ? runIdOf(run) : null;
      const path = shownOn === null ? '/' : runPath(shownOn);
      try {
        await requeueIfFunded(appContext, { merchant, by: currentUser.name, signal: AbortSignal.timeout(LONGEST_MS) });
      } catch (error) {
        if (!isServiceAway(error)) throw error;
        return context.redirect(pathWithRefusal(view, path, SERVICE_AWAY), 303);
      }
      return context.redirect(path, 303);
    });
  };
}
