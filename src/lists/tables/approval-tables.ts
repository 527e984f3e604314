import { codeWords } from '../../events/code-words.ts';
import { ANY_DETAIL } from '../../ledger/payments/sealed-row.ts';
import { onCommandLine } from '../../messages.ts';
import { pluralize } from '../../platform/pluralize.ts';
import { shownAccount } from '../../references/shown-account.ts';
import { as, type Value } from '../../references/value.ts';
import type { BalanceAfter, ComparedTotal } from '../../reports/approval-figures.ts';
import type { BatchToApprove } from '../../reports/approval-line.ts';
import type {
  ApprovalSummary,
  ChangedPayment,
  CorrectedRow,
  EarlierPayment,
  NamedPayment,
  PaymentAfterReturn,
  ReleasedPayment,
  WarnedOfPayment,
} from '../../reports/approval-summary.ts';
import type { PaymentState } from '../../states.ts';
import { countColumn, type Door, decimalColumn, defineTable, type ListColumn, type TableOf } from '../list.ts';

const PAGE: readonly Door[] = ['page'];
const TERMINAL: readonly Door[] = ['terminal'];

type ListedPayment = Omit<NamedPayment, 'account'>;

/** A table of payments of an approval, on its page and in its command. `run`: the run to approve. */
const tableOf =
  <Row extends ListedPayment>(title: string, columns: readonly ListColumn<Row>[]) =>
  (run: string): TableOf<Row> => ({
    title,
    columns: [
      { name: 'row', title: 'Row', doors: TERMINAL, value: ({ row }) => as.count(row) },
      { name: 'reference', title: 'Reference', doors: TERMINAL, value: ({ reference }) => reference },
      { name: 'recipient', title: 'Recipient', doors: TERMINAL, value: ({ recipientName }) => recipientName },
      {
        ...{ name: 'recipient', title: 'Recipient', doors: PAGE, names: true },
        value: ({ recipientName }) => recipientName ?? 'not named',
      },
      {
        ...{ name: 'place', title: 'Reference', doors: PAGE, under: 'recipient' },
        value: ({ row, reference }) => as.link('row', `${run} ${row}`, as.whole(reference)),
      },
      { name: 'place', title: 'Row', doors: PAGE, under: 'recipient', value: ({ row }) => as.whole(`row ${row}`) },
      {
        ...{ name: 'amount', title: 'Amount', compact: 'beside' },
        value: ({ amount, currency }) => as.decimal(amount, currency),
      },
      ...columns,
    ],
    empty: { what: 'No payments.', page: '' },
  });

const ACCOUNT: ListColumn<NamedPayment> = {
  ...{ name: 'account', title: 'Account', compact: 'line' },
  value: ({ account }) => as.account(account),
};

const RELEASED_BY: ListColumn<ReleasedPayment> = {
  ...{ name: 'releasedBy', title: 'Released by' },
  value: ({ released }) => (released ? as.words`${released.by}, ${timeOf(released)}` : 'not released'),
};

const timeOf = ({ at }: { readonly at: string }): Value => as.time(new Date(at));
const oldAccount = ({ account }: EarlierPayment): string => shownAccount(account) || 'known at the payout service only';
const rowOf = ({ run, row }: EarlierPayment): Value => as.link('row', `${run} ${row}`, `run ${run}, row ${row}`);

/** How the payment to compare with ended. */
const ENDED: Partial<Record<PaymentState, string>> = {
  processed: '',
  failed: ' (sent and failed)',
  returned: ' (sent and returned)',
};

export const paymentsToApprove = tableOf('The largest payments', [ACCOUNT]);

/** Payments to changed bank details. A page compares the accounts side by side. */
export const changedPayments = tableOf<ChangedPayment>('Changed bank details', [
  ACCOUNT,
  {
    ...{ name: 'changed', title: 'Changed' },
    value: ({ account, last, details, isCertain }) =>
      account !== last.account || !isCertain ? 'account' : (details ?? ANY_DETAIL),
  },
  { name: 'old', title: 'Old account', value: ({ last }) => oldAccount(last) },
  {
    ...{ name: 'last', title: 'Last payment' },
    value: ({ last }) =>
      `${last.at.slice(0, 10)}${ENDED[last.state] ?? ' (not confirmed as paid)'}, row ${last.row} of run ${last.run}`,
  },
  RELEASED_BY,
]);

