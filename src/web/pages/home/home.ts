import { hasRole } from '../../../engine/users/access.ts';
import { selectBalances } from '../../../ledger/merchants/balances.ts';
import { selectRunning } from '../../../ledger/views/active-runs.ts';
import { selectFailedFiles } from '../../../ledger/views/failed-files.ts';
import { selectWaiting } from '../../../ledger/views/needs-attention.ts';
import { selectMerchants, selectRunList } from '../../../ledger/views/run-list.ts';
import { selectRowsToCorrect } from '../../../ledger/views/runs-to-correct.ts';
import { figure } from '../../components/amount.ts';
import { choice, csrfField } from '../../components/form.ts';
import { icon } from '../../components/icon.ts';
import { layout } from '../../components/layout.ts';
import { html, type Markup } from '../../components/markup.ts';
import { empty } from '../../components/table.ts';
import type { PageDeps, View } from '../../components/view.ts';
import type { Feature } from '../../feature.ts';
import { get } from '../route.ts';
import { runTable } from '../runs/run-table.ts';
import { runningPart } from '../runs/running-part.ts';
import { attentionParts } from './attention-parts.ts';
import { balancePart } from './balance-part.ts';
import { failedFilesPart } from './failed-files-part.ts';
import { MOST_RUNNING } from './live-updates.ts';

/** Maximum number of items of each kind. */
const MOST_WAITING = 15;
const LAST_RUNS = 8;
const MOST_MERCHANTS = 200;
/** The age in days after which rows that nobody corrected are left to the page of their run. */
const CORRECT_DAYS = 30;
/** Failed files: age in days, and maximum number. */
const FAILED_DAYS = 7;
const MOST_FAILED = 20;

/** `GET /`: items that need attention, running and recent runs, and balances. Makes no API call. */
export function home(deps: PageDeps): Feature {
  const { ledger } = deps.appContext;
  return (app) => {
    get(app, deps, '/', 'viewer', async (_context, view) => {
      const scope = view.currentUser.merchants;
      const [waiting, toCorrect, running, runs, balances, merchants, failed] = await Promise.all([
        selectWaiting(ledger.db, scope, MOST_WAITING),
        selectRowsToCorrect(ledger.db, scope, { days: CORRECT_DAYS, most: MOST_WAITING }),
        selectRunning(ledger.db, scope, { most: MOST_RUNNING }),
        selectRunList(ledger.db, scope, { state: null, merchant: null, text: null, before: null, limit: LAST_RUNS }),
        selectBalances(ledger.db, scope, 100),
        selectMerchants(ledger.db, scope, MOST_MERCHANTS),
        selectFailedFiles(ledger.db, scope, { reader: view.currentUser.name, days: FAILED_DAYS, most: MOST_FAILED }),
      ]);
      const { mine, others, more } = attentionParts(view, waiting, toCorrect);
      return layout(view, {
        title: 'Overview',
        actions: hasRole(view.currentUser.role, 'maker')
          ? html`<a class="button main" href="/upload">${icon('upload')}New run</a>`
          : '',
        main: html`<div class="columns"><div>
<h2>Needs your attention</h2>
${mine}${more}
${others}
${failedFilesPart(view, failed)}
<h2 id="running">Running now</h2>
<div data-live="/live/running" aria-labelledby="running" role="region">${runningPart(view, running)}</div>
<noscript><p class="quiet">Reload this page to see how far they are.</p></noscript>
</div><div>
<h2>Balances</h2>
${balancePart(view, balances)}
${hasRole(view.currentUser.role, 'maker') ? loadForm(view, merchants, deps.appContext.perWindow) : ''}
</div></div>
<h2>Recent runs</h2>
${runTable(
  view,
  'Recent runs, the newest first',
  runs,
  empty('There are no runs yet.', 'Upload a file, or drop one into the inbox.'),
)}
${runs.length === LAST_RUNS ? html`<p><a href="/runs">All runs</a></p>` : ''}`,
      });
    });
  };
}

/** Loads the balances of a merchant. Opening a page makes no API call, so this is a button. */
function loadForm(view: View, merchants: readonly string[], perWindow: number): Markup | '' {
  if (merchants.length === 0) return '';
  return html`<form class="filters" method="post" action="/balances">${csrfField(view)}
${
  merchants.length === 1
    ? html`<input type="hidden" name="merchant" value="${merchants[0]}">`
    : choice(
        'merchant',
        'Merchant',
        merchants.map((id) => [id, id]),
        merchants[0]!,
      )
}
<button>Load balances</button>
<span class="hint">1 API call of ${figure(view, perWindow)} a minute</span></form>`;
}
