import { readApprovalParties } from '../../../engine/review/approval-parties.ts';
import { isError, type PayrunError } from '../../../errors.ts';
import type { Feature } from '../../../http/feature.ts';
import { type LoadedBalance, selectBalances } from '../../../ledger/merchants/balances.ts';
import { currentShortfalls } from '../../../ledger/runs/shortfalls.ts';
import { type RunningRun, selectRunning } from '../../../ledger/views/active-runs.ts';
import { type FailedFile, selectFailedFiles } from '../../../ledger/views/failed-files.ts';
import { selectWaiting } from '../../../ledger/views/needs-attention.ts';
import { type ListedRun, selectMerchants } from '../../../ledger/views/run-list.ts';
import { selectRowsToCorrect } from '../../../ledger/views/runs-to-correct.ts';
import { selectUpcoming, type UpcomingRun } from '../../../ledger/views/upcoming-runs.ts';
import { approverWords } from '../../../lists/event-text/approver-words.ts';
import { runList } from '../../../lists/runs.ts';
import { failedFiles } from '../../../lists/tables/operation-tables.ts';
import { toStatusValue } from '../../../outcomes/status-value.ts';
import { countDebits, countsByState } from '../../../outcomes/total-debits.ts';
import { hasRole } from '../../../permissions/access.ts';
import { amount, amountText } from '../../components/amount.ts';
import { choice, csrfField } from '../../components/form.ts';
import { icon } from '../../components/icon.ts';
import { layout } from '../../components/layout.ts';
import { html, type Markup } from '../../components/markup.ts';
import { merchantIfSeveral } from '../../components/merchant-if-several.ts';
import { moneyBar } from '../../components/money-bar.ts';
import { runPath } from '../../components/paths.ts';
import { exactMoment, moment } from '../../components/relative-time.ts';
import { seesAllMerchants } from '../../components/settings-nav.ts';
import type { PageColumn } from '../../components/table.ts';
import type { PageDeps, View } from '../../components/view.ts';
import { listTable } from '../../lists/list-table.ts';
import { listFeature } from '../list-page.ts';
import { get } from '../route.ts';
import { progressLine } from '../runs/running-part.ts';
import { attentionParts } from './attention-parts.ts';

const MOST_WAITING = 15;
const LAST_RUNS = 8;
const MOST_SCHEDULED = 5;
const MOST_MERCHANTS = 200;
/** The age in days after which rows that no one corrected are left to the page of their run. */
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
      if (
        isError(rulesIssue, 'rules_missing') &&
        hasRole(view.currentUser.role, 'admin') &&
        seesAllMerchants(view.currentUser)
      )
        return context.redirect('/settings#rules', 303);
      const scope = view.currentUser.merchants;
      const [waiting, toCorrect, running, runs, scheduled, balances, merchants, failed] = await Promise.all([
        selectWaiting(ledger.db, scope, MOST_WAITING),
        selectRowsToCorrect(ledger.db, scope, { days: CORRECT_DAYS, most: MOST_WAITING }),
        selectRunning(ledger.db, scope, { most: LAST_RUNS }),
        recent.rows(view, LAST_RUNS),
        selectUpcoming(ledger.db, scope, MOST_SCHEDULED),
        selectBalances(ledger.db, scope, 100),
        selectMerchants(ledger.db, scope, MOST_MERCHANTS),
        selectFailedFiles(ledger.db, scope, { reader: view.currentUser.name, days: FAILED_DAYS, most: MOST_FAILED }),
      ]);
      const several = merchants.length > 1;
      const { heading, about, mine, others, more } = attentionParts(view, waiting, {
        toCorrect,
        several,
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
        heading,
        refusal: view.refusal ?? rulesIssue?.onPage,
        about,
        actions: hasRole(view.currentUser.role, 'maker')
          ? html`<a class="button main" href="/upload">${icon('upload')}New run</a>`
          : '',
        main: html`<div class="columns"><div>
${mine}${more}
${others}
${failedFilesPart(view, failed)}
<h2>Runs</h2>
${listTable(view, runList, runs, { caption: 'Runs, newest first', without: NOT_OF_RUNS, last: progressColumn(view, running) })}
${runs.length === LAST_RUNS ? html`<p><a href="/runs">All runs</a></p>` : ''}
</div><div>
${cashPart(view, balances, several)}
${hasRole(view.currentUser.role, 'maker') ? loadForm(view, merchants, balances[0]?.merchant) : ''}
${comingUp(view, scheduled)}
</div></div>`,
      });
    });
  };
}

/**
 * The reason that nothing is paid from this ledger, if it has no rules or this process belongs to another environment.
 */
async function rulesIssueOf({ appContext }: PageDeps): Promise<PayrunError | null> {
  try {
    await appContext.checkRules();
    return null;
  } catch (error) {
    if (isError(error, 'rules_missing', 'ledger_environment')) return error;
    throw error;
  }
}

