import type { ApprovalParties } from '../../../engine/review/approval-parties.ts';
import type { CurrentShortfall } from '../../../ledger/runs/shortfalls.ts';
import { isSamePerson } from '../../../ledger/users/name-key.ts';
import type { UndecidedPayments, Waiting, WaitingRun } from '../../../ledger/views/needs-attention.ts';
import type { RowsToCorrect } from '../../../ledger/views/runs-to-correct.ts';
import { countPayments } from '../../../outcomes/count-payments.ts';
import { debitValue } from '../../../outcomes/debit-value.ts';
import { OUTCOMES } from '../../../outcomes/run-outcome.ts';
import { countsInWords } from '../../../outcomes/status-words.ts';
import type { TotalDebit } from '../../../outcomes/total-debits.ts';
import type { RunStatus } from '../../../states.ts';
import { amount, figure } from '../../components/amount.ts';
import { badge, outcomeBadge } from '../../components/badge.ts';
import type { IconName } from '../../components/icon.ts';
import { itemList, listItem } from '../../components/list-item.ts';
import { html, type Markup } from '../../components/markup.ts';
import { runPath, runPaymentsPath } from '../../components/paths.ts';
import { moment } from '../../components/relative-time.ts';
import type { View } from '../../components/view.ts';
import { valueMarkup } from '../../lists/value-markup.ts';
import { type NextStep, nextOfPayments, nextOfRowsToCorrect, nextStep } from '../runs/next-step.ts';

interface AttentionParts {
  /** How many items the user can act on, and how many wait for others: a sentence. */
  readonly about: string;
  /** Items that the current user can act on. */
  readonly mine: Markup;
  /** Items that others can act on; empty if there are none. */
  readonly others: Markup | '';
  /** How many items are not listed; empty if all are. */
  readonly more: Markup | '';
}

/** Everything that requires action, the visitor's own items separate from those of others. */
export function attentionParts(
  view: View,
  { runs, moreRuns, undecided, moreUndecided }: Waiting,
  {
    toCorrect,
    shortfalls,
    parties,
  }: {
    readonly toCorrect: readonly RowsToCorrect[];
    /** Of the runs that wait for funds, by the newest balances. */
    readonly shortfalls: readonly CurrentShortfall[];
    /** What decides who may approve the runs that await it, by run. */
    readonly parties: ReadonlyMap<bigint, ApprovalParties>;
  },
): AttentionParts {
  // Until its maker submits it, nobody else has anything to do about it.
  const isDraftOfOther = ({ status, maker }: WaitingRun) =>
    status === 'ready_to_submit' && view.currentUser.role !== 'maker' && !isSamePerson(maker, view.currentUser.name);
  const draftsOfOthers = new Set(runs.filter(isDraftOfOther).map(({ id }) => id));
  const unlessDraft = <S extends NextStep | null>(step: S, run: bigint): S =>
    step === null || !draftsOfOthers.has(run) ? step : { ...step, mine: false, label: 'View' };
  const decisions = undecided.map((payments) => {
    const step = unlessDraft(nextOfPayments(view, payments), payments.run);
    return { mine: step.mine, item: undecidedPayments(view, payments, step), first: payments.state === 'discrepancy' };
  });
  const waitingRuns = runs
    .filter((run) => !isListed(run, undecided))
    .map((run) => {
      const step = unlessDraft(nextStep(view, { ...run, parties: parties.get(run.id) ?? null }), run.id);
      return {
        first: run.status === 'awaiting_approval',
        mine: step?.mine ?? false,
        item: waitingRun(view, { run, step, short: shortfalls.filter((one) => one.run === run.id) }),
      };
    });
  const waiting = [
    ...decisions.filter(({ first }) => first),
    ...waitingRuns.filter(({ first }) => first),
    ...waitingRuns.filter(({ first }) => !first),
    ...decisions.filter(({ first }) => !first),
    ...toCorrect.map((rows) => {
      const step = nextOfRowsToCorrect(view, rows);
      return { mine: step.mine, item: rowsToCorrect(view, rows, step) };
    }),
  ];
  const [mine = [], others = []] = [true, false].map((is) => waiting.filter((one) => one.mine === is));
  const waits = (count: number) => `${figure(view, count)} ${count === 1 ? 'waits' : 'wait'} on others`;
  return {
    about:
      mine.length > 0
        ? `${figure(view, mine.length)} ${mine.length === 1 ? 'item needs' : 'items need'} you${others.length > 0 ? `; ${waits(others.length)}` : ''}.`
        : others.length > 0
          ? `Nothing needs you; ${waits(others.length)}.`
          : '',
    mine:
      mine.length > 0
        ? list(mine)
        : html`<p class="empty"><strong>Nothing needs your attention.</strong> Approvals, payments on hold, rows to correct and runs without funds show here.</p>`,
    others: others.length === 0 ? '' : html`<h2>Waiting on others</h2>${list(others)}`,
    more: html`${moreRuns > 0 ? html`<p><a href="/runs">${figure(view, moreRuns)} more runs need attention</a></p>` : ''}${
      moreUndecided ? html`<p>Earlier runs have payments to review too. <a href="/runs">All runs</a></p>` : ''
    }`,
  };
}

