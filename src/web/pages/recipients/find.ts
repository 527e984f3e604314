import type { Feature } from '../../../http/feature.ts';
import { parseRunId } from '../../../ledger/merchants/scope.ts';
import {
  selectByAmount,
  selectByPaymentId,
  selectByReference,
  selectByReferenceStart,
} from '../../../ledger/views/payment-view.ts';
import { selectRecipients } from '../../../ledger/views/recipient-view.ts';
import { selectRun } from '../../../ledger/views/run-view.ts';
import { recipientList, wantedRecipient } from '../../../lists/recipients.ts';
import { runList } from '../../../lists/runs.ts';
import { foundPayments } from '../../../lists/tables/found-payments.ts';
import { looksLikeAccount } from '../../../references/private-text.ts';
import { searchedAmounts } from '../../../reports/searched-amounts.ts';
import { csrfField, searchField } from '../../components/form.ts';
import { layout } from '../../components/layout.ts';
import { html } from '../../components/markup.ts';
import { pathWith, paymentPath, runPath } from '../../components/paths.ts';
import { empty } from '../../components/table.ts';
import type { PageDeps } from '../../components/view.ts';
import { listTable } from '../../lists/list-table.ts';
import { listFeature } from '../list-page.ts';
import { get } from '../route.ts';
import { createSearch } from '../search.ts';

const MOST = 50;
const MOST_RUNS = 20;
/** A shorter text is the beginning of too many references to help. */
const SHORTEST_START = 3;

/**
 * `GET /find?q=` or `?asked=`: payments by reference, its beginning, id or amount, recipients by a part of their name,
 * by e-mail, referenceId or the last four of an account, runs by number or by a part of the file name.
 */
export function find(deps: PageDeps): Feature {
  const { ledger } = deps.appContext;
  const runsFound = listFeature(deps, runList);
  const search = createSearch(deps, { path: '/find' });
  return (app) => {
    search.add(app);
    get(app, deps, '/find', 'viewer', async (context, view) => {
      const asked = search.asked(context, view);
      if (asked instanceof Response) return asked;
      const { text, note } = asked;
      const scope = view.currentUser.merchants;
      const amounts = text === null ? [] : searchedAmounts(text);
      const spellings = text === null ? [] : [...new Set([text, text.toUpperCase()])];
      const [named, ofId, byPrefix, recipients, run, runs, ofAmount] =
        text === null
          ? [[], [], [], [], null, [], []]
          : await Promise.all([
              selectByReference(ledger.db, scope, spellings, MOST),
              selectByPaymentId(ledger.db, scope, text),
              text.length < SHORTEST_START || looksLikeAccount(text) || text.includes('@')
                ? []
                : selectByReferenceStart(ledger.db, scope, spellings, MOST),
              selectRecipients(ledger.db, scope, {
                merchant: null,
                wanted: await wantedRecipient(ledger, text),
                before: null,
                limit: MOST,
              }),
              selectRun(ledger.db, scope, parseRunId(text.replace(/^run\s*#?\s*/i, ''))),
              runsFound.rows(view, MOST_RUNS, { q: text }),
              amounts.length === 0 ? [] : selectByAmount(ledger.db, scope, amounts, MOST),
            ]);
      const payments = [...named, ...ofId];
      const others = byPrefix.length + recipients.length + runs.length + ofAmount.length + (run ? 1 : 0);
      if (payments.length === 1 && others === 0) return context.redirect(paymentPath(payments[0]!.id), 302);
      return layout(view, {
        title: 'Search',
        main: html`<form class="filters" action="/find" method="post" role="search">${csrfField(view)}
${searchField({ label: 'Name, reference, amount', value: text })}
<button>Search</button>
</form>
<p class="quiet">Find recipients by part of a name, email address, number, or the last four digits of a current or former account. Find payments by reference (or the beginning of one), payment ID or amount, and runs by file or number.</p>
${note}
${run ? html`<p class="notice">There is a <a href="${runPath(run.id)}">run ${run.id}</a>${run.sheet === null ? '' : html`, ${run.sheet}`}.</p>` : ''}
${payments.length > 0 ? listTable(view, foundPayments, payments, { caption: `Payments with the reference or ID ${text}` }) : ''}
${byPrefix.length > 0 ? listTable(view, foundPayments, byPrefix, { caption: byPrefix.length === MOST ? `The first ${MOST} payments with a reference that begins with ${text}` : `Payments with a reference that begins with ${text}` }) : ''}
${ofAmount.length > 0 ? listTable(view, foundPayments, ofAmount, { caption: ofAmount.length === MOST ? `The last ${MOST} payments of this amount` : 'Payments of this amount' }) : ''}
${recipients.length > 0 ? listTable(view, recipientList, recipients, { caption: 'Recipients' }) : ''}
${recipients.length === MOST ? html`<p class="quiet">The first ${MOST}. <a href="${pathWith('/recipients', asked.query)}">All recipients that are found</a></p>` : ''}
${runs.length > 0 ? listTable(view, runList, runs, { caption: 'Runs' }) : ''}
${
  text !== null && payments.length === 0 && others === 0
    ? empty(
        text !== null && looksLikeAccount(text)
          ? 'No results. Search for the last four of the account number.'
          : 'No results.',
        html`To search within references, open a run. <a href="/runs">See all runs</a>`,
      )
    : ''
}`,
      });
    });
  };
}
