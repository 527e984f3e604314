import { rerun } from '../../../actions/rerun.ts';
import { stop, withdraw } from '../../../actions/take-back.ts';
import type { RunView } from '../../../ledger/views/run-view.ts';
import type { TakenOver } from '../../../ledger/views/runs-to-correct.ts';
import { type PaymentGroup, statedSums } from '../../../outcomes/run-money.ts';
import { CORRECTABLE, isAllOnHold, type StatusFacts } from '../../../outcomes/run-outcome.ts';
import type { RunResult } from '../../../outcomes/run-result.ts';
import { hasRole, may } from '../../../permissions/access.ts';
import { runKind } from '../../../references/run-kinds.ts';
import { BEFORE_START } from '../../../states.ts';
import { amount, figure } from '../../components/amount.ts';
import { html, type Markup } from '../../components/markup.ts';
import { fixPath, runPath } from '../../components/paths.ts';
import type { View } from '../../components/view.ts';
import { actionForm, type RefusedForm } from '../action-form.ts';
import { nextStep, type RunToAct } from './next-step.ts';
import { isAllTaken } from './run-outcome-part.ts';

/** In these states nothing is in progress and the recipient was not paid, so the payment can be retried. */
const AGAIN = ['failed', 'returned'] as const;

/** The primary action for a run, next to its heading; empty if there is none. */
export function primaryAction(
  view: View,
  run: RunView,
  {
    outcome,
    counts,
    taken,
    parties,
    columns,
  }: Pick<RunResult, 'outcome' | 'counts'> &
    Pick<RunToAct, 'parties'> & {
      readonly taken: TakenOver;
      /** The page that matches the columns of the file, if that is what is wrong with it. */
      readonly columns: string | null;
    },
): Markup | '' {
  if (columns !== null) return html`<a class="button main" href="${columns}">Match columns</a>`;
  // The file as a whole is wrong, and not one of its rows.
  if (outcome === 'not_submitted' && counts.invalid === 0 && may(view.currentUser, 'upload'))
    return html`<a class="button main" href="/upload">Upload corrected file</a>`;
  // A command asks on its own terminal whether to submit it.
  const isAskedInTerminal = run.status === 'ready_to_submit' && run.options.ask !== true;
  const [unknown, discrepancy] = [counts.unknown > 0, counts.discrepancy > 0];
  const step = isAskedInTerminal ? null : nextStep(view, { ...run, parties, unknown, discrepancy });
  // A link to a part of this page helps only a user who can act on it.
  if (step)
    return step.isForUser || !step.onItsPage
      ? html`<a class="button${step.isForUser ? ' main' : ''}" href="${step.path}">${step.isForUser ? step.label : step.label.replace('View', 'View approval')}</a>`
      : '';
  const isTaken = CORRECTABLE.every((state) => isAllTaken(state, counts, taken));
  return run.finished_at !== null && !isTaken && mayCorrect(view, counts)
    ? html`<a class="button main" href="${fixPath(run.id)}">Correct rows</a>`
    : '';
}

const mayCorrect = (view: View, counts: RunResult['counts']): boolean =>
  hasRole(view.currentUser.role, 'maker') && counts.invalid + counts.failed + counts.returned > 0;

/** The files of a run behind one button. `wholeSheet`: the visitor may see every merchant of the sheet. */
export function downloads(
  view: View,
  run: RunView,
  { counts, wholeSheet }: Pick<RunResult, 'counts'> & { readonly wholeSheet: boolean },
): Markup {
  const maker = hasRole(view.currentUser.role, 'maker') && wholeSheet;
  const { hasPayments, hasResultsFromStart } = runKind(run.job);
  const isRead = maker && (run.intake_at !== null || hasResultsFromStart);
  const files: readonly (readonly [offered: boolean, file: string, label: string])[] = [
    [isRead && (run.sheet_id !== null || run.parent_run !== null), 'results.xlsx', 'Results (Excel)'],
    [isRead && run.sheet_id !== null && /\.xml$/i.test(run.sheet ?? ''), 'answer.xml', 'Answer (pain.002)'],
    [hasPayments, 'payments.csv', 'Payments (CSV)'],
    [mayCorrect(view, counts), 'rows-to-fix.csv', 'Rows to fix (CSV)'],
    [maker && run.sheet_id !== null, 'input', 'Original sheet'],
  ];
  return html`<details class="menu"><summary>Download</summary><div>${files
    .filter(([offered]) => offered)
    .map(([, file, label]) => html`<a href="${runPath(run.id)}/${file}">${label}</a>`)}${
    wholeSheet
      ? ''
      : html`<p class="quiet">Other merchants pay rows of this sheet too: only users who may see all of them can download the sheet and its results.</p>`
  }</div></details>`;
}

