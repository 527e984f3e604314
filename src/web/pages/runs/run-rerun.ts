import { enqueue } from '../../../engine/queue/enqueue.ts';
import { createRerun } from '../../../engine/runs/rerun.ts';
import { runIdOf } from '../../../ledger/merchants/scope.ts';
import { selectRun } from '../../../ledger/views/run-view.ts';
import { readForm } from '../../bodies/read-form.ts';
import type { PageDeps } from '../../components/view.ts';
import type { Feature } from '../../feature.ts';
import { actorOf } from '../../session/actor-of.ts';
import { post } from '../route.ts';
import { pathWithRunNotice } from '../run-notices.ts';

const STATES: readonly string[] = ['failed', 'returned'];

/**
 * `POST /runs/:run/rerun`: retries the failed or returned payments of a run, like `payrun rerun`; a worker executes the
 * new run.
 */
export function runRerun(deps: PageDeps): Feature {
  const { appContext } = deps;
  return (app) => {
    post(app, deps, '/runs/:run/rerun', 'maker', async (context, view) => {
      const found = await selectRun(
        appContext.ledger.db,
        view.currentUser.merchants,
        runIdOf(context.req.param('run')),
      );
      const { state } = await readForm(context);
      if (!found || typeof state !== 'string' || !STATES.includes(state)) return null;
      const id = await createRerun(appContext, {
        run: String(found.id),
        maker: actorOf(context),
        states: [state],
        references: [],
        dryRun: false,
        confirmed: true,
      });
      await enqueue(appContext, { kind: 'run', run: String(id) });
      return context.redirect(pathWithRunNotice(view, id, 'retried'), 303);
    });
  };
}
