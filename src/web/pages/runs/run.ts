import { runIdOf } from '../../../ledger/merchants/scope.ts';
import { selectRunning } from '../../../ledger/views/active-runs.ts';
import { selectRunPayments } from '../../../ledger/views/run-payments.ts';
import { selectBatches, selectRun, selectSeenRuns } from '../../../ledger/views/run-view.ts';
import { isFinalOutcome } from '../../../outcomes/run-outcome.ts';
import { COUNTED_STATES } from '../../../states.ts';
import { figure } from '../../components/amount.ts';
import { outcomeBadge, stateWord } from '../../components/badge.ts';
import { actButton, choice, csrfField, field } from '../../components/form.ts';
import { layout } from '../../components/layout.ts';
import { html } from '../../components/markup.ts';
import { moment } from '../../components/moment.ts';
import { pager, pathWith } from '../../components/pager.ts';
import { runPath, runPaymentsPath } from '../../components/paths.ts';
import { printFooter } from '../../components/print-footer.ts';
import { looksPrivate } from '../../components/private-text.ts';
import { rowQuery } from '../../components/query.ts';
import { empty } from '../../components/table.ts';
import type { PageDeps } from '../../components/view.ts';
import type { Feature } from '../../feature.ts';
import { paymentTable } from '../payments/payment-table.ts';
import { get } from '../route.ts';
import { createSearch } from '../search.ts';
import { fundsPart } from './funds.ts';
import { maySeeSheet } from './may-see-sheet.ts';
import { payDatePart } from './pay-date.ts';
import { runActions } from './run-actions.ts';
import { discrepanciesPart } from './run-discrepancies.ts';
import { figuresKeeper } from './run-figures.ts';
import { outcomePart } from './run-outcome-part.ts';
import { problemsPart } from './run-problems.ts';
import { stagesLine } from './run-stages.ts';
import { batchesTable, moneyTable, runFacts, statesTable } from './run-totals.ts';
import { runLivePart } from './running-part.ts';
import { answerPart } from './submit-run.ts';
import { takeBackPart } from './take-back.ts';

const PAGE = 50;
const MOST_BATCHES = 50;
const CSV = 'Download these payments as CSV';

/** `GET /runs/:run?state=&q=&asked=&after=`: a run with its outcome, totals, next steps and payments. */
export function runPage(deps: PageDeps): Feature {
  const { ledger, clock } = deps.appContext;
  const figuresOf = figuresKeeper(clock);
  const search = createSearch(deps, { path: '/runs/:run', others: ['state'], hash: '#payments' });
  return (app) => {
    search.add(app);
    get(app, deps, '/runs/:run', async (context, view) => {
      const scope = view.visitor.merchants;
      const found = await selectRun(ledger.db, scope, runIdOf(context.req.param('run')));
      if (!found) return null;
      const { id } = found;
      const state = COUNTED_STATES.find((one) => one === context.req.query('state')) ?? null;
      const searched = search.asked(context, view);
      if (searched instanceof Response) return searched;
      const { text, query, said } = searched;
      const after = rowQuery(context);
      const [{ facts, result, problems, taken, at }, batches, page, running, wholeSheet, seen] = await Promise.all([
        figuresOf(ledger.db, scope, found),
        selectBatches(ledger.db, scope, id, MOST_BATCHES),
        selectRunPayments(ledger.db, scope, { run: id, state, text, after, limit: PAGE }),
        found.leased ? selectRunning(ledger.db, scope, { most: 1, run: id }) : [],
        maySeeSheet(deps, view.visitor, found.lead_run ?? id),
        selectSeenRuns(ledger.db, scope, [found.parent_run, found.same_as, found.lead_run, ...found.reruns]),
      ]);
      const path = runPath(id);
      const asked = { ...(state ? { state } : {}), ...query };
      const filtered = state !== null || text !== null;
      return layout(view, {
        title: `Run ${id}`,
        heading: html`Run ${id}${found.sheet === null ? '' : html`: ${found.sheet}`} ${outcomeBadge(result.outcome)}${found.dry_run ? html` <span class="quiet">dry run, nothing is paid</span>` : ''}`,
        main: html`${outcomePart(result, { taken, dryRun: found.dry_run, notes: found.note ? [found.note] : isFinalOutcome(result.outcome) ? batches.flatMap(({ note }) => note ?? []) : [] })}
${found.state === 'done' ? stagesLine(facts.standing, null) : html`<div data-live="${pathWith('/live/running', { run: id, outcome: result.outcome })}" role="region" aria-label="How far it is">${runLivePart(view, running, facts.standing)}</div>`}
${await fundsPart(view, deps, found, context.req.query('balance'))}
${await answerPart(view, deps, id)}
${await payDatePart(view, deps, id)}
${await discrepanciesPart(view, deps, id)}
${runActions(view, found, { result, groups: facts.groups, wholeSheet })}
${takeBackPart(view, found, facts.standing)}
<div class="card">${runFacts(view, found, batches, result, (other) => (seen === null || seen.has(other) ? html`<a href="${runPath(other)}">run ${other}</a>` : `run ${other}`))}</div>
<h2>Summary</h2>
${statesTable(view, id, facts.groups)}
${view.now - at > 2_000 ? html`<p class="quiet">Counted ${moment(view, new Date(at))}.</p>` : ''}
${moneyTable(view, result.money)}
<div id="batches">${batchesTable(view, batches)}</div>
${batches.length === MOST_BATCHES ? html`<p class="quiet">The first ${MOST_BATCHES} batches.</p>` : ''}
${problemsPart(view, found, { groups: problems, counts: result.counts, taken })}
<h2 id="payments">Payments</h2>
<form class="filters" action="${path}" method="post" role="search">${csrfField(view)}
${field({ name: 'q', label: 'Reference, name or row', type: 'search', value: text ?? '' })}
${choice('state', 'Status', [['', 'All'], ...COUNTED_STATES.map((one) => [one, stateWord(one)] as const)], state ?? '')}
<button>Show</button>${filtered ? html` <a href="${path}#payments">Show all</a>` : ''}
</form>
${said}
${paymentTable(
  view,
  filtered ? 'Payments that were asked for, in the order of the sheet' : 'Payments, in the order of the sheet',
  page.payments,
  page.next === null
    ? filtered
      ? empty('No payment of this run is like that.', html`<a href="${path}#payments">Show all payments</a>.`)
      : empty('No rows yet.', 'They show as soon as the sheet was read.')
    : empty(`None up to row ${figure(view, page.next)}.`, 'Go on to the next page to look further.'),
)}
${pager({
  first: after < 0 ? null : runPaymentsPath(id, asked),
  next: page.next === null ? null : runPaymentsPath(id, { ...asked, after: page.next }),
})}
${
  text !== null && looksPrivate(text)
    ? actButton(view, {
        action: `${path}/payments.csv`,
        button: CSV,
        hidden: { q: text, ...(state ? { state } : {}) },
      })
    : html`<p><a href="${pathWith(`${path}/payments.csv`, asked)}">${CSV}</a></p>`
}
<h2>Activity</h2>
<p><a href="${path}/history">All events</a>, <a href="${path}/calls">API calls</a></p>
${printFooter(view)}`,
      });
    });
  };
}
