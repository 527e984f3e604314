import type { ApprovalParties } from '../../../engine/review/approval-parties.ts';
import type { CurrentShortfall } from '../../../ledger/runs/shortfalls.ts';
import { isSamePerson } from '../../../ledger/users/name-key.ts';
import type { UndecidedPayments, Waiting, WaitingRun } from '../../../ledger/views/needs-attention.ts';
import type { RowsToCorrect } from '../../../ledger/views/runs-to-correct.ts';
import { debitValue } from '../../../outcomes/debit-value.ts';
import { reasonWords } from '../../../outcomes/reason-words.ts';
import { OUTCOMES } from '../../../outcomes/run-outcome.ts';
import { stateWord } from '../../../outcomes/status-value.ts';
import { stateCountsText } from '../../../outcomes/status-words.ts';
import type { TotalDebit } from '../../../outcomes/total-debits.ts';
import { capitalized } from '../../../platform/capitalize.ts';
import { countPayments } from '../../../states.ts';
import { amount, counted, figure } from '../../components/amount.ts';
import type { IconName } from '../../components/icon.ts';
import { itemList, listItem } from '../../components/list-item.ts';
import { html, type Markup } from '../../components/markup.ts';
import { merchantIfSeveral } from '../../components/merchant-if-several.ts';
import { runPath, runPaymentsPath } from '../../components/paths.ts';
import { moment } from '../../components/relative-time.ts';
import type { View } from '../../components/view.ts';
import { valueMarkup } from '../../lists/value-markup.ts';
import { type NextStep, nextStep, paymentsStep, RUNS_TO_DO, rowsToCorrectStep } from '../runs/next-step.ts';

/**
 * Everything that requires action: the items that the visitor can act on, those that others can, and the number that
 * is not listed. A part without items is empty.
 */
export function attentionParts(
  view: View,
  { runs, moreRuns, undecided, moreUndecided }: Waiting,
  {
    toCorrect,
    shortfalls,
    parties,
    several,
  }: {
    readonly toCorrect: readonly RowsToCorrect[];
    /** Of the runs that wait for funds, by the newest balances. */
    readonly shortfalls: readonly CurrentShortfall[];
    /** The facts that decide who may approve, by run. */
    readonly parties: ReadonlyMap<bigint, ApprovalParties>;
    readonly several: boolean;
  },
) {
  // Until its uploader submits it, no one else can act on it.
  const isDraftOfOther = ({ status, maker }: WaitingRun) =>
    status === 'ready_to_submit' && view.currentUser.role !== 'maker' && !isSamePerson(maker, view.currentUser.name);
  const draftsOfOthers = new Set(runs.filter(isDraftOfOther).map(({ id }) => id));
  const unlessDraft = <S extends NextStep | null>(step: S, run: bigint): S =>
    step === null || !draftsOfOthers.has(run) ? step : { ...step, isForUser: false, label: 'View' };
  const decisions = undecided.map((payments) => {
    const step = unlessDraft(paymentsStep(view, payments), payments.run);
    return {
      mine: step.isForUser,
      item: undecidedPayments(view, payments, step),
      first: payments.state === 'discrepancy',
    };
  });
  const waitingRuns = runs
    .filter((run) => !isListed(run, undecided))
    .toSorted(inOrder)
    .map((run) => {
      const step = unlessDraft(nextStep(view, { ...run, parties: parties.get(run.id) ?? null }), run.id);
      return {
        first: run.status === 'awaiting_approval',
        mine: step?.isForUser ?? false,
        item: waitingRun(view, run, step, { several, short: shortfalls.filter((one) => one.run === run.id) }),
      };
    });
  const waiting = [
    ...decisions.filter(({ first }) => first),
    ...waitingRuns.filter(({ first }) => first),
    ...waitingRuns.filter(({ first }) => !first),
    ...decisions.filter(({ first }) => !first),
    ...toCorrect.map((rows) => {
      const step = rowsToCorrectStep(view, rows);
      return { mine: step.isForUser, item: rowsToCorrect(view, { ...rows, several }, step) };
    }),
  ];
  const [mine = [], others = []] = [true, false].map((is) => waiting.filter((one) => one.mine === is));
  const n = (count: number) => figure(view, count);
  return {
    heading:
      mine.length > 0
        ? `${n(mine.length)} ${mine.length === 1 ? 'needs' : 'need'} your attention`
        : 'Nothing needs your attention',
    about: others.length > 0 ? `${n(others.length)} ${others.length === 1 ? 'is' : 'are'} with others.` : '',
    mine: mine.length > 0 ? html`<h2>For you</h2>${list(mine)}` : '',
    others: others.length === 0 ? '' : html`<h2>With others</h2>${list(others)}`,
    more: html`${moreRuns > 0 ? html`<p><a href="/runs">${figure(view, moreRuns)} more runs need attention</a></p>` : ''}${
      moreUndecided ? html`<p>Earlier runs have payments to review too. <a href="/runs">All runs</a></p>` : ''
    }`,
  };
}

const list = (items: readonly { readonly item: Markup }[]): Markup => itemList(items.map(({ item }) => item));

/** `what` names the object for screen readers, because several links have the same label. */
const linkTo = (step: NextStep | null, what: string): Markup | '' =>
  step ? html`<a class="button" href="${step.path}">${step.label}<span class="hidden">, ${what}</span></a>` : '';

