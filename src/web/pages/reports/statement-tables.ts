import type { InProgress, StatementEntry } from '../../../ledger/reports/statement.ts';
import { STATEMENT_STATES, type StatementSum } from '../../../outcomes/statement-sums.ts';
import { showInZone } from '../../../platform/time-zone.ts';
import { amount, amountUnlessZero, figure } from '../../components/amount.ts';
import { badge } from '../../components/badge.ts';
import { html } from '../../components/markup.ts';
import { noWrap } from '../../components/no-wrap.ts';
import { paymentPath } from '../../components/paths.ts';
import type { PageColumn } from '../../components/table.ts';
import type { View } from '../../components/view.ts';

export function sumColumns(view: View, sums: readonly StatementSum[]): readonly PageColumn<StatementSum>[] {
  const column = (title: string, minor: (sum: StatementSum) => bigint): PageColumn<StatementSum> => ({
    title,
    align: 'right',
    cell: (sum) => amount(view, { minor: minor(sum), currency: sum.currency }),
  });
  const ifAny = (title: string, minor: (sum: StatementSum) => bigint): PageColumn<StatementSum> => ({
    title,
    align: 'right',
    optional: true,
    cell: (sum) => amountUnlessZero(view, { minor: minor(sum), currency: sum.currency }),
  });
  const hasFees = sums.some(({ sent, totalDebit }) => sent !== totalDebit);
  const hasReturns = sums.some(({ returned }) => returned > 0);
  return [
    { title: 'Currency', names: true, cell: ({ currency }) => currency },
    { title: 'Paid', align: 'right', cell: ({ paid }) => figure(view, paid) },
    column('Sent', ({ sent }) => sent),
    ifAny('Fees on top', ({ fees, recipientFees }) => fees - recipientFees),
    // Without fees on top, the total debit is what was sent; without returns, it is the net debit.
    ...(hasFees && hasReturns ? [column('Total debit', ({ totalDebit }) => totalDebit)] : []),
    {
      title: 'Returned',
      align: 'right',
      optional: true,
      cell: ({ returned }) => (returned === 0 ? '' : figure(view, returned)),
    },
    ifAny('Came back', ({ returnedMinor }) => returnedMinor),
    column('Net debit', ({ netDebit }) => netDebit),
    {
      title: 'Failed',
      align: 'right',
      optional: true,
      cell: ({ failed }) => (failed === 0 ? '' : figure(view, failed)),
    },
    ifAny('Deducted from recipients', ({ recipientFees }) => recipientFees),
  ];
}

export function progressColumns(view: View): readonly PageColumn<InProgress>[] {
  return [
    { title: 'Currency', names: true, cell: ({ currency }) => currency },
    { title: 'At the beginning', align: 'right', cell: ({ opening }) => figure(view, opening) },
    { title: 'At the end', align: 'right', cell: ({ closing }) => figure(view, closing) },
  ];
}

/** Columns that every entry has: when, what became of it, of which payment, and to whom. */
const commonColumns = (timeZone: string): readonly PageColumn<StatementEntry>[] => [
  {
    title: 'Time',
    cell: ({ at }) =>
      html`<time class="no-wrap" datetime="${at.toISOString()}">${showInZone(at.getTime(), timeZone)}</time>`,
  },
  { title: 'Status', cell: ({ kind }) => badge(STATEMENT_STATES[kind]) },
  {
    title: 'Reference',
    names: true,
    cell: ({ payment, reference }) => html`<a href="${paymentPath(payment)}">${noWrap(reference)}</a>`,
  },
  {
    title: 'Recipient',
    wide: true,
    // The reason stands below: a column of its own would push the amounts out of sight.
    cell: ({ recipient, reason }) =>
      html`${recipient ?? ''}${reason === null ? '' : html`${recipient === null ? '' : html`<br>`}<span class="quiet">${reason}</span>`}`,
  },
];

/** Of payments that came back or failed: what was ordered, and what came back to the balance. */
export function exceptionColumns(view: View, timeZone: string): readonly PageColumn<StatementEntry>[] {
  return [
    ...commonColumns(timeZone),
    {
      title: 'Ordered',
      align: 'right',
      cell: ({ ordered, orderedIn }) => amount(view, { minor: ordered, currency: orderedIn }),
    },
    {
      title: 'Came back',
      align: 'right',
      cell: ({ sent, currency }) => (sent === null ? '' : amount(view, { minor: -sent, currency })),
    },
  ];
}

/** Of payments that were paid. */
export function entryColumns(
  view: View,
  entries: readonly StatementEntry[],
  timeZone: string,
): readonly PageColumn<StatementEntry>[] {
  const hasFees = entries.some(({ fees }) => fees !== null && fees !== 0n);
  const column = (title: string, minor: (entry: StatementEntry) => bigint | null): PageColumn<StatementEntry> => ({
    title,
    align: 'right',
    cell: (entry) => {
      const found = minor(entry);
      return found === null ? '' : amount(view, { minor: found, currency: entry.currency });
    },
  });
  return [
    ...commonColumns(timeZone),
    column('Sent', ({ sent }) => sent),
    // Without fees on top, the total debit is what was sent.
    ...(hasFees
      ? [
          column('Fees on top', ({ fees }) => (fees === 0n ? null : fees)),
          column('Total debit', ({ totalDebit }) => totalDebit),
        ]
      : []),
    {
      title: 'Recipient gets',
      align: 'right',
      cell: ({ received, target }) =>
        received === null || target === null ? '' : amount(view, { minor: received, currency: target }),
    },
  ];
}
