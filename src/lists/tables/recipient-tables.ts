import type { PaidAccount, PaidTotal, PaymentNote } from '../../ledger/views/recipient-view.ts';
import { accountTitle } from '../../references/shown-account.ts';
import { as } from '../../references/value.ts';
import { withoutAccountNumbers } from '../../reports/without-account-numbers.ts';
import { countColumn, defineTable } from '../list.ts';

export const paidTotals = defineTable<PaidTotal>('Total paid', [
  { name: 'currency', title: 'Balance', names: true, value: ({ currency }) => currency },
  countColumn('payments', 'Payments', ({ payments }) => payments),
  { name: 'debit', title: 'Total debit', value: ({ debit, currency }) => as.money(debit, currency) ?? 'not known' },
  { name: 'first', title: 'First', value: ({ first_at }) => as.time(first_at) },
  { name: 'last', title: 'Last', value: ({ last_at }) => as.time(last_at) },
]);

/** The accounts to which a recipient was paid. */
export const paidAccounts = defineTable<PaidAccount>(
  'Accounts over time, latest first',
  [
    {
      ...{ name: 'account', title: 'Account', names: true },
      value: ({ account }) => accountTitle(account) || 'known only to the payout service',
    },
    countColumn('payments', 'Payments', ({ payments }) => payments),
    {
      ...{ name: 'paid', title: 'Paid', under: 'payments' },
      value: ({ payments, paid }) =>
        paid === payments ? null : as.words`${paid === 0 ? 'none' : as.count(paid)} paid`,
    },
    { name: 'first', title: 'First', value: ({ first_at }) => as.time(first_at) },
    { name: 'last', title: 'Last', value: ({ last_at }) => as.time(last_at) },
  ],
  { what: 'There is no payment to them yet.', page: 'Their accounts appear with the first payment.' },
);

export const verificationNotes = defineTable<PaymentNote>('Account verifications', [
  { name: 'note', title: 'Note', names: true, wide: true, value: ({ text }) => withoutAccountNumbers(text) },
  { name: 'by', title: 'By', value: ({ by }) => by },
  {
    ...{ name: 'payment', title: 'Payment' },
    value: ({ payment, run, row }) => as.link('payment', payment, `run ${run}, row ${row}`),
  },
  { name: 'at', title: 'When', value: ({ at }) => as.time(at) },
]);