/** Rows of which cells were corrected after the upload. */
export const correctedRows = tableOf<CorrectedRow>('Corrected rows', [
  { ...ACCOUNT, doors: TERMINAL },
  {
    ...{ name: 'corrected', title: 'Corrected', doors: PAGE, wide: true, compact: 'line' },
    value: ({ corrections }) =>
      as.lines(corrections.flatMap((one) => [one.changes, as.quiet(as.words`by ${one.by}, ${timeOf(one)}`)] as const)),
  },
  {
    ...{ name: 'corrected', title: 'Corrected', doors: TERMINAL },
    value: ({ corrections }) =>
      as.joined(
        corrections.map((one) => as.words`${one.changes} (${one.by}, ${timeOf(one)})`),
        '; then ',
      ),
  },
]);

/** Payments that were on hold and then released. */
export const releasedPayments = tableOf<ReleasedPayment>('Released payments', [
  { ...ACCOUNT, doors: TERMINAL },
  { name: 'heldFor', title: 'On hold for', value: ({ released }) => (released?.was ? codeWords(released.was) : null) },
  RELEASED_BY,
]);

export const warnedPayments = tableOf<WarnedOfPayment>('Payments with a warning', [
  ACCOUNT,
  { name: 'warning', title: 'Warning', wide: true, compact: 'line', value: ({ warnings }) => warnings.join(' ') },
]);

/** Payments to recipients whose latest payment failed or was returned, with the account before and now. */
export const paymentsAfterReturn = tableOf<PaymentAfterReturn>('Payments after one that failed or was returned', [
  {
    ...{ name: 'last', title: 'Last payment', doors: PAGE },
    value: ({ last }) =>
      as.words`${last.state === 'returned' ? 'Sent and returned' : 'Sent and failed'} ${timeOf(last)}`,
  },
  {
    ...{ name: 'lastAmount', title: 'Last amount', doors: PAGE, under: 'last' },
    value: ({ last }) => as.words`${as.decimal(last.amount, last.currency)} in ${rowOf(last)}`,
  },
  { name: 'why', title: 'Reason', doors: PAGE, under: 'last', ownLine: true, value: ({ last }) => last.reason },
  {
    ...{ name: 'last', title: 'Last payment', doors: TERMINAL },
    value: ({ last }) =>
      `${last.state === 'returned' ? 'sent and returned' : 'sent and failed'} ${last.at.slice(0, 10)}, row ${last.row} of run ${last.run}${last.reason === null ? '' : `: ${last.reason}`}`,
  },
  {
    ...{ name: 'account', title: 'Account' },
    value: ({ last, account, isSameAccount }) =>
      isSameAccount
        ? as.words`${as.account(account)}, the same as before`
        : as.words`${oldAccount(last)} → ${as.account(account)}`,
  },
]);

/** Payments on hold, which the approval does not send. */
export const heldApart = tableOf<ApprovalSummary['held']['shown'][number]>('Payments on hold', [
  { name: 'why', title: 'Reason', doors: PAGE, wide: true, compact: 'line', value: ({ reason }) => reason },
  {
    ...{ name: 'why', title: 'Reason', doors: TERMINAL },
    value: ({ reason, code, reference }) => onCommandLine(reason, code, reference),
  },
]);

