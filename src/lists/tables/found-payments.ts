import type { ShownPayment } from '../../ledger/views/shown-payment.ts';
import { toStatusValue } from '../../outcomes/status-value.ts';
import { awaits } from '../../outcomes/total-debits.ts';
import { as } from '../../references/value.ts';
import type { TableOf } from '../list.ts';

/** Payments of several runs. */
export const foundPayments: TableOf<ShownPayment> = {
  title: 'Payments',
  columns: [
    {
      name: 'recipient',
      title: 'Recipient',
      value: (one) => as.link('payment', one.id, one.recipientName ?? '(no name)'),
    },
    {
      name: 'reference',
      title: 'Reference',
      names: true,
      value: ({ id, reference }) => as.link('payment', id, as.whole(reference)),
    },
    { name: 'amount', title: 'Amount', value: ({ minor, currency }) => as.money(minor, currency) },
    { name: 'status', title: 'Status', value: (one) => toStatusValue(awaits(one)) },
    { name: 'account', title: 'Account', unless: 'empty', minor: true, value: ({ account }) => as.account(account) },
    {
      name: 'run',
      title: 'Run',
      value: ({ run, row }) => as.words`${as.link('run', run, String(run))} ${as.quiet(as.whole(`row ${row}`))}`,
    },
    { name: 'merchant', title: 'Merchant', minor: true, value: ({ merchant }) => merchant },
    { name: 'at', title: 'Latest change', value: (one) => as.time(one.final_at ?? one.started_at ?? one.created_at) },
  ],
  empty: { what: 'No payments.', page: 'Payments to them appear here.' },
};

/** The columns that one recipient's payments need not repeat. */
export const OF_ONE_RECIPIENT = ['recipient', 'merchant'] as const;
