import { readApprovalParties } from '../../../engine/review/approval-parties.ts';
import { isError, type PayrunError } from '../../../errors.ts';
import type { Feature } from '../../../http/feature.ts';
import { type LoadedBalance, selectBalances } from '../../../ledger/merchants/balances.ts';
import { currentShortfalls } from '../../../ledger/runs/shortfalls.ts';
import { selectRunning } from '../../../ledger/views/active-runs.ts';
import { type FailedFile, selectFailedFiles } from '../../../ledger/views/failed-files.ts';
import { selectWaiting } from '../../../ledger/views/needs-attention.ts';
import { selectMerchants } from '../../../ledger/views/run-list.ts';
import { selectRowsToCorrect } from '../../../ledger/views/runs-to-correct.ts';
import { runList } from '../../../lists/runs.ts';
import { failedFiles, loadedBalances } from '../../../lists/tables/operation-tables.ts';
import { hasRole } from '../../../permissions/access.ts';
import { figure } from '../../components/amount.ts';
import { choice, csrfField } from '../../components/form.ts';
import { icon } from '../../components/icon.ts';
import { layout } from '../../components/layout.ts';
import { html, type Markup } from '../../components/markup.ts';
import { isWhole } from '../../components/settings-nav.ts';
import { empty } from '../../components/table.ts';
import type { PageDeps, View } from '../../components/view.ts';
import { listTable } from '../../lists/list-table.ts';
import { listFeature } from '../list-page.ts';
import { get } from '../route.ts';
import { runningPart } from '../runs/running-part.ts';
import { attentionParts } from './attention-parts.ts';
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
  const recent = listFeature(deps, runList);
  return (app) => {
    get(app, deps, '/', 'viewer', async (context, view) => {
      const rulesIssue = await rulesIssueOf(deps);
      if (isError(rulesIssue, 'rules_missing') && hasRole(view.currentUser.role, 'admin') && isWhole(view.currentUser))
        return context.redirect('/settings#rules', 303);
      const scope = view.currentUser.merchants;
      const [waiting, toCorrect, running, runs, balances, merchants, failed] = await Promise.all([
        selectWaiting(ledger.db, scope, MOST_WAITING),
        selectRowsToCorrect(ledger.db, scope, { days: CORRECT_DAYS, most: MOST_WAITING }),
        selectRunning(ledger.db, scope, { most: MOST_RUNNING }),
        recent.rows(view, LAST_RUNS),
        selectBalances(ledger.db, scope, 100),
        selectMerchants(ledger.db, scope, MOST_MERCHANTS),
        selectFailedFiles(ledger.db, scope, { reader: view.currentUser.name, days: FAILED_DAYS, most: MOST_FAILED }),
      ]);
      const { about, mine, others, more } = attentionParts(view, waiting, {
        toCorrect,
        shortfalls: await currentShortfalls(
          ledger.db,
          waiting.runs.filter(({ status }) => status === 'insufficient_funds').map(({ id }) => id),
        ),
        parties: await readApprovalParties(
          ledger.db,
          waiting.runs.filter(({ status }) => status === 'awaiting_approval'),
        ),
      });
      return layout(view, {
        title: 'Overview',
        refusal: view.refusal ?? rulesIssue?.onPage,
        about,
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
${hasRole(view.currentUser.role, 'maker') ? loadForm(view, merchants, balances[0]?.merchant, deps.appContext.perWindow) : ''}
</div></div>
<h2>Recent runs</h2>
${listTable(view, runList, runs, { caption: 'Recent runs, the newest first' })}
${runs.length === LAST_RUNS ? html`<p><a href="/runs">All runs</a></p>` : ''}`,
      });
    });
  };
}

/** Why nothing is paid from this ledger, if it has no rules or this process belongs to another environment. */
async function rulesIssueOf({ appContext }: PageDeps): Promise<PayrunError | null> {
  try {
    await appContext.checkRules();
    return null;
  } catch (error) {
    if (isError(error, 'rules_missing', 'ledger_environment')) return error;
    throw error;
  }
}

/**
 * Loads the balances of a merchant, at first of the one that is `shown`. Opening a page makes no API call, so this is a
 * button.
 */
function loadForm(view: View, merchants: readonly string[], shown: string | undefined, perWindow: number): Markup | '' {
  if (merchants.length === 0) return '';
  return html`<form class="filters" method="post" action="/balances">${csrfField(view)}
${
  merchants.length === 1
    ? html`<input type="hidden" name="merchant" value="${merchants[0]}">`
    : choice(
        'merchant',
        'Merchant',
        merchants.map((id) => [id, id]),
        shown ?? merchants[0]!,
      )
}
<button>Load balances</button>
<span class="hint">1 API call of ${figure(view, perWindow)} a minute</span></form>`;
}

/** Files of the inbox that could not be read, each with the reason; nothing if there are none. */
function failedFilesPart(view: View, files: readonly FailedFile[]): Markup | '' {
  if (files.length === 0) return '';
  return html`<h2 id="failed-files">Files that could not be read</h2>
<p class="quiet">Nothing of them was paid. Correct the file, then upload it or drop it into the inbox.</p>
${listTable(view, failedFiles, files)}`;
}

/** The balances of each merchant: available, committed to unsent batches, and short, each with its own time. */
export function balancePart(view: View, balances: readonly LoadedBalance[]): Markup {
  if (balances.length === 0)
    return empty(
      'Balances not loaded.',
      'Opening a page makes no API call: they are loaded with the first run, and when somebody loads them here.',
    );
  const byMerchant = Map.groupBy(balances, ({ merchant }) => merchant);
  return html`${[...byMerchant].map(([merchant, of]) => balancesOfMerchant(view, merchant, of))}`;
}

function balancesOfMerchant(view: View, merchant: string, balances: readonly LoadedBalance[]): Markup {
  const several = new Set(balances.map(({ currency }) => currency)).size < balances.length;
  const caption = `Balances of ${merchant}`;
  const table = listTable(view, loadedBalances, balances, { caption, without: several ? [] : ['type'] });
  return html`${table}<p class="quiet">Committed is what batches that are not sent yet will debit, at least. Later deposits and amounts of failed or returned payments show once the balances are loaded again.</p>`;
}
