import { accept } from '../../../actions/accept.ts';
import { dismiss } from '../../../actions/dismiss.ts';
import { isReleasable } from '../../../engine/review/release-reasons.ts';
import { codeWords } from '../../../events/code-words.ts';
import { openBatchDiscrepancies } from '../../../ledger/batches/batch-discrepancy.ts';
import { MOST_LOOKED_AT, type ProblemGroup } from '../../../ledger/views/run-problems.ts';
import type { RunView } from '../../../ledger/views/run-view.ts';
import type { TakenOver } from '../../../ledger/views/runs-to-correct.ts';
import { problemGroups } from '../../../lists/tables/run-tables.ts';
import { countedReason } from '../../../outcomes/reason-words.ts';
import { rowStep, STATES_TO_DO } from '../../../outcomes/row-steps.ts';
import type { RunResult } from '../../../outcomes/run-result.ts';
import { may } from '../../../permissions/access.ts';
import { figure } from '../../components/amount.ts';
import { badge } from '../../components/badge.ts';
import { type Content, html, type Markup } from '../../components/markup.ts';
import { runPath } from '../../components/paths.ts';
import { moment } from '../../components/relative-time.ts';
import type { PageDeps, View } from '../../components/view.ts';
import { listTable } from '../../lists/list-table.ts';
import { actionForm, formOrRoleNote, type RefusedForm } from '../action-form.ts';
import { isAllTaken } from './run-outcome-part.ts';

/** The rows of a run that need attention, by next step; empty if there are none. */
export function problemsPart(
  view: View,
  { id: run, finished_at }: Pick<RunView, 'id' | 'finished_at'>,
  {
    groups,
    counts,
    taken,
  }: { readonly groups: readonly ProblemGroup[]; readonly counts: RunResult['counts']; readonly taken: TakenOver },
  refused: RefusedForm | null = null,
): Markup | '' {
  if (groups.length === 0) return '';
  const parts: Content[] = STATES_TO_DO.flatMap((state) => {
    const mine = groups.filter((group) => group.state === state);
    if (mine.length === 0) return [];
    const later = taken[state] ?? 0;
    const areAllLater = later > 0 && isAllTaken(state, counts, taken);
    const [title, todo] = rowStep(state, {
      ...{ isOver: finished_at !== null, areAllLater },
      isReleasable: mine.some(({ code }) => isReleasable(code)),
    });
    return [
      html`<section class="issue"><h3>${badge(state)} ${title}</h3><p class="quiet">${todo}${later > 0 && !areAllLater ? ` ${figure(view, later)} of them ${later === 1 ? 'is' : 'are'} already in a later run.` : ''}</p>
${listTable(view, problemGroups(run, state), mine)}${state === 'held' && may(view.currentUser, 'dismiss') ? mine.map((group) => dismissAll(view, run, group, refused)) : ''}</section>`,
    ];
  });
  return html`<h2 id="problems" class="hidden">What to do</h2>${parts}`;
}

function dismissAll(view: View, run: bigint, { code, rows }: ProblemGroup, refused: RefusedForm | null): Markup {
  const all = rows >= MOST_LOOKED_AT ? '' : ` ${figure(view, rows)}`;
  const which = rows === 1 ? 'the payment' : `all${all}`;
  return actionForm(view, dismiss, {
    path: `${runPath(run)}#issues`,
    title: `Dismiss ${which}: ${countedReason(codeWords(code), rows)}`,
    button: rows === 1 ? dismiss.button : `Dismiss${all} payments`,
    id: `dismiss-${code}`,
    about: { kind: code },
    refused,
  });
}

/**
 * The discrepancies that no one has accepted yet, each with its next step; empty if there is none. The caller checks
 * that the reader may see the run.
 */
export async function discrepanciesPart(
  view: View,
  { appContext }: PageDeps,
  run: bigint,
  refused: RefusedForm | null,
): Promise<Markup | ''> {
  const open = await openBatchDiscrepancies(appContext.ledger.db, [run]);
  if (open.length === 0) return '';
  return html`<section class="card" aria-labelledby="discrepancies"><h2 id="discrepancies">Discrepancies with the payout service</h2>
<p>A batch of this run was changed in the payout service. Find out by whom, and whether money must be returned. Accept it when this is settled.</p>
${open.map(
  (
    { what, remoteId, found_at },
    i,
  ) => html`<p class="notice bad">${what} <span class="quiet">Found ${moment(view, found_at)}.</span></p>
${formOrRoleNote(view, accept, {
  path: `${runPath(run)}#issues`,
  question: 'The payout service’s record stays unchanged. Nothing is sent, and no payment in the sheet changes.',
  id: `discrepancy-${i}`,
  about: { discrepancy: remoteId },
  refused,
})}`,
)}</section>`;
}
