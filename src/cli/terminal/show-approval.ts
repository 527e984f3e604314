import { showPayDate } from '../../ledger/runs/pay-date.ts';
import { approvalPaymentList } from '../../lists/approval-payments.ts';
import type { TableOf } from '../../lists/list.ts';
import { type ApprovalPart, approvalParts } from '../../lists/tables/approval-checks.ts';
import {
  approvalBalances,
  batchesToApprove,
  comparedTotals,
  paymentsOnHold,
} from '../../lists/tables/approval-tables.ts';
import { approvalsText } from '../../outcomes/approvals-count.ts';
import { debitWords } from '../../outcomes/debit-value.ts';
import { pluralize } from '../../platform/pluralize.ts';
import type { BatchToApprove } from '../../reports/approval-line.ts';
import type { ApprovalSummary } from '../../reports/approval-summary.ts';
import { highFees } from '../../reports/high-fees.ts';
import type { PaymentToApprove } from '../../reports/payments-to-approve.ts';
import { shownMoment } from './shown-moment.ts';
import { oneLine, tableLines } from './table.ts';

/** The summary of a run that awaits approval, in lines. Changed bank details come first. `now` in ms UTC. */
export function showApproval(summary: ApprovalSummary, now: number): readonly string[] {
  const { batches, largest, held, sameSheet, why, payments } = summary;
  const parts = approvalParts(summary);
  const ofAccounts = parts.filter(({ check }) => ABOUT_ACCOUNTS.includes(check));
  function section<Row>(title: string, all: number, shown: readonly Row[], table: TableOf<Row>) {
    if (all === 0) return [];
    const more = all - shown.length;
    return [
      ...['', `${title}:`, ...indented(tableLines(table, shown, now))],
      ...(more > 0 ? [`  and ${more.toLocaleString('en-US')} more`] : []),
    ];
  }
  const listed = (title: string, all: number, shown: readonly PaymentToApprove[]) =>
    section(title, all, shown, approvalPaymentList);
  const sectionOf = ({ check, title, payments, shown }: ApprovalPart) => [
    ...listed(check === 'changed' ? title.toUpperCase() : title, payments, shown),
    ...(check === 'changed' ? verificationsOf(summary, now) : []),
  ];
  return [
    oneLine(
      `Run ${summary.run}: ${pluralize(summary.payments, 'payment')} to ${pluralize(summary.recipients, 'recipient')}, ${summary.sheet ?? 'no sheet'}, merchant ${summary.merchant}, uploaded by ${summary.maker}, ${shownMoment(summary.madeAt, now)}.`,
    ),
    ...(summary.payDate ? [oneLine(`Sent on ${showPayDate(summary.payDate)}.`)] : []),
    ...(summary.retryOf ? [`It retries payments of run ${summary.retryOf}.`] : []),
    ...(summary.isRest ? ['Other payments of this run were already sent.'] : []),
    ...why.map(oneLine),
    `It has ${approvalsText(summary.approvals)}.`,
    ...(summary.approvals.needed === 2 ? [] : summary.changesReleasedBy).map((name) =>
      oneLine(`${name} released a payment to changed bank details in this run, so their approval alone is not enough.`),
    ),
    ...summary.bankDetailAuthors.map(({ name, payments }) =>
      oneLine(`${name} entered the bank details for ${pluralize(payments, 'payment')} and can’t approve them either.`),
    ),
    ...(sameSheet ? [oneLine(sameSheet.message)] : []),
    ...(summary.accountsMoved
      ? ['An account has since changed in the payout service, so this run can only be rejected.']
      : []),
    ...ofAccounts.flatMap(sectionOf),
    ...summary.unusual.map(({ title, reason }) => oneLine(`${title}: ${reason}`)),
    ...parts.filter((part) => !ofAccounts.includes(part)).flatMap(sectionOf),
    '',
    ...tableLines(batchesToApprove, batches, now),
    '',
    ...tableLines(approvalBalances, summary.balances, now),
    ...highFees(batches),
    `${batches.length === 1 ? 'Rate' : 'First rate'} locked until ${shownMoment(firstExpiry(batches), now)}.`,
    ...(summary.retryOf || summary.isRest ? [] : showComparison(summary.comparison, now)),
    ...listed('The largest payments', payments, largest),
    ...section(
      `Excluded: on hold, ${amountsOf(held)}: ${held.reasons.map(({ reason, payments }) => `${payments.toLocaleString('en-US')} ${reason}`).join(', ')}`,
      ...([held.count, held.shown, paymentsOnHold] as const),
    ),
    '',
    `Hash of what you approve: ${summary.hash}`,
  ];
}

/** "12.00 EUR and 5.00 USD" */
const amountsOf = ({ debits }: ApprovalSummary['held']) => debits.map((one) => debitWords(one)).join(', ');

/** They come before what else is unusual. */
const ABOUT_ACCOUNTS: readonly ApprovalPart['check'][] = ['changed', 'corrected', 'came_back'];

/** The verifications of the changed accounts, or that there are none. */
const verificationsOf = ({ unverified, verifications }: ApprovalSummary, now: number): readonly string[] => [
  ...(unverified > 0
    ? [
        `${unverified === 1 ? 'This account is' : `${unverified} of these accounts are`} not verified. Call the recipient at a number already on file, then add --verified "who you called, at which number".`,
      ]
    : []),
  ...verifications.map(({ by, note, at }) => oneLine(`Verified by ${by}, ${shownMoment(at, now)}: ${note}`)),
];

const indented = (lines: readonly string[]): readonly string[] => lines.map((line) => `  ${line}`);

const firstExpiry = (batches: readonly BatchToApprove[]) =>
  batches.map(({ quoteHoldsUntil }) => quoteHoldsUntil).sort()[0]!;

function showComparison(comparison: ApprovalSummary['comparison'], now: number): readonly string[] {
  if (!comparison) return ['This merchant has no similar earlier run.'];
  const { run, sheet, at, totals } = comparison;
  return [
    '',
    oneLine(`Compared with run ${run}${sheet ? ` (${sheet})` : ''}, ${shownMoment(at, now)}:`),
    ...indented(
      tableLines(
        comparedTotals,
        Object.entries(totals).map(([currency, total]) => ({ currency, ...total })),
        now,
      ),
    ),
  ];
}
