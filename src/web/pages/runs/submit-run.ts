import { discard, submit } from '../../../actions/submit.ts';
import { lastPlannedBalances } from '../../../engine/merchants/planned-balances.ts';
import { isAboutTypes, isOnlyFact, type PlanNote, type RunPlan } from '../../../engine/plan/run-plan.ts';
import { getRunColumns, isMatchable } from '../../../engine/review/match-columns.ts';
import { countUnappliedEdits } from '../../../engine/review/submit-edits.ts';
import { planToSubmit, shownPlan } from '../../../engine/review/submit-run.ts';
import { getSheetRuns } from '../../../ledger/runs/sheet-runs.ts';
import type { ProblemGroup } from '../../../ledger/views/run-problems.ts';
import { selectRun } from '../../../ledger/views/run-view.ts';
import { getPlanBalances, plansByMerchant, sheetColumns } from '../../../lists/tables/run-tables.ts';
import { debitValue } from '../../../outcomes/debit-value.ts';
import { stateCountText } from '../../../outcomes/status-words.ts';
import { hasRole, seesMerchant } from '../../../permissions/access.ts';
import { aboutMinutes } from '../../../platform/call-minutes.ts';
import { amount, counted, figure } from '../../components/amount.ts';
import { actButton } from '../../components/form.ts';
import { html, type Markup } from '../../components/markup.ts';
import { fixPath, runPath } from '../../components/paths.ts';
import { moment } from '../../components/relative-time.ts';
import { facts } from '../../components/table.ts';
import type { PageDeps, View } from '../../components/view.ts';
import type { CurrentUser } from '../../current-user.ts';
import { listTable } from '../../lists/list-table.ts';
import { valueMarkup } from '../../lists/value-markup.ts';
import { actionForm, type RefusedForm } from '../action-form.ts';
import { unusedPart } from '../uploads/unused-columns.ts';
import { uploadSteps } from '../uploads/upload-steps.ts';
import { approvalNote } from './approval-words.ts';

/** Unused columns that are named; the table has all of them. */
const MOST_NAMED = 5;

/** A sheet is submitted as a whole, so only a visitor who may see all its merchants may see its plan and submit it. */
export async function seesWholeSheet(deps: PageDeps, currentUser: CurrentUser, run: bigint): Promise<boolean> {
  const { db } = deps.appContext.ledger;
  return (await getSheetRuns(db, run)).every((one) => seesMerchant(currentUser, one.merchant_id));
}

/** The plan of a run, with buttons to submit or discard it; empty if the run is not waiting to be submitted. */
export async function answerPart(
  view: View,
  deps: PageDeps,
  run: bigint,
  {
    dated,
    problems,
    refused,
  }: {
    readonly dated: { readonly words: Markup | ''; readonly change: Markup | '' };
    readonly problems: readonly ProblemGroup[];
    readonly refused: RefusedForm | null;
  },
): Promise<Markup | ''> {
  const plan = await planToSubmit(deps.appContext, run);
  if (!plan) return '';
  if (!(await seesWholeSheet(deps, view.currentUser, run)))
    return html`<section class="card" aria-labelledby="answer"><h2 id="answer">Ready to submit</h2>
<p>Other merchants pay rows of this sheet too: a user who may see all of them submits it.</p></section>`;
  const { payable, rows, counts, debits, newRecipients, changedRecipients, calls, minutes, sameSheet } = plan;
  const { merchants = [] } = plan;
  const aside = (['invalid', 'held', 'already_paid', 'dismissed', 'canceled'] as const).filter(
    (state) => (counts[state] ?? 0) > 0,
  );
  const { currentUser } = view;
  const shown = await selectRun(deps.appContext.ledger.db, currentUser.merchants, run);
  const columns = shown === null ? [] : getRunColumns(shown);
  const steps = {
    isMatchable: await isMatchable(deps.appContext, currentUser, shown),
    isCorrectable: hasRole(currentUser.role, 'maker'),
  };
  return html`${uploadSteps('Submit', run, steps)}<section class="card" aria-labelledby="answer"><h2 id="answer">Ready to submit: ${figure(view, payable)} of ${counted(view, rows, 'row')}</h2>
<div class="glance"><dl class="sums" aria-label="Total debit">${debits
    .filter(({ currency }) => currency !== null)
    .map(
      (one) =>
        html`<div><dt>${counted(view, one.payments, 'payment')}${one.state === 'held' ? ' on hold' : ''}</dt><dd>${valueMarkup(view, debitValue(one))}</dd></div>`,
    )}</dl></div>
${aside.length === 0 ? '' : html`<p>Not paid: ${aside.map((state) => stateCountText(state, counts[state] ?? 0)).join(', ')}.${(counts.invalid ?? 0) > 0 && hasRole(view.currentUser.role, 'maker') ? html` <a href="${fixPath(run)}">Correct ${counts.invalid === 1 ? 'the row' : 'the rows'} with errors</a>` : ''}</p>`}
${await unappliedPart(view, deps, run)}
${sameSheet ? html`<p class="notice wait">${sameSheet.message}</p>` : ''}
${rowWarningsPart(view, problems)}
${warningsPart(plan)}
${steps.isMatchable && shown ? await unusedPart(view, deps, shown) : ''}
${await planBalances(view, deps, plan)}
${merchants.length === 0 ? '' : listTable(view, plansByMerchant, merchants)}
<details><summary>${columns.length === 0 ? 'Details' : `How the file was read: ${knownColumns(view, columns)}`}</summary>
${facts([
  ['Sheet', plan.readAs],
  ['Recipients', `${figure(view, newRecipients)} new, ${figure(view, changedRecipients)} changed`],
  [
    'Estimated time',
    calls === 0
      ? 'no API calls'
      : `${aboutMinutes(minutes)} (${figure(view, calls)} API ${calls === 1 ? 'call' : 'calls'})`,
  ],
])}
${columns.length === 0 ? '' : listTable(view, sheetColumns, columns)}</details>
${dated.words}
${hasRole(view.currentUser.role, 'maker') ? buttons(view, plan, { dated: dated.change, approval: await approvalNote(deps.appContext), refused }) : html`<p class="quiet">A maker must submit or discard it.</p>`}
</section>`;
}

