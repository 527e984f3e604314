import { showPayDate } from '../../ledger/runs/pay-date.ts';
import {
  approvalBalances,
  changedPayments,
  correctedRows,
  heldApart,
  paymentsAfterReturn,
  paymentsToApprove,
  releasedPayments,
  warnedPayments,
} from '../../lists/approval-tables.ts';
import type { TableOf } from '../../lists/list.ts';
import { showDecimal } from '../../money.ts';
import { approvalsText } from '../../outcomes/approvals-count.ts';
import { debitWords } from '../../outcomes/debit-value.ts';
import { pluralize } from '../../platform/pluralize.ts';
import type { BatchToApprove } from '../../reports/approval-line.ts';
import type { ApprovalSummary } from '../../reports/approval-summary.ts';
import { highFees } from '../../reports/high-fees.ts';
import { shownMoment } from './relative-time.ts';
import { rowsAsTable } from './rows-as-table.ts';
import { oneLine, printedTable, type TableColumn } from './table.ts';

/** The summary of a run that awaits approval, in lines. Changed bank details come first. `now` in ms UTC. */
export function showApproval(summary: ApprovalSummary, now: number): readonly string[] {
  const {
    changedAccounts,
    corrected,
    released,
    warned,
    cameBack,
    newRecipients,
    batches,
    largest,
    held,
    sameSheet,
    why,
  } = summary;
  function section<Row>(count: number, title: string, table: (run: string) => TableOf<Row>, shown: readonly Row[]) {
    if (count === 0) return [];
    const more = count - shown.length;
    return [
      ...['', title, ...indented(rowsAsTable(table(summary.run), shown, now))],
      ...(more > 0 ? [`  and ${more.toLocaleString('en-US')} more`] : []),
    ];
  }
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
    ...section(changedAccounts.count, changedTitle(changedAccounts), changedPayments, changedAccounts.shown),
    ...(summary.unverified > 0
      ? [
          `Nobody has noted how ${summary.unverified === 1 ? 'it was' : `${summary.unverified} of them were`} verified: call, then --verified "who was called, on which number from where".`,
        ]
      : []),
    ...summary.verifications.map(({ by, note, at }) => oneLine(`Verified by ${by} ${shownMoment(at, now)}: ${note}`)),
    ...section(
      corrected.count,
      `${corrected.count === 1 ? '1 row was' : `${corrected.count.toLocaleString('en-US')} rows were`} corrected after the upload:`,
      correctedRows,
      corrected.shown,
    ),
    ...section(
      cameBack.count,
      `Last payment failed or was returned: ${pluralize(cameBack.count, 'payment')}${cameBack.changed === 0 ? '' : `, ${cameBack.changed.toLocaleString('en-US')} of them to another account`}:`,
      paymentsAfterReturn,
      cameBack.shown,
    ),
    ...summary.unusual.map(({ title, reason }) => oneLine(`${title}: ${reason}`)),
    ...section(
      released.count,
      `Released from hold: ${pluralize(released.count, 'payment')}:`,
      releasedPayments,
      released.shown,
    ),
    ...section(warned.count, `With a warning: ${pluralize(warned.count, 'payment')}:`, warnedPayments, warned.shown),
    ...section(
      newRecipients.payments,
      `Never paid before: ${pluralize(newRecipients.count, 'recipient')}, ${pluralize(newRecipients.payments, 'payment')}; the largest:`,
      paymentsToApprove,
      newRecipients.largest,
    ),
    '',
    ...printedTable(BATCH, batches).split('\n'),
    ...rowsAsTable(approvalBalances, summary.balances, now).split('\n'),
    ...highFees(batches),
    `${batches.length === 1 ? 'Rate' : 'First rate'} locked until ${shownMoment(firstExpiry(batches), now)}.`,
    ...(summary.retryOf || summary.isRest ? [] : showComparison(summary.comparison, now)),
    ...section(summary.payments, 'The largest payments:', paymentsToApprove, largest),
    ...section(
      held.count,
      `On hold, not part of this approval: ${amountsOf(held)}: ${held.reasons.map(({ reason, payments }) => `${payments.toLocaleString('en-US')} ${reason}`).join(', ')}:`,
      heldApart,
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

const indented = (table: string): readonly string[] => table.split('\n').map((line) => `  ${line}`);

const BATCH: readonly TableColumn<BatchToApprove>[] = [
  { title: 'currency', text: ({ currency }) => currency },
  { title: 'payments', align: 'right', text: ({ payments }) => payments.toLocaleString('en-US') },
  { title: 'sent', align: 'right', text: ({ sending, currency }) => showDecimal(sending, currency) },
  { title: 'fees', align: 'right', text: ({ fees, currency }) => showDecimal(fees, currency) },
  {
    title: 'deducted from recipients',
    align: 'right',
    text: ({ recipientFees, currency }) => showDecimal(recipientFees, currency),
  },
  { title: 'total debit', align: 'right', text: ({ debit, currency }) => showDecimal(debit, currency) },
  { title: 'rate', align: 'right', text: ({ arrives, rate }) => (arrives === null ? 'not priced yet' : (rate ?? '')) },
];

const firstExpiry = (batches: readonly BatchToApprove[]) =>
  batches.map(({ quoteHoldsUntil }) => quoteHoldsUntil).sort()[0]!;

function showComparison(comparison: ApprovalSummary['comparison'], now: number): readonly string[] {
  if (!comparison) return ['This merchant has paid no run like this one before.'];
  const { run, sheet, at, totals } = comparison;
  return [
    '',
    oneLine(`Compared with run ${run}${sheet ? ` (${sheet})` : ''}, ${shownMoment(at, now)}:`),
    ...indented(printedTable(COMPARED, Object.entries(totals))),
  ];
}

type Compared = [currency: string, total: NonNullable<ApprovalSummary['comparison']>['totals'][string]];
const COMPARED: readonly TableColumn<Compared>[] = [
  { title: 'currency', text: ([currency]) => currency },
  { title: 'payments', align: 'right', text: ([, { payments }]) => payments.toLocaleString('en-US') },
  { title: 'then', align: 'right', text: ([, { lastPayments }]) => lastPayments.toLocaleString('en-US') },
  { title: 'total debit', align: 'right', text: ([currency, { amount }]) => showDecimal(amount, currency) },
  { title: 'then', align: 'right', text: ([currency, { lastAmount }]) => showDecimal(lastAmount, currency) },
  {
    title: 'difference',
    align: 'right',
    text: ([currency, { difference, percent }]) =>
      `${showDecimal(difference, currency)}${percent === null ? '' : ` (${percent} %)`}`,
  },
];
