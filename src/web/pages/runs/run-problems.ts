import { dismiss } from '../../../actions/dismiss.ts';
import { isReleasable } from '../../../engine/review/release-reasons.ts';
import { codeWords } from '../../../events/code-words.ts';
import { MOST_LOOKED_AT, type ProblemGroup } from '../../../ledger/views/run-problems.ts';
import type { RunView } from '../../../ledger/views/run-view.ts';
import type { TakenOver } from '../../../ledger/views/runs-to-correct.ts';
import { problemGroups } from '../../../lists/tables/run-tables.ts';
import { countIn } from '../../../outcomes/count-payments.ts';
import { countedReason } from '../../../outcomes/reason-words.ts';
import type { RunResult } from '../../../outcomes/run-result.ts';
import { may } from '../../../permissions/access.ts';
import type { PaymentState } from '../../../states.ts';
import { figure } from '../../components/amount.ts';
import { badge } from '../../components/badge.ts';
import { type Content, html, type Markup } from '../../components/markup.ts';
import { runPath } from '../../components/paths.ts';
import type { View } from '../../components/view.ts';
import { listTable } from '../../lists/list-table.ts';
import { actionForm, type RefusedForm } from '../action-form.ts';
import { isAllTaken } from './run-outcome-part.ts';

/** The next step for rows in each state, in order of importance. */
const TO_DO: readonly (readonly [state: keyof RunResult['counts'], title: string, todo: string])[] = [
  [
    'discrepancy',
    'Compare what was paid with what was ordered',
    'The payout service paid another amount, recipient or account than the row says. They are not counted as paid, and are never paid again automatically. An approver accepts each on its page, or takes it up with the payout service.',
  ],
  [
    'unknown',
    'Find out whether they were paid',
    'Their outcome is not known yet. They are never sent again automatically. Check at the payout service; an approver confirms the outcome on the page of each.',
  ],
  [
    'held',
    'Release or dismiss them',
    'They are not paid until an approver releases them, each on its page or several under Exceptions. Dismiss those that must not be paid.',
  ],
  [
    'invalid',
    'Correct the rows here, or upload the corrected file',
    'Only corrected rows are paid: every payment is known by its reference.',
  ],
  ['failed', 'Correct the cause and retry', 'These payments were not made. A retry pays only these.'],
  ['returned', 'Ask for the right account and retry', 'The money came back. Correct the account first.'],
  [
    'already_paid',
    'Nothing to do: they were paid before',
    'An earlier run paid them, with the same reference, amount, recipient and account. They are not paid again.',
  ],
  [
    'dismissed',
    'Nothing to do: they were dismissed',
    'They stay unpaid. If a row comes again with other details, it is held again.',
  ],
  ['canceled', 'Nothing to do, unless they should be paid', 'They were taken out before they were sent.'],
];

const NOTHING_TO_DO = ['already_paid', 'dismissed', 'canceled'];

/** The number of rows about which something is to be done, each once, whatever the number of its errors. */
export const issueCount = (counts: RunResult['counts']): number =>
  countIn(
    counts,
    TO_DO.flatMap(([state]) => (NOTHING_TO_DO.includes(state) ? [] : state)),
  );

/** The next steps while the run is in progress: rows can be retried only after it has finished. */
const BEFORE_ITS_END: Readonly<Partial<Record<PaymentState, readonly [title: string, todo: string]>>> = {
  failed: ['Find out the cause', 'These payments were not made. They can be paid when this run is finished.'],
  returned: [
    'Ask for the right account',
    'The money came back. They can be paid when this run is finished; correct the account first.',
  ],
};

/** If none of the rows on hold can be released. */
const NOT_RELEASABLE: readonly [title: string, todo: string] = [
  'Correct or dismiss them',
  'They cannot be released. Correct the sheet and upload it again, and dismiss those that must not be paid.',
];

/** If their references are in a later run, that run has their outcome. */
const IN_A_LATER_RUN: readonly [title: string, todo: string] = [
  'Nothing to do: a later run has them',
  'They were corrected, or came again in a later sheet. That run says what became of them.',
];

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
  const parts: Content[] = TO_DO.flatMap(([state, ...after]) => {
    const mine = groups.filter((group) => group.state === state);
    if (mine.length === 0) return [];
    const later = taken[state] ?? 0;
    const [title, todo] =
      later > 0 && isAllTaken(state, counts, taken)
        ? IN_A_LATER_RUN
        : state === 'held' && !mine.some(({ code }) => isReleasable(code))
          ? NOT_RELEASABLE
          : ((finished_at === null ? BEFORE_ITS_END[state] : null) ?? after);
    return [
      html`<section class="issue"><h3>${badge(state)} ${title}</h3><p class="quiet">${todo}${later > 0 && title !== IN_A_LATER_RUN[0] ? ` ${figure(view, later)} of them ${later === 1 ? 'is' : 'are'} in a later run already.` : ''}</p>
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
