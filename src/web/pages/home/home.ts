import { hasRole } from '../../../engine/users/access.ts';
import { selectBalances } from '../../../ledger/merchants/balances.ts';
import { selectRunning } from '../../../ledger/views/active-runs.ts';
import { selectFailedFiles } from '../../../ledger/views/failed-files.ts';
import {
  selectWaiting,
  type UndecidedPayments,
  type Waiting,
  type WaitingRun,
} from '../../../ledger/views/needs-attention.ts';
import { type RowsToCorrect, selectRowsToCorrect } from '../../../ledger/views/rows-to-correct.ts';
import { selectMerchants, selectRunList } from '../../../ledger/views/run-list.ts';
import { countPayments } from '../../../outcomes/count-payments.ts';
import { OUTCOMES } from '../../../outcomes/run-outcome.ts';
import { countsInWords } from '../../../outcomes/status-words.ts';
import { readerWords } from '../../../reports/reader-words.ts';
import { figure } from '../../components/amount.ts';
import { badge, outcomeBadge } from '../../components/badge.ts';
import { choice, csrfField, field } from '../../components/form.ts';
import { layout } from '../../components/layout.ts';
import { html, type Markup } from '../../components/markup.ts';
import { moment } from '../../components/moment.ts';
import { runPath, runPaymentsPath } from '../../components/paths.ts';
import { empty } from '../../components/table.ts';
import type { PageDeps, View } from '../../components/view.ts';
import type { Feature } from '../../feature.ts';
import { get } from '../route.ts';
import { type NextStep, nextOfPayments, nextOfRowsToCorrect, nextStep } from '../runs/next-step.ts';
import { runTable } from '../runs/run-table.ts';
import { runningPart } from '../runs/running-part.ts';
import { sumsText } from '../runs/totals-text.ts';
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
    get(app, deps, '/', async (_context, view) => {
      const scope = view.visitor.merchants;
      const [waiting, toCorrect, running, runs, balances, merchants, failed] = await Promise.all([
        selectWaiting(ledger.db, scope, MOST_WAITING),
        selectRowsToCorrect(ledger.db, scope, { days: CORRECT_DAYS, most: MOST_WAITING }),
        selectRunning(ledger.db, scope, { most: MOST_RUNNING }),
        selectRunList(ledger.db, scope, { state: null, merchant: null, text: null, before: null, limit: LAST_RUNS }),
        selectBalances(ledger.db, scope, 100),
        selectMerchants(ledger.db, scope, MOST_MERCHANTS),
        selectFailedFiles(ledger.db, scope, { reader: view.visitor.name, days: FAILED_DAYS, most: MOST_FAILED }),
      ]);
      return layout(view, {
        title: 'Home',
        heading: 'Needs your attention',
        main: html`${waitingPart(view, waiting, toCorrect)}
${failedFilesPart(view, failed)}
<h2 id="running">Running now</h2>
<div data-live="/live/running" aria-labelledby="running" role="region">${runningPart(view, running)}</div>
<noscript><p class="quiet">Reload this page to see how far they are.</p></noscript>
<h2>Last runs</h2>
${runTable(
  view,
  'The last runs, the newest first',
  runs,
  empty(
    'There are no runs yet.',
    html`Upload a sheet, or drop one into the inbox; <code>payrun pay FILE</code> makes one too.`,
  ),
)}
${runs.length === LAST_RUNS ? html`<p><a href="/runs">All runs</a></p>` : ''}
<h2>Find</h2>
<form class="filters" action="/find" method="post" role="search">${csrfField(view)}
${field({ name: 'q', label: 'Reference of a payment, referenceId or e-mail of a recipient, or number of a run', type: 'search', required: true })}
<button>Find</button>
</form>
<h2>Balances</h2>
${balancePart(view, balances)}
${
  hasRole(view.visitor.role, 'maker') && merchants.length > 0
    ? html`<form class="filters" method="post" action="/balances"><input type="hidden" name="csrf" value="${view.visitor.csrf}">
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
<span class="hint">1 API call of ${figure(view, deps.appContext.perWindow)} a minute</span></form>`
    : ''
}`,
      });
    });
  };
}

