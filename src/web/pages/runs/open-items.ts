import type { RunView } from '../../../ledger/views/run-view.ts';
import type { TakenOver } from '../../../ledger/views/runs-to-correct.ts';
import { debitValue } from '../../../outcomes/debit-value.ts';
import { reasonList } from '../../../outcomes/reason-words.ts';
import { type PaymentGroup, statedSums } from '../../../outcomes/run-money.ts';
import { getNextStep, OUTCOMES } from '../../../outcomes/run-outcome.ts';
import type { RunResult } from '../../../outcomes/run-result.ts';
import type { DebitState } from '../../../outcomes/total-debits.ts';
import { may } from '../../../permissions/access.ts';
import { capitalized } from '../../../platform/capitalize.ts';
import { pluralize } from '../../../platform/pluralize.ts';
import { countPayments, type PaymentState } from '../../../states.ts';
import { amount, figure } from '../../components/amount.ts';
import type { IconName } from '../../components/icon.ts';
import { itemList, listItem } from '../../components/list-item.ts';
import { type Content, html, type Markup } from '../../components/markup.ts';
import type { View } from '../../components/view.ts';
import { valueMarkup } from '../../lists/value-markup.ts';
import { type NextStep, nextStep, paymentsStep, RUNS_TO_DO, type RunToAct, rowsToCorrectStep } from './next-step.ts';

/** The facts about the rest of a run. */
interface Left extends Pick<RunResult, 'counts' | 'reasons' | 'debits' | 'rows'> {
  readonly groups: readonly PaymentGroup[];
  /** Rows that later runs have. */
  readonly taken: TakenOver;
  readonly parties: RunToAct['parties'];
  /** Whether a payment on hold can be released, and not only dismissed. */
  readonly releasable: boolean;
}

interface RowsLeft {
  readonly icon: IconName;
  readonly tone: string;
  readonly what: (rows: number, releasable: boolean) => string;
}

/** The rows that someone has to do something about, the most urgent first. */
const ROWS_LEFT = {
  discrepancy: { icon: 'compare', tone: 'bad', what: (n) => `Review ${pluralize(n, 'discrepancy', 'discrepancies')}` },
  unknown: { icon: 'unknown', tone: 'wait', what: (n) => `Confirm the outcome of ${pluralize(n, 'payment')}` },
  held: {
    ...{ icon: 'hold', tone: 'wait' },
    what: (n, releasable) => `${releasable ? 'Release or dismiss' : 'Dismiss'} ${pluralize(n, 'payment')} on hold`,
  },
  failed: { icon: 'correct', tone: 'bad', what: (n) => `Correct ${pluralize(n, 'failed payment')}` },
  returned: { icon: 'correct', tone: 'bad', what: (n) => `Correct ${pluralize(n, 'returned payment')}` },
  invalid: { icon: 'correct', tone: 'bad', what: (n) => `Correct ${pluralize(n, 'invalid row')}` },
} as const satisfies Partial<Record<PaymentState, RowsLeft>>;

const STATES_LEFT = Object.keys(ROWS_LEFT) as readonly (keyof typeof ROWS_LEFT)[];

/** What the payments of a run await, if the step of the run is about them. */
const AWAITED: { readonly [status in keyof typeof RUNS_TO_DO]?: DebitState } = {
  awaiting_approval: 'awaiting_approval',
  awaiting_service_approval: 'awaiting_service_approval',
  insufficient_funds: 'awaiting_funds',
};

interface LeftItem {
  readonly rows: number;
  readonly item: Markup;
}

/** The open items of a run, each with the one action that this visitor may take; empty if there are none. */
export function openItems(view: View, run: RunView, left: Left, actions: Content): Markup | '' {
  const items = [
    ...stepOfRun(view, run, left),
    ...STATES_LEFT.flatMap((state) => remainingRows(view, run, state, left)),
  ];
  if (items.length === 0) return '';
  const rows = items.reduce((sum, one) => sum + one.rows, 0);
  return html`<section class="card left" aria-labelledby="left"><h2 id="left">Still to do <span class="quiet">${figure(view, rows)} of ${pluralize(left.rows, 'row')}</span></h2>
${itemList(items.map(({ item }) => item))}${actions}</section>`;
}

/** The step of the run itself, if it concerns payments that wait together. */
function stepOfRun(view: View, run: RunView, { counts, debits, parties }: Left): readonly LeftItem[] {
  const status = run.status as keyof typeof RUNS_TO_DO;
  const inState = debits.filter(({ state }) => state === AWAITED[status]);
  if (inState.length === 0) return [];
  const [icon, what] = RUNS_TO_DO[status];
  const rows = countPayments(inState);
  const title = what(pluralize(rows, 'payment'));
  return [
    {
      rows,
      item: listItem({
        ...{ icon, tone: OUTCOMES[run.status].tone },
        title: html`<strong>${title}</strong>`,
        about: getNextStep(run.status, counts),
        sums: html`${inState.map((one) => html`<span>${valueMarkup(view, debitValue(one))}</span>`)}`,
        action: actionOf(nextStep(view, { ...run, parties, unknown: false, discrepancy: false }), title, true),
      }),
    },
  ];
}

function remainingRows(
  view: View,
  run: RunView,
  state: keyof typeof ROWS_LEFT,
  { counts, reasons, groups, taken, releasable }: Left,
): readonly LeftItem[] {
  const later = taken[state] ?? 0;
  const rows = counts[state] - later;
  if (rows <= 0) return [];
  const { icon, tone, what }: RowsLeft = ROWS_LEFT[state];
  const title = what(rows, releasable);
  const reason = capitalized(reasonList(reasons, state));
  // The amounts of those that no later run has are not counted.
  const sums = later > 0 ? [] : statedSums(groups).filter((one) => one.state === state && one.minor > 0n);
  return [
    {
      rows,
      item: listItem({
        ...{ icon, tone },
        title: html`<strong>${title}</strong>`,
        about: `${reason}${later > 0 ? `${reason === '' ? '' : '. '}${pluralize(later, 'other')} in a later run` : ''}`,
        sums: html`${sums.map((one) => html`<span>${amount(view, one)}</span>`)}`,
        action: actionOf(stepOfRows(view, run, state, rows), title),
      }),
    },
  ];
}

function stepOfRows(view: View, { id, maker }: RunView, state: keyof typeof ROWS_LEFT, payments: number): NextStep {
  if (state === 'held' || state === 'unknown' || state === 'discrepancy')
    return paymentsStep(view, { run: id, state, payments, payment: null });
  return {
    ...rowsToCorrectStep(view, { run: id, maker }),
    label: 'Correct',
    isForUser: may(view.currentUser, 'correct'),
  };
}

/** `what` tells apart links with the same label. */
const actionOf = (step: NextStep | null, what: string, isMain = false): Content =>
  step === null || !step.isForUser
    ? ''
    : html`<a class="button${isMain ? ' main' : ''}" href="${step.path}">${step.label}<span class="hidden">: ${what}</span></a>`;