async function unappliedPart(view: View, { appContext }: PageDeps, run: bigint): Promise<Markup | ''> {
  const rows = await countUnappliedEdits(appContext, run);
  if (rows === 0) return '';
  const savedText = `Corrections to ${counted(view, rows, 'row')} are saved but not included yet.`;
  return html`<p class="notice wait">${savedText}${hasRole(view.currentUser.role, 'maker') ? html` <a href="${fixPath(run)}">Continue with ${rows === 1 ? 'it' : 'them'}</a>, or submit without ${rows === 1 ? 'it' : 'them'}.` : ''}</p>`;
}

function rowWarningsPart(view: View, problems: readonly ProblemGroup[]): Markup | '' {
  const warnings = problems.reduce((sum, { state, rows }) => sum + (state === 'ready' ? rows : 0), 0);
  if (warnings === 0) return '';
  return html`<p class="notice wait">${counted(view, warnings, 'warning')} on rows to be paid. <a href="#issues">Check ${warnings === 1 ? 'it' : 'them'}</a></p>`;
}

function buttons(
  view: View,
  plan: RunPlan,
  { dated, approval, refused }: { dated: Markup | ''; approval: string; refused: RefusedForm | null },
): Markup {
  const path = runPath(plan.run);
  return html`<div class="actions">${actionForm(view, submit, {
    path,
    shape: 'main',
    button: `Submit ${counted(view, plan.payable, 'payment')}`,
    hidden: { shown: shownPlan(plan) },
    question: typesQuestion(plan),
    refused,
  })}
${actionForm(view, discard, { path, refused })}${dated}
<p class="quiet">Submitting as ${view.currentUser.name}. ${approval}</p></div>`;
}

/** One answer for all rows without a type. */
function typesQuestion({ notes }: RunPlan): Markup | '' {
  if (!notes.some(isAboutTypes)) return '';
  return html`<p><label><input type="checkbox" name="businesses" value="yes" required> Pay the rows without a type as businesses</label></p>`;
}

/** Skipped parts of the file, and ambiguous ones: only the latter need attention. */
function warningsPart({ notes }: RunPlan): readonly (Markup | '')[] {
  const texts = (of: (note: PlanNote) => boolean) => notes.filter(of).map(({ text }) => text);
  // The reading summary names the columns that are not used.
  const facts = texts((note) => isOnlyFact(note) && note.code !== 'column_unused');
  return [
    notice(
      'notice wait',
      texts((note) => !isOnlyFact(note)),
    ),
    notice('notice', facts),
  ];
}

function notice(look: string, lines: readonly string[]): Markup | '' {
  if (lines.length === 0) return '';
  return html`<div class="${look}">${
    lines.length === 1 ? html`<p>${lines[0]}</p>` : html`<ul>${lines.map((line) => html`<li>${line}</li>`)}</ul>`
  }</div>`;
}

/** The number of used columns, with the names of the others. */
function knownColumns(view: View, columns: ReturnType<typeof getRunColumns>): string {
  const unused = columns.filter(({ column }) => column === null).map(({ header }) => header);
  const all = figure(view, columns.length);
  if (unused.length === 0) return `all ${all} columns`;
  const [some, more] = [unused.slice(0, MOST_NAMED).join(', '), unused.length - MOST_NAMED];
  const others = more > 0 ? ` and ${figure(view, more)} more` : '';
  return `${figure(view, columns.length - unused.length)} of ${all} columns; not used: ${some}${others}`;
}

/** The balances that a plan is paid from, with a notice for each known shortfall; empty if nothing is to be paid. */
async function planBalances(
  view: View,
  { appContext: { ledger } }: Pick<PageDeps, 'appContext'>,
  plan: RunPlan,
): Promise<Markup | ''> {
  const balances = await lastPlannedBalances(ledger.db, plan);
  if (balances.length === 0) return '';
  const merchants = [...new Set(balances.map(({ merchant }) => merchant))];
  const short = balances.filter(({ after }) => after !== null && after < 0n);
  return html`${short.map(
    ({ currency, after, merchant, unpriced, at }) =>
      html`<p class="notice wait">The ${currency} balance${merchants.length > 1 ? ` of ${merchant}` : ''}${at === null ? '' : html`, loaded ${moment(view, at)},`} is short by ${unpriced > 0 ? 'at least ' : ''}${amount(view, { currency, minor: -after! })}, before fees. You can submit; the payments wait until the balance covers them.</p>`,
  )}
${listTable(view, getPlanBalances, balances)}
${
  hasRole(view.currentUser.role, 'maker')
    ? html`<div class="links">${merchants.map((merchant) =>
        actButton(view, {
          action: '/balances',
          button: `Load balances${merchants.length > 1 ? ` of ${merchant}` : ''}`,
          hidden: { merchant, run: plan.run },
          tone: 'link',
        }),
      )}</div>`
    : ''
}`;
}
