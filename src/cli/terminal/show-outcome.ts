import { isDryRunId } from '../../ledger/db/dry-run.ts';
import { debitsByStatus } from '../../lists/tables/sum-tables.ts';
import { readServiceAmount, showMoney } from '../../money.ts';
import { describeTotalSides } from '../../outcomes/control-total-line.ts';
import { feeSums } from '../../outcomes/fee-sums.ts';
import { DRY_RUN, reasonList } from '../../outcomes/reason-words.ts';
import { OUTCOMES } from '../../outcomes/run-outcome.ts';
import { dryRunCounts, stateCountsText, stateCountText } from '../../outcomes/status-words.ts';
import { countDebits, countsByState } from '../../outcomes/total-debits.ts';
import { pluralize } from '../../platform/pluralize.ts';
import type { MerchantOutcome, MovedMoney, RunOutcome } from '../../reports/payment-run-outcome.ts';
import { runNames } from '../../reports/run-names.ts';
import type { PaymentState, RunStatus } from '../../states.ts';
import { type MerchantPart, showMerchants } from './show-merchants.ts';
import { onlyFirst, showProblems } from './show-problems.ts';
import { oneLine, tableLines } from './table.ts';

/** The next step on the command line. */
const NEXT: Readonly<Partial<Record<RunStatus, string>>> = {
  reading_file: 'To read the remaining rows, run `payrun resume`.',
  ready_to_submit: 'Submit it with `payrun submit RUN`.',
  action_required: 'To find out why, run `payrun payments --run RUN`.',
  insufficient_funds: 'Fund the balance, then run `payrun resume`.',
  awaiting_approval: '`payrun approve RUN --dry-run` shows what to check.',
  awaiting_service_approval: 'Approve it in the payout service, then run `payrun resume`.',
  scheduled: '`payrun serve` sends it on its pay date. Or run `payrun resume` on or after that date.',
  approved: '`payrun resume` sends it.',
  processing: '`payrun resume` continues it.',
};

/** The next step of a run that a refusal stopped, and no payment that awaits a review. */
const CORRECTED = 'Once that is corrected, continue with `payrun resume RUN`.';

/** The states of unpaid rows whose reasons are listed. */
const SHOWN_STATES: readonly PaymentState[] = [
  'discrepancy',
  'unknown',
  'held',
  'failed',
  'returned',
  'invalid',
  'canceled',
];

/** The outcome of a run in lines. `most` limits the problems that are shown. */
export function showOutcome(outcome: RunOutcome, most = outcome.problems.length): readonly string[] {
  const { run, counts, debits, problems, runs = [] } = outcome;
  const isDryRun = isDryRunId(run);
  const found = isDryRun ? stateCountsText(dryRunCounts(counts, outcome.reasons)) : stateWords(debits);
  const status = isDryRun ? 'Dry run, nothing was sent' : OUTCOMES[outcome.outcome].label;
  const meant = runs.find((one) => one.outcome === outcome.outcome)?.run ?? run;
  const isReviewed = counts.discrepancy + counts.unknown + counts.held > 0;
  const next = (outcome.outcome === 'action_required' && !isReviewed ? CORRECTED : NEXT[outcome.outcome])?.replace(
    'RUN',
    meant,
  );
  const named =
    runs.length > 0 ? `The sheet of ${runNames(runs.map((one) => one.run)).toLowerCase()}: ` : `Run ${run}: `;
  return [
    `${isDryRun ? '' : named}${status}. ${pluralize(outcome.rows, 'row')}${found === '' ? '' : `: ${found}`}. ${pluralize(outcome.calls, 'call')}.${next ? ` ${next}` : ''}`,
    ...SHOWN_STATES.flatMap((state) => {
      const why = reasonList(outcome.reasons, state);
      return why === '' || (isDryRun && why.startsWith(DRY_RUN))
        ? []
        : [`  ${stateCountText(state, counts[state as keyof typeof counts])}: ${why}.`];
    }),
    ...(counts.discrepancy === 0
      ? []
      : [
          'Discrepancies are not counted as paid. List them with `payrun payments --state discrepancy`, and accept one with `payrun accept`.',
        ]),
    ...(outcome.sameSheet === null ? [] : [oneLine(outcome.sameSheet.message)]),
    ...(outcome.note === null ? [] : [outcome.note]),
    ...tableLines(debitsByStatus, isDryRun ? debits.filter(({ currency }) => currency !== null) : debits).map(
      (line) => `  ${line}`,
    ),
    ...showFees(outcome.money).map((line) => `  ${line}`),
    ...showMerchants(runs.map(partOf), 'status').map((line) => `  ${line}`),
    ...runs.flatMap((one) => (one.error ? [`Merchant ${one.merchant}: ${one.error.message} ${one.error.next}`] : [])),
    ...(outcome.paid === null ? [] : [`Control total of paid and processing payments: ${outcome.paid}`]),
    ...(outcome.paidSides === null ? [] : [`  ${describeTotalSides(outcome.paidSides)}`]),
    ...showProblems(problems.slice(0, most), problems),
    ...onlyFirst(problems),
    ...(outcome.results === null ? [] : ['', `Results: ${outcome.results}`]),
  ];
}

const stateWords = (debits: RunOutcome['debits']) => countsByState(debits).map(countDebits).join(', ');

function partOf({ merchant, run, outcome, debits }: MerchantOutcome): MerchantPart {
  return { merchant, run, debits, text: `${OUTCOMES[outcome].label}: ${stateWords(debits)}` };
}

/** "Fees: 1.50 USD, of which 0.75 USD is deducted from recipients"; empty if nothing was sent, or without fees. */
function showFees(money: readonly MovedMoney[]): readonly string[] {
  const lines = money.map(({ from, fees, recipientFees }) => ({
    ...{ from, fees: minorOf(fees, from), recipientFees: minorOf(recipientFees, from) },
  }));
  const sums = feeSums(lines).map(({ currency, fees, recipientFees }) => {
    const all = showMoney({ currency, minor: fees });
    if (recipientFees === 0n) return `${all} on top`;
    if (recipientFees === fees) return `${all} deducted from recipients`;
    return `${all}, of which ${showMoney({ currency, minor: recipientFees })} is deducted from recipients`;
  });
  return sums.length === 0 ? [] : [`Fees: ${sums.join('; ')}`];
}

const minorOf = (amount: string, currency: string) => readServiceAmount(amount, currency) ?? 0n;