/** Amounts and quotes by batch. */
export const batchesToApprove = defineTable<BatchToApprove>('Total debit by batch', [
  { name: 'currency', title: 'Currency', names: true, value: ({ currency }) => currency },
  {
    ...{ name: 'batch', title: 'Batch', doors: PAGE, under: 'currency' },
    value: ({ payments }) => `batch of ${pluralize(payments, 'payment')}`,
  },
  {
    ...{ name: 'locked', title: 'Rate locked', doors: PAGE, under: 'currency' },
    value: ({ quoteHoldsUntil: until }) => as.words`rate locked until ${as.time(new Date(until), { exact: true })}`,
  },
  countColumn('payments', 'Payments', ({ payments }) => payments, { doors: TERMINAL }),
  decimalColumn('sending', 'Sent', ({ sending }) => sending),
  decimalColumn('fees', 'Fees', ({ fees }) => fees),
  {
    ...{ name: 'deducted', title: 'Deducted from recipients', doors: PAGE, under: 'fees' },
    value: ({ fees, recipientFees, currency }) => {
      if (Number(recipientFees) === 0) return null;
      const some = as.words`${as.decimal(recipientFees, currency)} deducted from recipients`;
      return fees === recipientFees ? 'deducted from recipients' : some;
    },
  },
  decimalColumn('recipientFees', 'Deducted from recipients', ({ recipientFees }) => recipientFees, { doors: TERMINAL }),
  decimalColumn('debit', 'Total debit', ({ debit }) => debit, { compact: 'beside titled' }),
  {
    ...{ name: 'rate', title: 'Rate' },
    value: ({ arrives, rate, currency }) =>
      arrives === null
        ? 'not priced yet'
        : as.joined(
            Object.keys(arrives).map((to) => as.rate(currency, to, rate)),
            ' ',
          ),
  },
]);

/** A run and the last similar one of its merchant, by currency. */
export const comparedTotals = defineTable<ComparedTotal & { readonly currency: string }>('This run and the last one', [
  { name: 'currency', title: 'Currency', names: true, value: ({ currency }) => currency },
  countColumn('payments', 'Payments', ({ payments }) => payments),
  {
    ...{ name: 'then', title: 'Then', doors: PAGE, under: 'payments' },
    value: ({ lastPayments }) => as.words`then ${as.count(lastPayments)}`,
  },
  countColumn('lastPayments', 'Then', ({ lastPayments }) => lastPayments, { doors: TERMINAL }),
  decimalColumn('amount', 'Total debit', ({ amount }) => amount),
  {
    ...{ name: 'thenAmount', title: 'Then', doors: PAGE, under: 'amount' },
    value: ({ lastAmount, currency }) => as.words`then ${as.decimal(lastAmount, currency)}`,
  },
  decimalColumn('lastAmount', 'Then', ({ lastAmount }) => lastAmount, { doors: TERMINAL }),
  {
    ...{ name: 'difference', title: 'Difference' },
    value: ({ difference, currency }) => as.joined([signOf(difference), as.decimal(difference, currency)], ''),
  },
  {
    ...{ name: 'percent', title: 'Percent', doors: PAGE, under: 'difference' },
    value: ({ percent }) => as.joined([signOf(percent), as.percent(percent)], ''),
  },
  { ...{ name: 'percent', title: 'Percent', doors: TERMINAL }, value: ({ percent }) => percent && `${percent} %` },
]);

const signOf = (difference: string | null): string => (Number(difference ?? 0) > 0 ? '+' : '');

/** The balances that the run is paid from. */
export const approvalBalances: TableOf<BalanceAfter> = {
  title: 'Balances',
  columns: [
    { name: 'balance', title: 'Balance', names: true, value: ({ currency }) => currency },
    {
      ...{ name: 'available', title: 'Available' },
      value: ({ available, currency }) => (available === null ? 'not loaded' : as.decimal(available, currency)),
    },
    {
      ...{ name: 'at', title: 'As of', doors: PAGE, under: 'available' },
      value: ({ available, at }) => (available === null || at === null ? null : as.words`as of ${timeOf({ at })}`),
    },
    {
      ...{ name: 'committed', title: 'Committed to other runs, at least', unless: 'empty' },
      value: ({ committed, currency }) => (committed === null ? null : as.decimal(committed, currency)),
    },
    {
      ...{ name: 'debit', title: 'Total debit' },
      value: ({ debit, currency }) => (debit === null ? 'not quoted yet' : as.decimal(debit, currency)),
    },
    {
      ...{ name: 'short', title: 'Short', unless: 'empty' },
      value: ({ after, currency }) => (after?.startsWith('-') ? as.decimal(after.slice(1), currency) : null),
    },
  ],
  empty: { what: 'No balances.', page: '' },
};