const TO_DO: readonly string[] = Object.keys(RUNS_TO_DO);
const inOrder = (a: WaitingRun, b: WaitingRun): number => TO_DO.indexOf(a.status) - TO_DO.indexOf(b.status);

const nameOf = ({ sheet, id }: { readonly sheet: string | null; readonly id: bigint }): string => sheet ?? `run ${id}`;

/** Whether the payments that the run waits for are items of their own. */
function isListed({ id, status, blocked, discrepancy, unknown }: WaitingRun, undecided: Waiting['undecided']): boolean {
  if (status !== 'action_required' || blocked || (!discrepancy && !unknown)) return false;
  const lists = (of: UndecidedPayments['state']) => undecided.some((one) => one.run === id && one.state === of);
  return (!discrepancy || lists('discrepancy')) && (!unknown || lists('unknown'));
}

function waitingRun(
  view: View,
  run: WaitingRun,
  step: NextStep | null,
  { several, short }: { readonly several: boolean; readonly short: readonly CurrentShortfall[] },
): Markup {
  const { id, merchant, maker, sums, created_at, status } = run;
  // The note has the shortfall of the last comparison, and a balance may be newer.
  const note = short.length > 0 ? null : run.note;
  const [icon, what] = RUNS_TO_DO[status as keyof typeof RUNS_TO_DO];
  const missing = short.filter((one) => one.isShort && one.missing > 0n);
  return listItem({
    ...{ icon, tone: OUTCOMES[status].tone },
    title: html`<a href="${runPath(id)}">${what(nameOf(run))}</a>`,
    about: html`Run ${id}${merchantIfSeveral(merchant, several)}, uploaded by ${maker} ${moment(view, created_at)}${note ? html`. ${note}` : ''}${fundsWords(short)}`,
    sums: missing.length > 0 ? shortLines(view, missing) : sumsLines(view, sums),
    action: linkTo(step, `run ${id}`),
  });
}

/** The outlook for a run that waits for funds. */
function fundsWords(short: readonly CurrentShortfall[]): string {
  if (short.length === 0) return '';
  return short.some(({ isShort }) => isShort)
    ? '. Payments resume automatically once funded.'
    : '. The balance covers it, so it continues automatically.';
}

/** The figure that matters of a run without funds. */
function shortLines(view: View, missing: readonly CurrentShortfall[]): Markup {
  const payments = countPayments(missing);
  return html`${missing.map(({ currency, missing: minor }) => html`<span class="error">${amount(view, { currency, minor })} short</span>`)}<span class="quiet">${counted(view, payments, 'payment')} waiting</span>`;
}

/** The action for payments in these states. */
const PAYMENTS_TO_DO = {
  held: ['hold', (payments) => `Review ${payments} on hold`],
  unknown: ['unknown', (payments) => `Confirm the outcome of ${payments}`],
  discrepancy: ['compare', (payments) => `Review ${payments} with a discrepancy`],
} as const satisfies Record<UndecidedPayments['state'], readonly [icon: IconName, what: (payments: string) => string]>;

function undecidedPayments(view: View, undecided: UndecidedPayments, step: NextStep): Markup {
  const { run, state, payments, sums, sheet, code, reason } = undecided;
  const why = reasonWords(code, reason ?? '');
  const [icon, what] = PAYMENTS_TO_DO[state];
  const inWords = counted(view, payments, 'payment');
  return listItem({
    ...{ icon, tone: state === 'discrepancy' ? 'bad' : 'wait' },
    title: html`<a href="${runPaymentsPath(run, { state })}">${what(inWords)}</a>`,
    about: html`${sheet ?? 'Run'}, run ${run}. ${payments === 1 ? capitalized(why) : `Reasons include: ${why}`}`,
    sums: sumsLines(view, sums),
    action: linkTo(step, `${inWords}, ${stateWord(state)}, in run ${run}`),
  });
}

function rowsToCorrect(
  view: View,
  { run, merchant, maker, sheet, counts, several }: RowsToCorrect & { readonly several: boolean },
  step: NextStep,
): Markup {
  const states = (['invalid', 'failed', 'returned'] as const).filter((state) => counts[state] !== undefined);
  const rows = countPayments(states.map((state) => ({ payments: counts[state]! })));
  const what = counted(view, rows, 'row');
  return listItem({
    ...{ icon: states.includes('invalid') ? 'correct' : 'returned', tone: 'bad' },
    title: html`<a href="${runPath(run)}#problems">Correct ${what} of ${nameOf({ sheet, id: run })}</a>`,
    about: html`Run ${run}${merchantIfSeveral(merchant, several)}, uploaded by ${maker}. ${stateCountsText(counts)}`,
    action: linkTo(step, `${what} of run ${run}`),
  });
}

/** The total debits one below the other, with the number of payments, for a line of a list. */
function sumsLines(view: View, sums: readonly Omit<TotalDebit, 'state'>[]): Markup | '' {
  if (sums.length === 0) return '';
  const payments = countPayments(sums);
  return html`${sums.map((one) => html`<span>${valueMarkup(view, debitValue(one))}</span>`)}<span class="quiet">${counted(view, payments, 'payment')}${sums.every(({ totalDebit }) => totalDebit !== null) ? ', total debit' : ''}</span>`;
}
