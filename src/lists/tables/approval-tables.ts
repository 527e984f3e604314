import { onCommandLine } from '../../messages.ts';
import { pluralize } from '../../platform/pluralize.ts';
import { as } from '../../references/value.ts';
import type { BalanceAfter, ComparedTotal } from '../../reports/approval-figures.ts';
import type { BatchToApprove } from '../../reports/approval-line.ts';
import type { HeldPart } from '../../reports/approval-summary.ts';
import { countColumn, type Door, decimalColumn, defineTable, type TableOf } from '../list.ts';

const PAGE: readonly Door[] = ['page'];
const TERMINAL: readonly Door[] = ['terminal'];

/** Payments on hold, which the approval does not send. */
export const paymentsOnHold = defineTable<HeldPart>('Payments on hold', [
  { name: 'row', title: 'Row', value: ({ row }) => as.count(row) },
  { name: 'reference', title: 'Reference', value: ({ reference }) => reference },
  { name: 'recipient', title: 'Recipient', value: ({ recipientName }) => recipientName },
  decimalColumn('amount', 'Amount', ({ amount }) => amount),
  {
    ...{ name: 'why', title: 'Reason' },
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
    value: ({ lastAmount, currency }) => as.words`previously ${as.decimal(lastAmount, currency)}`,
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
  { ...{ name: 'percent', title: 'Percent', doors: TERMINAL }, value: ({ percent }) => percent && `${percent}%` },
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
