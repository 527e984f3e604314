import { showPayDate } from '../../ledger/runs/pay-date.ts';
import type { AnyTable } from '../../lists/list.ts';
import { type ApprovalPart, approvalParts } from '../../lists/tables/approval-parts.ts';
import {
  approvalBalances,
  batchesToApprove,
  changedPayments,
  comparedTotals,
  heldApart,
  paymentsToApprove,
} from '../../lists/tables/approval-tables.ts';
import { approvalsText } from '../../outcomes/approvals-count.ts';
import { debitWords } from '../../outcomes/debit-value.ts';
import { pluralize } from '../../platform/pluralize.ts';
import type { BatchToApprove } from '../../reports/approval-line.ts';
import type { ApprovalSummary } from '../../reports/approval-summary.ts';
import { highFees } from '../../reports/high-fees.ts';
import { shownMoment } from './relative-time.ts';
import { oneLine, tableLines } from './table.ts';

/** The summary of a run that awaits approval, in lines. Changed bank details come first. `now` in ms UTC. */
export function showApproval(summary: ApprovalSummary, now: number): readonly string[] {
  const { changedAccounts, batches, largest, held, sameSheet, why } = summary;
  const parts = approvalParts(summary).filter(({ id }) => id !== 'held');
  const ofAccounts = parts.filter(({ id }) => ABOUT_ACCOUNTS.includes(id));
  function section(all: number, title: string, table: AnyTable, shown: readonly unknown[]) {
    if (all === 0) return [];
    const more = all - shown.length;
    return [
      ...['', title, ...indented(tableLines(table, shown, now))],
      ...(more > 0 ? [`  and ${more.toLocaleString('en-US')} more`] : []),
    ];
  }
  const sectionOf = ({ all, heading, more = '', table, shown }: ApprovalPart) =>
    section(all, `${heading}${more}:`, table, shown);
  return [
    oneLine(
      `Run ${summary.run}: ${pluralize(summary.payments, 'payment')} to ${pluralize(summary.recipients, 'recipient')}, ${summary.sheet ?? 'no sheet'}, merchant ${summary.merchant}, made by ${summary.maker} ${shownMoment(summary.madeAt, now)}.`,
    ),
    ...(summary.payDate ? [oneLine(`Sent on ${showPayDate(summary.payDate)}.`)] : []),
    ...(summary.retryOf ? [`It is a retry of payments of run ${summary.retryOf}.`] : []),
    ...(summary.isRest ? ['Other payments of the run were sent before.'] : []),
    ...why.map(oneLine),
    `It has ${approvalsText(summary.approvals)}.`,
    ...(summary.approvals.needed === 2 ? [] : summary.changesReleasedBy).map((name) =>
      oneLine(
        `${name} released changed bank details in it: after their approval, another approver must approve it too.`,
      ),
    ),
    ...summary.bankDetailAuthors.map(({ name, payments }) =>
      oneLine(`${name} entered the bank details of ${pluralize(payments, 'payment')} and cannot approve either.`),
    ),
    ...(sameSheet ? [oneLine(sameSheet.message)] : []),
    ...(summary.accountsMoved ? ['An account changed at the service since: this run can only be rejected.'] : []),
    ...section(
      changedAccounts.count,
      changedTitle(changedAccounts),
      changedPayments(summary.run),
      changedAccounts.shown,
    ),
    ...(summary.unverified > 0
      ? [
          `Nobody has noted how ${summary.unverified === 1 ? 'it was' : `${summary.unverified} of them were`} verified: call, then --verified "who was called, on which number from where".`,
        ]
      : []),
    ...summary.verifications.map(({ by, note, at }) => oneLine(`Verified by ${by} ${shownMoment(at, now)}: ${note}`)),
    ...ofAccounts.flatMap(sectionOf),
    ...summary.unusual.map(({ title, reason }) => oneLine(`${title}: ${reason}`)),
    ...parts.filter((part) => !ofAccounts.includes(part)).flatMap(sectionOf),
    '',
    ...tableLines(batchesToApprove, batches, now),
    ...tableLines(approvalBalances, summary.balances, now),
    ...highFees(batches),
    `${batches.length === 1 ? 'Rate' : 'First rate'} locked until ${shownMoment(firstExpiry(batches), now)}.`,
    ...(summary.retryOf || summary.isRest ? [] : showComparison(summary.comparison, now)),
    ...section(summary.payments, 'The largest payments:', paymentsToApprove(summary.run), largest),
    ...section(
      held.count,
      `On hold, not part of this approval: ${amountsOf(held)}: ${held.reasons.map(({ reason, payments }) => `${payments.toLocaleString('en-US')} ${reason}`).join(', ')}:`,
      heldApart(summary.run),
      held.shown,
    ),
    '',
    `The approval covers exactly what has the hash ${summary.hash}.`,
  ];
}

/** "12.00 EUR and 5.00 USD" */
const amountsOf = ({ debits }: ApprovalSummary['held']) => debits.map((one) => debitWords(one)).join(', ');

function changedTitle({ count, uncertain }: ApprovalSummary['changedAccounts']): string {
  const payments = pluralize(count, 'payment');
  const why = 'Payrun does not know the whole number of the account of the last payment, which may be the same';
  if (uncertain === count) return `BANK DETAILS NOT CERTAIN: ${payments}. ${why}:`;
  const some = uncertain === 0 ? '' : `; of ${uncertain.toLocaleString('en-US')} of them it is not certain: ${why}`;
  return `CHANGED BANK DETAILS: ${payments} to another account than that of the last payment${some}:`;
}

/** They come before what else is unusual. */
const ABOUT_ACCOUNTS: readonly ApprovalPart['id'][] = ['corrected', 'came-back'];

const indented = (lines: readonly string[]): readonly string[] => lines.map((line) => `  ${line}`);

const firstExpiry = (batches: readonly BatchToApprove[]) =>
  batches.map(({ quoteHoldsUntil }) => quoteHoldsUntil).sort()[0]!;

function showComparison(comparison: ApprovalSummary['comparison'], now: number): readonly string[] {
  if (!comparison) return ['This merchant has paid no run like this one before.'];
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
