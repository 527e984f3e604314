import { runIdOf } from '../../../ledger/merchants/scope.ts';
import { selectMerchants, selectRunList } from '../../../ledger/views/run-list.ts';
import { OUTCOME_CODES, OUTCOMES, statusesShownAs } from '../../../outcomes/run-outcome.ts';
import { may } from '../../../permissions/access.ts';
import { choice, csrfField, merchantChoice, searchField } from '../../components/form.ts';
import { layout } from '../../components/layout.ts';
import { html } from '../../components/markup.ts';
import { pager, pathWith } from '../../components/pager.ts';
import { textQuery } from '../../components/query.ts';
import { empty } from '../../components/table.ts';
import type { PageDeps } from '../../components/view.ts';
import type { Feature } from '../../feature.ts';
import { get } from '../route.ts';
import { createSearch } from '../search.ts';
import { runTable } from './run-table.ts';

const PAGE = 50;

/** `GET /runs?status=&merchant=&q=&asked=&before=`: all runs, newest first. */
export function runs(deps: PageDeps): Feature {
  const { ledger } = deps.appContext;
  const search = createSearch(deps, { path: '/runs', others: ['status', 'merchant'] });
  return (app) => {
    search.add(app);
    get(app, deps, '/runs', 'viewer', async (context, view) => {
      const status = OUTCOME_CODES.find((one) => one === context.req.query('status')) ?? null;
      const merchant = textQuery(context, 'merchant');
      const searched = search.asked(context, view);
      if (searched instanceof Response) return searched;
      const { text, query, note } = searched;
      const before = runIdOf(context.req.query('before'));
      const scope = view.currentUser.merchants;
      const [found, merchants] = await Promise.all([
        selectRunList(ledger.db, scope, { outcome: status, merchant, text, before, limit: PAGE + 1 }),
        selectMerchants(ledger.db, scope, 200),
      ]);
      const shown = found.slice(0, PAGE);
      const asked = { status, merchant, ...query };
      const filtered = status !== null || merchant !== null || text !== null;
      return layout(view, {
        title: 'Runs',
        ...(may(view.currentUser, 'approve')
          ? { actions: html`<a class="button" href="/approvals">Runs to approve</a>` }
          : {}),
        main: html`<form class="filters" action="/runs" method="post" role="search">${csrfField(view)}
${searchField({ label: 'File or maker', value: text })}
${choice('status', 'Status', [['', 'All'], ...OUTCOME_CODES.filter((one) => statusesShownAs(one).at(-1) === one).map((one) => [one, OUTCOMES[one].label] as const)], status ?? '')}
${merchantChoice(merchants, merchant)}
<button>Show</button>${filtered ? html` <a href="/runs">Show all</a>` : ''}
</form>
${note}
${runTable(
  view,
  filtered ? 'Runs that were asked for, the newest first' : 'Runs, the newest first',
  shown,
  filtered
    ? empty('No runs match.', html`<a href="/runs">Show all runs</a>.`)
    : empty(
        'There are no runs yet.',
        may(view.currentUser, 'upload')
          ? html`<a href="/upload">Upload a file</a>${deps.appContext.config.inbox === undefined ? '' : ', or drop one into the inbox'}.`
          : 'A run shows here as soon as a maker uploads a file.',
      ),
)}
${pager({
  first: before === null ? null : pathWith('/runs', asked),
  next: found.length > PAGE ? pathWith('/runs', { ...asked, before: shown.at(-1)!.id }) : null,
})}`,
      });
    });
  };
}