function waitingPart(
  view: View,
  { runs, counts, undecided, moreUndecided }: Waiting,
  toCorrect: readonly RowsToCorrect[],
): Markup {
  if (runs.length === 0 && undecided.length === 0 && toCorrect.length === 0)
    return html`<p class="empty"><strong>Nothing needs your attention.</strong> Approvals, held payments, rows to correct and runs without funds show here.</p>`;
  const more = Object.values(counts).reduce((sum, n) => sum + n, 0) - runs.length;
  const decisions = undecided.map((payments) => {
    const step = nextOfPayments(view, payments);
    return { mine: step.mine, item: undecidedPayments(view, payments, step), first: payments.state === 'discrepancy' };
  });
  const waiting = [
    ...decisions.filter(({ first }) => first),
    ...runs.map((run) => {
      const step = nextStep(view, run);
      return { mine: step?.mine, item: waitingRun(view, run, step) };
    }),
    ...decisions.filter(({ first }) => !first),
    ...toCorrect.map((rows) => {
      const step = nextOfRowsToCorrect(view, rows);
      return { mine: step.mine, item: rowsToCorrect(view, rows, step) };
    }),
  ];
  const [mine = [], others = []] = [true, false].map((is) => waiting.filter((one) => Boolean(one.mine) === is));
  return html`${mine.length === 0 ? html`<p class="empty"><strong>Nothing needs your attention.</strong></p>` : waitingList(mine)}${
    others.length === 0 ? '' : html`<h2>Waiting on others</h2>${waitingList(others)}`
  }${more > 0 ? html`<p><a href="/runs">${figure(view, more)} more runs need attention</a></p>` : ''}${
    moreUndecided ? html`<p>Earlier runs have payments to review too. <a href="/runs">All runs</a></p>` : ''
  }`;
}

const waitingList = (waiting: readonly { readonly item: Markup }[]): Markup =>
  html`<ul class="waits card">${waiting.map(({ item }) => item)}</ul>`;

function waitingRun(view: View, run: WaitingRun, step: NextStep | null): Markup {
  const { id, sheet, merchant, maker, sums, note, created_at, outcome } = run;
  return html`<li>${outcomeBadge(outcome)} <a href="${runPath(id)}">Run ${id}${sheet === null ? '' : html` ${sheet}`}</a>
<span>${sumsText(view, sums)}${sums.length === 0 || outcome === 'ready_to_submit' ? '' : ', fees included'}</span>
<span class="quiet">${merchant}, by ${maker}, ${moment(view, created_at)}${note && !saysTheSame(note, outcome) ? html`. ${note}` : ''}</span>
${stepButton(step, `run ${id}`)}</li>
`;
}

/** A link to the next step. Its hidden text names the object, because several links have the same label. */
function stepButton(step: NextStep | null, what: string): Markup | '' {
  return step ? html`<a class="button" href="${step.path}">${step.label}<span class="hidden">, ${what}</span></a>` : '';
}

/** Whether the note only repeats the badge. */
function saysTheSame(note: string, outcome: WaitingRun['outcome']): boolean {
  return note.replace(/\.$/, '') === OUTCOMES[outcome].label;
}

function undecidedPayments(view: View, undecided: UndecidedPayments, step: NextStep): Markup {
  const { run, state, payments, sheet, merchant, reason } = undecided;
  const what = payments === 1 ? 'payment' : 'payments';
  return html`<li>${badge(state)} <a href="${runPaymentsPath(run, { state })}">${figure(view, payments)} ${what} of run ${run}${
    sheet === null ? '' : html` ${sheet}`
  }</a>
<span class="quiet">${merchant}${reason ? html`. ${payments === 1 ? '' : 'For example: '}${readerWords(reason)}` : ''}</span>
${stepButton(step, `${payments} ${state} ${what} of run ${run}`)}</li>
`;
}

function rowsToCorrect(view: View, { run, merchant, maker, sheet, counts }: RowsToCorrect, step: NextStep): Markup {
  const states = (['invalid', 'failed', 'returned'] as const).filter((state) => counts[state] !== undefined);
  const rows = countPayments(states.map((state) => ({ payments: counts[state]! })));
  const what = rows === 1 ? 'row' : 'rows';
  return html`<li>${states.map((state) => html`${badge(state)} `)}<a href="${runPath(run)}#problems">${figure(view, rows)} ${what} of run ${run}${
    sheet === null ? '' : html` ${sheet}`
  } not paid</a>
<span class="quiet">${merchant}, by ${maker}. ${countsInWords(counts)}: correct ${rows === 1 ? 'it' : 'them'}, or drop the corrected sheet.</span>
${stepButton(step, `${what} of run ${run}`)}</li>
`;
}
