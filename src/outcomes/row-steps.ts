import { countIn, type PaymentState } from '../states.ts';
import type { RunResult } from './run-result.ts';

/** The next step for rows: a short title and an instruction. */
type RowStep = readonly [title: string, todo: string];

/** The next step for rows in each state, in order of importance. */
const TO_DO: readonly (readonly [state: keyof RunResult['counts'], ...RowStep])[] = [
  [
    'discrepancy',
    'Compare what was paid with what was ordered',
    'The payout service paid a different amount, recipient or account than the row says. They are not treated as paid, and are never paid again automatically. An approver accepts each one, or takes it up with the payout service.',
  ],
  [
    'unknown',
    'Find out whether they were paid',
    'Their outcome is not known yet. They are never sent again automatically. Check in the payout service, then have an approver confirm each outcome.',
  ],
  [
    'held',
    'Release or dismiss them',
    'They are not paid until an approver releases them, one by one or several at once under Exceptions. Dismiss any that should not be paid.',
  ],
  [
    'invalid',
    'Correct the rows here, or upload the corrected file',
    'Rows that were already paid are not paid again: each payment is identified by its reference.',
  ],
  [
    'ready',
    'Check the warnings',
    'If you submit the run, these rows are paid as they are. If one is wrong, discard the run and upload the corrected file.',
  ],
  ['failed', 'Correct the cause and retry', 'These payments were not made. A retry pays only these.'],
  [
    'returned',
    'Get the correct account details from the recipient and retry',
    'The payment was returned. Correct the account first.',
  ],
  [
    'already_paid',
    'Nothing to do: they were paid before',
    'An earlier run paid them, with the same reference, amount, recipient and account. They are not paid again.',
  ],
  [
    'dismissed',
    'Nothing to do: they were dismissed',
    'They stay unpaid. If a row is uploaded again with different details, it is put on hold again.',
  ],
  ['canceled', 'Nothing to do, unless they should be paid', 'They were canceled before they were sent.'],
];

const NOTHING_TO_DO = ['ready', 'already_paid', 'dismissed', 'canceled'];

/** The number of rows about which something is to be done, each once, whatever the number of its errors. */
export const issueCount = (counts: RunResult['counts']): number =>
  countIn(
    counts,
    TO_DO.flatMap(([state]) => (NOTHING_TO_DO.includes(state) ? [] : state)),
  );

/** The next steps while the run is in progress: rows can be retried only after it has finished. */
const BEFORE_ITS_END: Readonly<Partial<Record<PaymentState, RowStep>>> = {
  failed: ['Find out the cause', 'These payments were not made. They can be paid when this run is finished.'],
  returned: [
    'Ask for the right account',
    'The money came back. They can be paid when this run is finished; correct the account first.',
  ],
};

/** If none of the rows on hold can be released. */
const NOT_RELEASABLE: RowStep = [
  'Correct or dismiss them',
  'They cannot be released. Correct the sheet and upload it again. Dismiss any that should not be paid.',
];

/** If their references are in a later run, that run has their outcome. */
const IN_A_LATER_RUN: RowStep = [
  'Nothing to do: a later run has them',
  'They were corrected, or were in a later sheet. See that run for their outcome.',
];

/** The states of rows about which a run says what to do, in order of importance. */
export const STATES_TO_DO = TO_DO.map(([state]) => state);

export function rowStep(
  state: keyof RunResult['counts'],
  { isOver, isReleasable, areAllLater }: { readonly [is in 'isOver' | 'isReleasable' | 'areAllLater']: boolean },
): RowStep {
  if (areAllLater) return IN_A_LATER_RUN;
  if (state === 'held' && !isReleasable) return NOT_RELEASABLE;
  const [, ...after] = TO_DO.find(([one]) => one === state)!;
  return (isOver ? null : BEFORE_ITS_END[state]) ?? after;
}
