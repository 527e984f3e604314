import type { ListedRecipient } from '../../../ledger/views/recipient-view.ts';
import { accountTitle } from '../../../references/shown-account.ts';
import { amount } from '../../components/amount.ts';
import { badge } from '../../components/badge.ts';
import { type Content, html, type Markup } from '../../components/markup.ts';
import { noWrap } from '../../components/no-wrap.ts';
import { paymentPath, recipientPath } from '../../components/paths.ts';
import { moment } from '../../components/relative-time.ts';
import { table } from '../../components/table.ts';
import type { View } from '../../components/view.ts';

/** A table of recipients with their account, last payment and last change. */
export function recipientTable(
  view: View,
  caption: string,
  recipients: readonly ListedRecipient[],
  none: Content,
): Markup {
  return table(
    caption,
    [
      {
        title: 'Recipient',
        names: true,
        cell: (one) => html`<a href="${recipientPath(one.id)}">${recipientName(one)}</a>`,
      },
      { title: 'Number', optional: true, cell: ({ reference_id }) => noWrap(reference_id) },
      ...(new Set(recipients.map(({ merchant }) => merchant)).size > 1
        ? [{ title: 'Merchant', cell: ({ merchant }: ListedRecipient) => merchant }]
        : []),
      { title: 'Account', cell: ({ account }) => noWrap(accountTitle(account) || 'None known here') },
      {
        title: 'Latest payment',
        cell: ({ last_started_at, last_payment, last_state }) =>
          last_payment === null
            ? 'Never'
            : html`<a href="${paymentPath(last_payment)}">${last_started_at === null ? 'Not sent yet' : moment(view, last_started_at)}</a>${last_state === null || last_state === 'batched' ? '' : html`<br>${badge(last_state)}`}`,
      },
      {
        title: 'Amount',
        align: 'right',
        cell: ({ last_currency, last_minor }) =>
          last_currency === null || last_minor === null
            ? ''
            : amount(view, { currency: last_currency, minor: last_minor }),
      },
      { title: 'Last changed', cell: ({ synced_at, created_at }) => moment(view, synced_at ?? created_at) },
    ],
    recipients,
    none,
    { stacks: true },
  );
}

/** The recipient's name; if it is not known or was purged, their number or id, which is said to be no name. */
export function recipientName({ recipientName, reference_id, remote_id }: ListedRecipient): string {
  const number = reference_id ?? remote_id;
  return recipientName ?? (number === null ? 'Recipient not at the service yet' : `Recipient ${number}`);
}
