import type { FoundPayment } from '../../../ledger/views/payment-view.ts';
import { accountTitle } from '../../../references/shown-account.ts';
import { amount } from '../../components/amount.ts';
import { badge } from '../../components/badge.ts';
import { type Content, html, type Markup } from '../../components/markup.ts';
import { noWrap } from '../../components/no-wrap.ts';
import { paymentPath, runPath } from '../../components/paths.ts';
import { moment } from '../../components/relative-time.ts';
import { type PageColumn, table } from '../../components/table.ts';
import type { View } from '../../components/view.ts';

/** A table of payments of several runs. `ofOne`: all to one recipient, whom the page names already. */
export function foundPayments(
  view: View,
  caption: string,
  payments: readonly FoundPayment[],
  none: Content,
  { ofOne = false }: { readonly ofOne?: boolean } = {},
): Markup {
  const columns: readonly (PageColumn<FoundPayment> & { readonly whose?: true })[] = [
    {
      title: 'Recipient',
      whose: true,
      cell: ({ id, recipientName }) => html`<a href="${paymentPath(id)}">${recipientName ?? 'not named'}</a>`,
    },
    {
      title: 'Reference',
      names: true,
      cell: ({ id, reference }) => html`<a href="${paymentPath(id)}">${noWrap(reference)}</a>`,
    },
    {
      title: 'Amount',
      align: 'right',
      cell: ({ currency, minor }) => (currency === null || minor === null ? '' : amount(view, { currency, minor })),
    },
    { title: 'Status', cell: ({ state }) => badge(state) },
    { title: 'Account', minor: true, cell: ({ account }) => noWrap(accountTitle(account)) },
    {
      title: 'Run',
      cell: ({ run, row }) =>
        html`<span class="no-wrap"><a href="${runPath(run)}">${run}</a> <span class="quiet">row ${row}</span></span>`,
    },
    { title: 'Merchant', whose: true, minor: true, cell: ({ merchant }) => merchant },
    { title: 'Latest change', cell: (one) => moment(view, one.final_at ?? one.started_at ?? one.created_at) },
  ];
  return table(caption, ofOne ? columns.filter(({ whose }) => !whose) : columns, payments, none, { stacks: true });
}
