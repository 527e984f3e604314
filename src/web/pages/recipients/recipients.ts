import { uuidOf } from '../../../ledger/merchants/scope.ts';
import { selectRecipients } from '../../../ledger/views/recipient-view.ts';
import { selectMerchants } from '../../../ledger/views/run-list.ts';
import { may } from '../../../permissions/access.ts';
import { csrfField, merchantChoice, searchField } from '../../components/form.ts';
import { layout } from '../../components/layout.ts';
import { html } from '../../components/markup.ts';
import { pager, pathWith } from '../../components/pager.ts';
import { textQuery } from '../../components/query.ts';
import { empty } from '../../components/table.ts';
import type { PageDeps } from '../../components/view.ts';
import type { Feature } from '../../feature.ts';
import { get } from '../route.ts';
import { createSearch } from '../search.ts';
import { wantedRecipient } from './find.ts';
import { recipientTable } from './recipient-table.ts';

const PAGE = 50;

/** `GET /recipients?merchant=&q=&asked=&before=`: all recipients, newest first. */
export function recipients(deps: PageDeps): Feature {
  const { ledger } = deps.appContext;
  const search = createSearch(deps, { path: '/recipients', others: ['merchant'] });
  return (app) => {
    search.add(app);
    get(app, deps, '/recipients', 'viewer', async (context, view) => {
      const merchant = textQuery(context, 'merchant');
      const searched = search.asked(context, view);
      if (searched instanceof Response) return searched;
      const { text, query, note } = searched;
      const before = uuidOf(context.req.query('before'));
      const scope = view.currentUser.merchants;
      const wanted = text === null ? null : wantedRecipient(deps, text);
      const [found, merchants] = await Promise.all([
        selectRecipients(ledger.db, scope, { merchant, wanted, before, limit: PAGE + 1 }),
        selectMerchants(ledger.db, scope, 200),
      ]);
      const shown = found.slice(0, PAGE);
      const asked = { merchant, ...query };
      const filtered = merchant !== null || text !== null;
      return layout(view, {
        title: 'Recipients',
        main: html`<form class="filters" action="/recipients" method="post" role="search">${csrfField(view)}
${searchField({ label: 'Name, e-mail, number or last four of account', value: text })}
${merchantChoice(merchants, merchant)}
<button>Show</button>${filtered ? html` <a href="/recipients">Show all</a>` : ''}
</form>
${note}
${recipientTable(
  view,
  'Recipients, the newest first',
  shown,
  filtered
    ? empty('No results.', html`<a href="/recipients">Show all recipients</a>.`)
    : empty(
        'There are no recipients yet.',
        html`They come with the first file that is paid.${may(view.currentUser, 'upload') ? html` <a href="/upload">Upload a file</a>.` : ''}`,
      ),
)}
${pager({
  first: before === null ? null : pathWith('/recipients', asked),
  next: found.length > PAGE ? pathWith('/recipients', { ...asked, before: shown.at(-1)!.id }) : null,
})}`,
      });
    });
  };
}
