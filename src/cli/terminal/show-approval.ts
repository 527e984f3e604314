import { ANY_DETAIL } from '../../ledger/payments/sealed-row.ts';
import { showPayDate } from '../../ledger/runs/pay-date.ts';
import { onCommandLine } from '../../messages.ts';
import { showDecimal } from '../../money.ts';
import { approvalsText } from '../../outcomes/approvals-count.ts';
import { debitWords } from '../../outcomes/debit-value.ts';
import { reasonWords } from '../../outcomes/reason-words.ts';
import { pluralize } from '../../platform/pluralize.ts';
import { shownAccount } from '../../references/shown-account.ts';
import type { BalanceAfter } from '../../reports/approval-figures.ts';
import type { BatchToApprove } from '../../reports/approval-line.ts';
import type {
  ApprovalSummary,
  ChangedPayment,
  CorrectedRow,
  NamedPayment,
  PaymentAfterReturn,
  ReleasedPayment,
  WarnedOfPayment,
} from '../../reports/approval-summary.ts';
import { highFees } from '../../reports/high-fees.ts';
import type { PaymentState } from '../../states.ts';
import { shownMoment } from './relative-time.ts';
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
    ...section(changedAccounts.count, changedTitle(changedAccounts), CHANGED, changedAccounts.shown),
    ...(summary.unverified > 0
      ? [
          `Nobody has noted how ${summary.unverified === 1 ? 'it was' : `${summary.unverified} of them were`} verified: call, then --verified "who was called, on which number from where".`,
        ]
      : []),
    ...summary.verifications.map(({ by, note, at }) => oneLine(`Verified by ${by} ${shownMoment(at, now)}: ${note}`)),
    ...section(
      corrected.count,
      `${corrected.count === 1 ? '1 row was' : `${corrected.count.toLocaleString('en-US')} rows were`} corrected after the upload:`,
      CORRECTED,
      corrected.shown,
    ),
    ...section(
      cameBack.count,
      `Last payment failed or was returned: ${pluralize(cameBack.count, 'payment')}${cameBack.changed === 0 ? '' : `, ${cameBack.changed.toLocaleString('en-US')} of them to another account`}:`,
      CAME_BACK,
      cameBack.shown,
    ),
    ...summary.unusual.map(({ title, reason }) => oneLine(`${title}: ${reason}`)),
    ...section(
      released.count,
      `Released from hold: ${pluralize(released.count, 'payment')}:`,
      RELEASED,
      released.shown,
    ),
    ...section(warned.count, `With a warning: ${pluralize(warned.count, 'payment')}:`, WARNED, warned.shown),
    ...section(
      newRecipients.payments,
      `Never paid before: ${pluralize(newRecipients.count, 'recipient')}, ${pluralize(newRecipients.payments, 'payment')}; the largest:`,
      PAYMENT,
      newRecipients.largest,
    ),
    '',
    ...printedTable(BATCH, batches).split('\n'),
    ...printedTable(BALANCES, summary.balances).split('\n'),
    ...highFees(batches),
    `${batches.length === 1 ? 'Rate' : 'First rate'} locked until ${shownMoment(firstExpiry(batches), now)}.`,
    ...(summary.retryOf || summary.isRest ? [] : showComparison(summary.comparison, now)),
    ...section(summary.payments, 'The largest payments:', PAYMENT, largest),
    ...section(
      held.count,
      `On hold, not part of this approval: ${amountsOf(held)}: ${held.reasons.map(({ reason, payments }) => `${payments.toLocaleString('en-US')} ${reason}`).join(', ')}:`,
      HELD,
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

function section<Row>(count: number, title: string, columns: readonly TableColumn<Row>[], shown: readonly Row[]) {
  if (count === 0) return [];
  const more = count - shown.length;
  return ['', title, ...indented(columns, shown), ...(more > 0 ? [`  and ${more.toLocaleString('en-US')} more`] : [])];
}

const indented = <Row>(columns: readonly TableColumn<Row>[], rows: readonly Row[]) =>
  printedTable(columns, rows)
    .split('\n')
    .map((line) => `  ${line}`);

type ListedPayment = Omit<NamedPayment, 'account'>;
const PAYMENT_COLUMNS: readonly TableColumn<ListedPayment>[] = [
  { title: 'row', align: 'right', text: ({ row }) => String(row) },
  { title: 'reference', text: ({ reference }) => reference },
  { title: 'recipient', text: ({ recipientName }) => recipientName ?? '' },
  { title: 'amount', align: 'right', text: ({ amount, currency }) => showDecimal(amount, currency) },
];
const HELD: readonly TableColumn<ApprovalSummary['held']['shown'][number]>[] = [
  ...PAYMENT_COLUMNS,
  { title: 'reason', text: ({ reason, code, reference }) => onCommandLine(reason, code, reference) },
];
const PAYMENT: readonly TableColumn<NamedPayment>[] = [
  ...PAYMENT_COLUMNS,
  { title: 'account', text: ({ account }) => shownAccount(account) },
];
const WARNED: readonly TableColumn<WarnedOfPayment>[] = [
  ...PAYMENT,
  { title: 'warning', text: ({ warnings }) => warnings.join(' ') },
];
const released = ({ released }: ReleasedPayment) =>
  released ? `${released.by}, ${released.at.slice(0, 16).replace('T', ' ')} UTC` : 'nobody';
/** How the payment to compare with ended. */
const ENDED: Partial<Record<PaymentState, string>> = {
  processed: '',
  failed: ' (sent and failed)',
  returned: ' (sent and returned)',
};
const CHANGED: readonly TableColumn<ChangedPayment>[] = [
  ...PAYMENT,
  {
    title: 'changed',
    text: ({ account, last, details, isCertain }) =>
      account !== last.account || !isCertain ? 'account' : (details ?? ANY_DETAIL),
  },
  { title: 'old account', text: ({ last }) => shownAccount(last.account) || 'known at the payout service only' },
  {
    title: 'last payment',
    text: ({ last }) =>
      `${last.at.slice(0, 10)}${ENDED[last.state] ?? ' (not confirmed as paid)'}, row ${last.row} of run ${last.run}`,
  },
  { title: 'released by', text: released },
];
const CAME_BACK: readonly TableColumn<PaymentAfterReturn>[] = [
  ...PAYMENT_COLUMNS,
  {
    title: 'last payment',
    text: ({ last }) =>
      `${last.state === 'returned' ? 'sent and returned' : 'sent and failed'} ${last.at.slice(0, 10)}, row ${last.row} of run ${last.run}${last.reason === null ? '' : `: ${last.reason}`}`,
  },
  {
    title: 'account',
    text: ({ last, account, isSameAccount }) =>
      isSameAccount
        ? `${shownAccount(account)}, the same as before`
        : `${shownAccount(last.account) || 'known at the payout service only'} → ${shownAccount(account)}`,
  },
];
const RELEASED: readonly TableColumn<ReleasedPayment>[] = [
  ...PAYMENT,
  { title: 'on hold for', text: ({ released }) => (released?.was ? reasonWords(released.was, '') : '') },
  { title: 'released by', text: released },
];

const CORRECTED: readonly TableColumn<CorrectedRow>[] = [
  ...PAYMENT,
  {
    title: 'corrected',
    text: ({ corrections }) =>
      corrections
        .map(({ by, at, changes }) => `${changes} (${by}, ${at.slice(0, 16).replace('T', ' ')} UTC)`)
        .join('; then '),
  },
];

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

const BALANCES: readonly TableColumn<BalanceAfter>[] = [
  { title: 'balance', text: ({ currency }) => currency },
  {
    title: 'available',
    align: 'right',
    text: ({ available, currency }) => (available === null ? 'not known' : showDecimal(available, currency)),
  },
  {
    title: 'committed to other runs, at least',
    align: 'right',
    text: ({ committed, currency }) => (committed === null ? '' : showDecimal(committed, currency)),
  },
  {
    title: 'short',
    align: 'right',
    text: ({ after, currency }) => (after?.startsWith('-') ? showDecimal(after.slice(1), currency) : ''),
  },
];

const firstExpiry = (batches: readonly BatchToApprove[]) =>
  batches.map(({ quoteHoldsUntil }) => quoteHoldsUntil).sort()[0]!;

function showComparison(comparison: ApprovalSummary['comparison'], now: number): readonly string[] {
  if (!comparison) return ['This merchant has paid no run like this one before.'];
  const { run, sheet, at, totals } = comparison;
  return [
    '',
    oneLine(`Compared with run ${run}${sheet ? ` (${sheet})` : ''}, ${shownMoment(at, now)}:`),
    ...indented(COMPARED, Object.entries(totals)),
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