/** The parts of runs that the overview shows as a bar. */
const NOT_OF_RUNS = ['rows', 'issues', 'debit', 'by'];

/** The states of a run's payments as a bar and as text, with its progress. */
function progressColumn(view: View, running: readonly RunningRun[]): PageColumn<ListedRun> {
  return {
    title: 'Payments',
    compact: 'line',
    cell: ({ id, debits }) => {
      const counts = countsByState(debits);
      const parts = counts.map(({ state, payments }) => ({ tone: toStatusValue(state).tone, minor: BigInt(payments) }));
      const words = counts.map(countDebits);
      const inProgress = running.find((run) => run.id === id);
      return html`${moneyBar(parts)}<span class="quiet">${words.join(', ')}</span>${inProgress ? html`<p class="quiet">${progressLine(view, inProgress)}</p>` : ''}`;
    },
  };
}

/** Loads the balances of a merchant, at first of the one that is `shown`: opening a page makes no API call. */
function loadForm(view: View, merchants: readonly string[], shown: string | undefined): Markup | '' {
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
<button>Load balances</button></form>`;
}

/** Approved runs that await their pay date, the soonest first; empty if there are none. */
function comingUp(view: View, runs: readonly UpcomingRun[]): Markup | '' {
  if (runs.length === 0) return '';
  return html`<section class="card coming" aria-labelledby="coming"><h2 id="coming">Coming up</h2>
<ul class="plain">${runs.map(
    ({ id, sheet, starts_at, approvers, debits }) => html`<li><div><a href="${runPath(id)}">${sheet ?? `Run ${id}`}</a>
<p class="quiet">${exactMoment(view, starts_at)}${approvers.length === 0 ? '' : `, approved by ${approverWords([{ approvers }])}`}</p></div>
<div class="sums">${debits.map(({ currency, minor }) => html`<span>${amount(view, { currency, minor: BigInt(minor) })}</span>`)}</div></li>`,
  )}</ul></section>`;
}

/** Files of the inbox that could not be read, each with the reason; nothing if there are none. */
function failedFilesPart(view: View, files: readonly FailedFile[]): Markup | '' {
  if (files.length === 0) return '';
  return html`<h2 id="failed-files">Files that could not be read</h2>
<p class="quiet">Nothing in these files was paid. Correct the file, then upload it or drop it into the inbox.</p>
${listTable(view, failedFiles, files)}`;
}

/** The balances of each merchant: available, committed, and left or short. */
export function cashPart(view: View, balances: readonly LoadedBalance[], several: boolean): Markup | '' {
  const used = balances.filter(({ minor, startedSince, committed }) => minor !== 0n || startedSince + committed > 0n);
  return html`${[...Map.groupBy(used, ({ merchant }) => merchant)].map(([merchant, of], i) => cashOf(view, merchantIfSeveral(merchant, several, ': '), of, i))}`;
}

function cashOf(view: View, ofWhom: string, balances: readonly LoadedBalance[], i: number): Markup {
  const isTyped = new Set(balances.map(({ currency }) => currency)).size < balances.length;
  const oldest = balances.reduce((one, other) => (other.at < one.at ? other : one));
  return html`<section class="card cash" aria-labelledby="cash-${i}"><h2 id="cash-${i}">Cash${ofWhom} <span class="quiet">loaded ${moment(view, oldest.at)} by ${oldest.asked_by}</span></h2>
<dl>${balances.map((one) => cashIn(view, one, isTyped))}</dl></section>`;
}

function cashIn(view: View, balance: LoadedBalance, isTyped: boolean): Markup {
  const { currency, type, minor, startedSince, committed } = balance;
  const money = (of: bigint) => amountText(view, { currency, minor: of });
  const available = minor > startedSince ? minor - startedSince : 0n;
  const short = startedSince + committed - minor;
  const bar = short > 0n ? [{ tone: 'bad', minor: 1n } as const] : [{ tone: 'busy', minor: committed } as const];
  const left =
    short > 0n ? html`<strong class="error">${money(short)} short</strong>` : `${money(available - committed)} left`;
  return html`<div><dt>${currency}${isTyped && type !== '' ? ` ${type.replaceAll('_', ' ')}` : ''}</dt><dd>${money(available)}</dd>
${committed === 0n && short <= 0n ? '' : html`<dd>${moneyBar(bar, short > 0n ? 1n : available)}</dd><dd class="quiet">${committed === 0n ? '' : `${money(committed)} committed`}</dd><dd class="quiet">${left}</dd>`}
${startedSince === 0n ? '' : html`<dd class="quiet">${money(minor)} loaded, ${money(startedSince)} sent since</dd>`}</div>`;
}
