import type { ListedRecipient } from '../../../ledger/views/recipient-view.ts';
import { shownAccount } from '../../../references/shown-account.ts';
import { amount } from '../../components/amount.ts';
import { type Content, html, type Markup } from '../../components/markup.ts';
import { moment } from '../../components/moment.ts';
import { paymentPath, recipientPath } from '../../components/paths.ts';
import { table } from '../../components/table.ts';
import type { View } from '../../components/view.ts';

/** Recipients, one a row, with their account, when they were last paid and when they last changed. */
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
      { title: 'referenceId', minor: true, cell: ({ reference_id }) => reference_id ?? '' },
      { title: 'Merchant', minor: true, cell: ({ merchant }) => merchant },
      { title: 'Account', cell: ({ account }) => shownAccount(account) || 'none known here' },
      {
        title: 'Last paid',
        cell: ({ last_started_at, last_payment }) =>
          last_payment === null
            ? 'never'
            : html`<a href="${paymentPath(last_payment)}">${last_started_at === null ? 'not started yet' : moment(view, last_started_at)}</a>`,
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
  );
}

/** What a recipient is called: the name on their latest payment, else what the service knows them by. */
export function recipientName({ payee, reference_id, remote_id }: ListedRecipient): string {
  return payee ?? reference_id ?? remote_id ?? 'not at the service yet';
}