const list = (items: readonly { readonly item: Markup }[]): Markup => itemList(items.map(({ item }) => item));

/** `what` names the object for screen readers, because several links have the same label. */
const linkTo = (step: NextStep | null, what: string): Markup | '' =>
  step ? html`<a class="button" href="${step.path}">${step.label}<span class="hidden">, ${what}</span></a>` : '';

/** The icon of a run that waits, by its outcome. */
const RUN_ICONS: Readonly<Partial<Record<RunStatus, IconName>>> = {
  awaiting_approval: 'approve',
  ready_to_submit: 'upload',
  insufficient_funds: 'funds',
  awaiting_service_approval: 'wait',
};

/** Whether the payments that the run waits for are items of their own. */
function isListed({ id, status, blocked, discrepancy, unknown }: WaitingRun, undecided: Waiting['undecided']): boolean {
  if (status !== 'action_required' || blocked || (!discrepancy && !unknown)) return false;
  const lists = (of: UndecidedPayments['state']) => undecided.some((one) => one.run === id && one.state === of);
  return (!discrepancy || lists('discrepancy')) && (!unknown || lists('unknown'));
}

function waitingRun(
  view: View,
  {
    run,
    step,
    short,
  }: { readonly run: WaitingRun; readonly step: NextStep | null; readonly short: readonly CurrentShortfall[] },
): Markup {
  const { id, sheet, merchant, maker, sums, created_at, status } = run;
  // The note has the shortfall of the last comparison, and a balance may be newer.
  const note = short.length > 0 ? null : run.note;
  return listItem({
    icon: RUN_ICONS[status] ?? 'alert',
    tone: OUTCOMES[status].tone,
    title: html`<a href="${runPath(id)}">Run ${id}${sheet === null ? '' : html` ${sheet}`}</a> ${outcomeBadge(status)}`,
    about: html`${merchant}, by ${maker}, ${moment(view, created_at)}${note ? html`. ${note}` : ''}${shortfallWords(view, short)}`,
    sums: sumsLines(view, sums),
    action: linkTo(step, `run ${id}`),
  });
}

function shortfallWords(view: View, short: readonly CurrentShortfall[]): Markup | '' {
  if (short.length === 0) return '';
  const missing = short.filter(({ isShort }) => isShort);
  if (missing.length === 0) return html`. The balance covers it: it goes on automatically.`;
  const known = missing.filter((one) => one.missing > 0n);
  return known.length === 0
    ? ''
    : html`. ${known.map((one, i) => html`${i ? ', ' : ''}${amount(view, { currency: one.currency, minor: one.missing })}`)} short.`;
}

const PAYMENT_ICONS = { held: 'hold', unknown: 'unknown', discrepancy: 'compare' } as const;

function undecidedPayments(view: View, undecided: UndecidedPayments, step: NextStep): Markup {
  const { run, state, payments, sums, sheet, merchant, reason } = undecided;
  const what = payments === 1 ? 'payment' : 'payments';
  return listItem({
    icon: PAYMENT_ICONS[state],
    tone: state === 'discrepancy' ? 'bad' : 'wait',
    title: html`<a href="${runPaymentsPath(run, { state })}">${figure(view, payments)} ${what} of run ${run}${
      sheet === null ? '' : html` ${sheet}`
    }</a> ${badge(state)}`,
    about: html`${merchant}${reason ? html`. ${payments === 1 ? '' : 'For example: '}${reason}` : ''}`,
    sums: sumsLines(view, sums),
    action: linkTo(step, `${payments} ${state} ${what} of run ${run}`),
  });
}

function rowsToCorrect(view: View, { run, merchant, maker, sheet, counts }: RowsToCorrect, step: NextStep): Markup {
  const states = (['invalid', 'failed', 'returned'] as const).filter((state) => counts[state] !== undefined);
  const rows = countPayments(states.map((state) => ({ payments: counts[state]! })));
  const what = rows === 1 ? 'row' : 'rows';
  return listItem({
    icon: states.includes('invalid') ? 'correct' : 'returned',
    tone: 'bad',
    title: html`<a href="${runPath(run)}#problems">${figure(view, rows)} ${what} of run ${run}${
      sheet === null ? '' : html` ${sheet}`
    } not paid</a> ${states.map((state) => html`${badge(state)} `)}`,
    about: html`${merchant}, by ${maker}. ${countsInWords(counts)}: correct ${rows === 1 ? 'it' : 'them'}, or upload the corrected file.`,
    sums: '',
    action: linkTo(step, `${what} of run ${run}`),
  });
}

/** The total debits one below the other, with the number of payments, for a line of a list. */
function sumsLines(view: View, sums: readonly Omit<TotalDebit, 'state'>[]): Markup | '' {
  if (sums.length === 0) return '';
  const payments = countPayments(sums);
  return html`${sums.map((one) => html`<span>${valueMarkup(view, debitValue(one))}</span>`)}<span class="quiet">${figure(view, payments)} ${payments === 1 ? 'payment' : 'payments'}${sums.every(({ totalDebit }) => totalDebit !== null) ? ', total debit' : ''}</span>`;
}
