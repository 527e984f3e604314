import type { Context } from 'hono';
import { accept } from '../../../actions/accept.ts';
import { dismiss } from '../../../actions/dismiss.ts';
import { rerun } from '../../../actions/rerun.ts';
import { reschedule } from '../../../actions/reschedule.ts';
import { discard, submit } from '../../../actions/submit.ts';
import { stop, withdraw } from '../../../actions/take-back.ts';
import { readApprovalParties } from '../../../engine/review/approval-parties.ts';
import { asksForColumns } from '../../../engine/review/match-columns.ts';
import { hasReleasable } from '../../../engine/review/release-reasons.ts';
import { createFiguresCache } from '../../../engine/runs/run-figures.ts';
import type { Feature } from '../../../http/feature.ts';
import { parseRunId } from '../../../ledger/merchants/scope.ts';
import { countRecipientRows } from '../../../ledger/recipients/recipient-row.ts';
import { getRejections } from '../../../ledger/runs/rejection.ts';
import { selectRunning } from '../../../ledger/views/active-runs.ts';
import { selectEventNames } from '../../../ledger/views/event-names.ts';
import { selectHistory } from '../../../ledger/views/history.ts';
import { seesSeveralMerchants } from '../../../ledger/views/run-list.ts';
import type { ProblemGroup } from '../../../ledger/views/run-problems.ts';
import type { RunRecipient } from '../../../ledger/views/run-recipients.ts';
import { type RunView, selectBatches, selectRun, selectSeenRuns } from '../../../ledger/views/run-view.ts';
import { activityList, namedEvents } from '../../../lists/activity.ts';
import { batchList } from '../../../lists/batches.ts';
import { approverWords } from '../../../lists/event-text/approver-words.ts';
import { runFacts } from '../../../lists/facts/run-facts.ts';
import { runPaymentList } from '../../../lists/run-payments.ts';
import { runRecipientList } from '../../../lists/run-recipients.ts';
import { reportedAmounts } from '../../../lists/tables/run-tables.ts';
import { getRunNote } from '../../../outcomes/rejection-words.ts';
import { issueCount } from '../../../outcomes/row-steps.ts';
import type { RunResult } from '../../../outcomes/run-result.ts';
import { debitStateWord, toPaymentState } from '../../../outcomes/total-debits.ts';
import { maySeeSheet } from '../../../permissions/may-see-sheet.ts';
import { runKind } from '../../../references/run-kinds.ts';
import { as, type Value } from '../../../references/value.ts';
import { runNames } from '../../../reports/run-names.ts';
import type { RunStatus } from '../../../states.ts';
import { counted, figure } from '../../components/amount.ts';
import { outcomeBadge } from '../../components/badge.ts';
import { layout } from '../../components/layout.ts';
import { type Content, html, type Markup } from '../../components/markup.ts';
import { merchantIfSeveral } from '../../components/merchant-if-several.ts';
import { columnsPath, pathWith, runPath } from '../../components/paths.ts';
import { printFooter } from '../../components/print-footer.ts';
import { moment } from '../../components/relative-time.ts';
import { empty } from '../../components/table.ts';
import { tabs } from '../../components/tabs.ts';
import type { PageDeps, View } from '../../components/view.ts';
import { listTable, objectFacts } from '../../lists/list-table.ts';
import { valueMarkup } from '../../lists/value-markup.ts';
import { detachedRefusal, postAction, type RefusedForm } from '../action-form.ts';
import { type Chips, type ListFeature, listFeature, type ShownList } from '../list-page.ts';
import { returnsReadPart } from '../reports/returns-read.ts';
import { get } from '../route.ts';
import { pathAfterReading } from '../uploads/run-columns.ts';
import { approvalNote } from './approval-words.ts';
import { fundsPart, isBalanceNotice } from './funds.ts';
import { openItems } from './open-items.ts';
import { payDatePart } from './pay-date.ts';
import { downloads, primaryAction, runActions, takeBackPart } from './run-actions.ts';
import { countsPart, getRunNotes, outcomePart } from './run-outcome-part.ts';
import { discrepanciesPart, problemsPart } from './run-problems.ts';
import { runTotals } from './run-totals.ts';
import { runLivePart } from './running-part.ts';
import { answerPart, seesWholeSheet } from './submit-run.ts';