/** The payments of a retry, and the form that was refused. */
interface Retry extends Pick<RunResult, 'counts'> {
  readonly groups: readonly PaymentGroup[];
  readonly taken: TakenOver;
  /** Whether what is submitted needs an approval: a sentence. */
  readonly approval: string;
  readonly refused: RefusedForm | null;
}

/** Corrections and retries; empty if there is nothing to correct. */
export function runActions(view: View, run: RunView, retry: Retry): readonly (Markup | '')[] {
  if (run.finished_at === null)
    return mayCorrect(view, retry.counts) ? [html`<a class="button" href="${fixPath(run.id)}">Correct rows</a>`] : [];
  return hasRole(view.currentUser.role, 'maker') ? AGAIN.map((state) => rerunButton(view, run, state, retry)) : [];
}

function rerunButton(
  view: View,
  run: RunView,
  state: (typeof AGAIN)[number],
  { counts, groups, taken, approval, refused }: Retry,
): Markup | '' {
  const inLaterRuns = taken[state] ?? 0;
  const payments = counts[state] - inLaterRuns;
  if (payments <= 0) return '';
  // The amounts of those that no later run has are not counted.
  const sums = inLaterRuns > 0 ? [] : statedSums(groups).filter((one) => one.state === state);
  const label = `${figure(view, payments)} ${state} ${payments === 1 ? 'payment' : 'payments'}`;
  return actionForm(view, rerun, {
    path: runPath(run.id),
    about: { state },
    refused,
    title: `Retry ${label}`,
    button: `Submit ${label}`,
    question: html`Creates a new run for ${label}, ${sums.map(
      ({ currency, minor }) => html`${amount(view, { currency, minor })}, `,
    )}with the same data. Correct the cause first, or ${payments === 1 ? 'it' : 'they'} will ${state === 'failed' ? 'fail' : 'be returned'} again. Submitting as ${view.currentUser.name}. ${approval}`,
  });
}

/**
 * The form to withdraw a run that awaits approval or that is on hold, or to stop one that is at work; empty if neither
 * applies.
 */
export function takeBackPart(
  view: View,
  { id, status: runStatus, finished_at }: Pick<RunView, 'id' | 'status' | 'finished_at'>,
  status: StatusFacts,
  refused: RefusedForm | null = null,
): Markup | '' {
  const { confirmed, hasPayments, batches, hasReady, unsent } = status;
  const isUnsent = hasReady || unsent > 0 || BEFORE_START.some((one) => (batches[one] ?? 0) > 0);
  const isHeld = isAllOnHold(status);
  if (!isHeld && (!confirmed || !hasPayments || finished_at !== null || !isUnsent)) return '';
  const isSent = Object.entries(batches).some(([one, n]) => !UNSENT.has(one) && !(one === 'unknown' && n === unsent));
  const isWaiting = runStatus === 'awaiting_approval' || unsent > 0;
  const action = isHeld || (isWaiting && !isSent) ? withdraw : stop;
  if (!may(view.currentUser, action.name)) return '';
  return actionForm(view, action, { path: runPath(id), refused, ...(isHeld ? { question: OF_HELD } : {}) });
}

const UNSENT: ReadonlySet<string> = new Set(['planned', 'creating', 'void', ...BEFORE_START]);

const OF_HELD =
  'Nothing will be paid. The payments on hold are canceled and can’t be released. Their references can be reused.';
