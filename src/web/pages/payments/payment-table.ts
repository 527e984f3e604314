import type { RunPayment } from '../../../ledger/views/run-payments.ts';
import { hasMoved } from '../../../outcomes/run-money.ts';
import { shownAccount, withShownAccounts } from '../../../references/shown-account.ts';
import { amount } from '../../components/amount.ts';
import { badge } from '../../components/badge.ts';
import { type Content, html, type Markup } from '../../components/markup.ts';
import { noWrap } from '../../components/no-wrap.ts';
import { paymentPath } from '../../components/paths.ts';
import { table } from '../../components/table.ts';
import type { View } from '../../components/view.ts';

/** A table of payments of a run. */
export function paymentTable(view: View, caption: string, payments: readonly RunPayment[], none: Content): Markup {
  return table(
    caption,
    [
      { title: 'Row', align: 'right', cell: ({ row, id }) => html`<a href="${paymentPath(id)}">${row}</a>` },
      {
        title: 'Recipient',
        names: true,
        cell: ({ recipientName, id }) => html`<a href="${paymentPath(id)}">${recipientName ?? 'not named'}</a>`,
      },
      { title: 'Reference', minor: true, cell: ({ reference }) => noWrap(reference) },
      {
        title: 'Amount',
        align: 'right',
        cell: ({ currency, minor }) => (currency === null || minor === null ? '' : amount(view, { currency, minor })),
      },
      { title: 'Status', cell: ({ state }) => badge(state) },
      { title: 'Account', minor: true, cell: ({ account }) => noWrap(shownAccount(account)) },
      {
        title: 'Fees',
        align: 'right',
        minor: true,
        optional: true,
        cell: ({ state, fees, source_currency }) =>
          !hasMoved(state) || fees === null || source_currency === null
            ? ''
            : amount(view, { currency: source_currency, minor: fees }),
      },
      {
        title: 'Recipient gets',
        align: 'right',
        minor: true,
        optional: true,
        cell: ({ state, paid_target, target_currency }) =>
          !hasMoved(state) || paid_target === null || target_currency === null
            ? ''
            : amount(view, { currency: target_currency, minor: paid_target }),
      },
      { title: 'Reason', wide: true, optional: true, cell: whyOf },
    ],
    payments,
    none,
    { stacks: true },
  );
}

function whyOf({ state, reason, problems, held_for: earlier }: RunPayment): Content {
  if (state === 'already_paid' && earlier !== null)
    return html`${reason ?? ''} <a href="${paymentPath(earlier)}">See the earlier payment</a>`;
  const [first, ...others] = (problems ?? []).filter(({ severity }) => severity === 'error');
  if (state !== 'invalid' || !first) return withShownAccounts(reason ?? '');
  return html`${withShownAccounts(first.message)}${others.length > 0 ? html` <span class="quiet">and ${others.length} more</span>` : ''}`;
}