const MOST_BATCHES = 50;
/** The latest events; all others have a page of their own. */
const EVENTS = 20;

/** `GET /runs/:run?state=&q=&asked=&after=`: a run with its outcome, totals, next steps and payments. */
export function runPage(deps: PageDeps): Feature {
  const { ledger, clock } = deps.appContext;
  const figuresOf = createFiguresCache(clock);
  const at = { path: '/runs/:run', csv: '/runs/:run/payments', hash: '#payments' };
  const payments = listFeature(deps, runPaymentList, at);
  const rows = listFeature(deps, runRecipientList, { ...at, csv: '/runs/:run/rows' });
  const find = (context: Context, { currentUser }: View) =>
    selectRun(ledger.db, currentUser.merchants, parseRunId(context.req.param('run')));
  const show = async (
    context: Context,
    view: View,
    found: RunView,
    refused: RefusedForm | null = null,
  ): Promise<Markup | Response | null> => {
    const scope = view.currentUser.merchants;
    const { id } = found;
    // Reading took longer than the upload waited: what is asked after it comes now.
    if (context.req.query('next') !== undefined && (found.intake_at !== null || found.finished_at !== null))
      return context.redirect(await pathAfterReading(deps, view.currentUser, id));
    const list = await payments.read(context, view);
    if (list === null || list instanceof Response) return list;
    const [{ facts, result, problems, taken, at }, several, batches, running, wholeSheet, seen, events] =
      await Promise.all([
        figuresOf(ledger.db, scope, found),
        seesSeveralMerchants(ledger.db, scope),
        selectBatches(ledger.db, scope, id, MOST_BATCHES),
        found.leased ? selectRunning(ledger.db, scope, { most: 1, run: id }) : [],
        maySeeSheet(deps.appContext.ledger.db, view.currentUser, found.lead_run ?? id),
        selectSeenRuns(ledger.db, scope, [found.parent_run, found.same_as, found.lead_run, ...found.reruns]),
        selectHistory(ledger.db, scope, { run: id, before: null, limit: EVENTS }),
      ]);
    const path = runPath(id);
    const ofPayments = runKind(found.job).hasPayments;
    const link = (other: bigint | string): Value =>
      seen === null || seen.has(String(other)) ? as.link('run', other, `run ${other}`) : `run ${other}`;
    const names = await selectEventNames(ledger.db, scope, events);
    const approvers = approverWords(batches);
    const asksColumns = result.outcome === 'not_submitted' && result.counts.invalid > 0;
    const columns =
      asksColumns && (await asksForColumns(deps.appContext, view.currentUser, id)) ? columnsPath(id) : null;
    const issues = [
      await discrepanciesPart(view, deps, id, refused),
      problemsPart(view, found, { groups: problems, counts: result.counts, taken }, refused),
    ];
    const isLive = found.finished_at === null;
    // An ended run has no stage that is not over.
    const stages = isLive
      ? html`<div data-live="${pathWith('/live/running', { run: id, outcome: result.outcome })}" role="region" aria-label="Progress">${runLivePart(view, running, facts.status)}</div>`
      : '';
    const dated = await payDatePart(view, deps, id, refused);
    const plan = await answerPart(view, deps, id, { dated, problems, refused });
    // The steps of the upload and the plan to submit show the progress and the amounts.
    const isPlanned = plan !== '' && (await seesWholeSheet(deps, view.currentUser, id));
    const { words: payDate, change } = dated;
    const { shortfall, add } = await fundsPart(view, deps, found);
    const isShort = shortfall !== '' && result.outcome === 'insufficient_funds';
    const isDated = payDate !== '' && result.outcome === 'scheduled';
    const approval = await approvalNote(deps.appContext);
    const acts = [
      ...runActions(view, found, { counts: result.counts, groups: facts.groups, taken, approval, refused }),
      change,
      takeBackPart(view, found, facts.status, refused),
    ].filter((one) => one !== '');
    const actions = acts.length === 0 ? '' : html`<div class="actions">${acts}</div>`;
    const releasable = hasReleasable(facts.status.reasons);
    const parties = (await readApprovalParties(ledger.db, [found])).get(found.id) ?? null;
    const left =
      isPlanned || isShort
        ? ''
        : openItems(view, found, { ...result, groups: facts.groups, taken, parties, releasable }, actions);
    return layout(view, {
      title: runNames([id]),
      // Of the balance a part of the page says more.
      ...(isBalanceNotice(view.notice) ? { notice: '' } : {}),
      refusal: detachedRefusal(refused, [actions, plan, ...issues]) ?? view.refusal,
      heading: html`${found.sheet ?? runNames([id])} ${outcomeBadge(result.outcome)}${found.dry_run ? html` <span class="quiet">dry run, nothing is paid</span>` : ''}`,
      about: html`${found.sheet === null ? 'Run' : runNames([id])}${merchantIfSeveral(found.merchant, several)}, uploaded by ${found.maker} ${moment(view, found.created_at)}${approvers === '' ? '' : `, approved by ${approvers}`}${valueMarkup(view, retryWords(found, link))}`,
      actions: html`<div class="actions">${downloads(view, found, { counts: result.counts, wholeSheet })}${
        isPlanned || isShort
          ? add
          : primaryAction(view, found, {
              outcome: result.outcome,
              counts: result.counts,
              taken,
              columns,
              parties,
            })
      }</div>`,
      main: html`${isPlanned || isShort || isDated ? '' : outcomePart(result, { taken, releasable, hasItems: left !== '', dryRun: found.dry_run, asked: columnsNote(result, columns), notes: [...getRunNotes(getRunNote(found.note, await getRejections(ledger.db, [found.id])), result.outcome, batches), ...stopReasons(result.outcome, problems)] })}
${shortfall}
${
  isPlanned
    ? plan
    : html`<section class="card" aria-label="Progress and totals">${stages}
${runTotals(view, id, facts.groups, result)}
${countsPart(result)}
${view.now - at > 2_000 ? html`<p class="quiet">As of ${moment(view, new Date(at))}.</p>` : ''}
${payDate}${left === '' ? actions : ''}</section>
${left}${plan}`
}
${tabs([
  {
    id: 'payments',
    title: ofPayments ? 'Payments' : 'Rows',
    count: found.rows === null ? null : figure(view, found.rows),
    content: ofPayments
      ? html`<h2 class="hidden">Payments</h2>
${payments.part(view, list, { ...noneYet(list, found), chips: statusChips(result) })}
<p>${payments.csvLink(list)}</p>
${result.money.length === 0 ? '' : html`<details class="more"><summary>Amounts by currency</summary>${listTable(view, reportedAmounts, result.money)}</details>${await returnsReadPart(deps.appContext.ledger.db, view, found.merchant)}`}`
      : await rowsPart(context, view, deps, found, rows),
  },
  {
    id: 'issues',
    title: 'Issues',
    count: issueCount(result.counts) === 0 ? null : figure(view, issueCount(result.counts)),
    content: issues.every((part) => part === '')
      ? empty(
          'No issues.',
          'Rows that have errors, are on hold or unconfirmed, have failed or were returned appear here.',
        )
      : html`${issues}`,
  },
  {
    id: 'activity',
    title: 'Activity',
    count: null,
    content: html`${listTable(view, activityList, namedEvents(events, names))}<p><a href="${path}/history">All events</a></p>`,
  },
  {
    id: 'technical',
    title: 'Technical',
    count: null,
    content: html`<div class="card">${objectFacts(view, runFacts(found, result, link))}</div>
<div id="batches">${batches.length === 0 ? '' : html`${listTable(view, batchList, batches)}<p><a href="${path}/batches">All batches</a></p>`}</div>`,
  },
])}
${printFooter(view)}`,
    });
  };
  return (app) => {
    payments.add(app);
    rows.add(app);
    get(app, deps, '/runs/:run', 'viewer', async (context, view) => {
      const found = await find(context, view);
      return found && show(context, view, found);
    });
    // A sheet is submitted or discarded as a whole.
    const findWhole = async (context: Context, view: View) => {
      const found = await find(context, view);
      return found && (await seesWholeSheet(deps, view.currentUser, found.id)) ? found : null;
    };
    for (const action of [submit, discard, rerun, withdraw, stop, reschedule, dismiss, accept])
      postAction(app, deps, action, {
        path: '/runs/:run',
        page: { find: action === submit || action === discard ? findWhole : find, show },
        subject: ({ id }, { discrepancy }) => ({
          references: discrepancy === undefined ? [] : [discrepancy],
          run: String(id),
        }),
        back: ({ id }, { runs: [made = id] = [] }) => runPath(action.paysAnew ? made : id),
      });
  };
}

/** The statuses of payments, with what those in batches await. */
function statusChips({ rows, counts, debits }: RunResult): Chips {
  const awaited = new Set(debits.map(({ state }) => state).filter((state) => toPaymentState(state) === 'batched'));
  return { filter: 'state', all: rows, counts, labels: { batched: [...awaited].map(debitStateWord).join(' / ') } };
}

/** The reason that the table of payments is empty, if it is not a filter. */
function noneYet({ next, isFiltered }: ShownList<unknown>, { rows }: RunView): { readonly none?: Markup } {
  if (next !== null) return { none: empty(`No matches up to row ${next}.`, 'Go to the next page to look further.') };
  return rows === 0 && !isFiltered ? { none: empty('No rows.', 'The sheet was not read.') } : {};
}

/** The rows of a run that pays no one. */
async function rowsPart(
  context: Context,
  view: View,
  { appContext }: PageDeps,
  { id, job }: RunView,
  list: ListFeature<RunRecipient>,
): Promise<Content> {
  if (runKind(job).subject !== 'recipients')
    return empty('This run pays no one.', 'The results and Activity show what it did for each merchant.');
  const shown = await list.read(context, view);
  if (shown === null || shown instanceof Response) return '';
  const { refused = 0, invalid = 0 } = await countRecipientRows(appContext.ledger.db, id);
  const notSaved = refused + invalid;
  return html`${
    notSaved === 0
      ? ''
      : html`<p class="notice bad">${counted(view, notSaved, 'row is', 'rows are')} not saved in the payout service. Correct ${notSaved === 1 ? 'it and send it' : 'them and send them'} again; unchanged rows are not resent.</p>`
  }${list.part(view, shown)}`;
}

/** The error of the file as a whole, if that is why nothing is paid. */
function stopReasons(outcome: RunStatus, problems: readonly ProblemGroup[]): readonly string[] {
  if (outcome !== 'not_submitted' && outcome !== 'nothing_paid') return [];
  const messages = new Set(
    problems.flatMap(({ state, message }) => (state === 'canceled' && message ? [message] : [])),
  );
  return messages.size === 1 ? [...messages] : [];
}

/** The next step for a run that cannot be submitted, if it is not to correct single rows. */
function columnsNote({ outcome, counts }: Pick<RunResult, 'outcome' | 'counts'>, path: string | null): Markup | '' {
  if (outcome !== 'not_submitted') return '';
  if (counts.invalid === 0) return html` Correct the file and upload it again.`;
  return path === null ? '' : html` Some columns are not matched: <a href="${path}">match them</a> first.`;
}

/** The run that it retries, and those that retry it. */
function retryWords({ parent_run, reruns }: RunView, link: (run: bigint | string) => Value): Value {
  const of = parent_run === null ? '' : as.words`. Retry of ${link(parent_run)}`;
  return as.words`${of}${reruns.length === 0 ? '' : as.words`. Retried in ${as.joined(reruns.map(link))}`}`;
}
