import type { RunPayment } from '../../../ledger/views/run-payments.ts';
import { hasMoved } from '../../../outcomes/run-money.ts';
import { awaits } from '../../../outcomes/total-debits.ts';
import { accountTitle, withShownAccounts } from '../../../references/shown-account.ts';
import { amount } from '../../components/amount.ts';
import { badge } from '../../components/badge.ts';
import { type Content, html, type Markup } from '../../components/markup.ts';
import { noWrap } from '../../components/no-wrap.ts';
import { paymentPath, runPath } from '../../components/paths.ts';
import { table } from '../../components/table.ts';
import type { View } from '../../components/view.ts';

/** A table of payments of a run. */
export function paymentTable(view: View, caption: string, payments: readonly RunPayment[], none: Content): Markup {
  return table(
    caption,
    [
      {
        title: 'Recipient',
        names: true,
        cell: ({ recipientName, id, reference, row }) =>
          html`<a href="${paymentPath(id)}">${recipientName ?? 'not named'}</a><br><span class="quiet">${reference === null ? 'Row' : html`${noWrap(reference)}, row`} ${row}</span>`,
      },
      {
        title: 'Status',
        wide: true,
        compact: 'line',
        cell: (payment) => {
          const why = whyOf(payment);
          const { retried_in: run } = payment;
          const later = run === null ? '' : html`Retried in <a href="${runPath(run)}">run ${run}</a>.`;
          if (why === '' && later === '') return badge(awaits(payment));
          const between = later === '' || why === '' ? '' : html`<br>`;
          return html`${badge(awaits(payment))}<br> <span class="quiet">${why}${between}${later}</span>`;
        },
      },
      {
        title: 'Account',
        optional: true,
        minor: true,
        cell: ({ account }) => (account === null ? '' : noWrap(accountTitle(account))),
      },
      {
        title: 'Amount',
        align: 'right',
        optional: true,
        compact: 'beside',
        cell: ({ currency, minor }) => (currency === null || minor === null ? '' : amount(view, { currency, minor })),
      },
      {
        title: 'Recipient gets',
        align: 'right',
        optional: true,
        cell: ({ state, paid_target, target_currency, fees, source_currency }) =>
          !hasMoved(state) || paid_target === null || target_currency === null
            ? ''
            : html`${amount(view, { currency: target_currency, minor: paid_target })}${
                fees === null || fees === 0n || source_currency === null
                  ? ''
                  : html`<br><span class="quiet">${amount(view, { currency: source_currency, minor: fees })} fee</span>`
              }`,
      },
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
  return html`${withShownAccounts(first.message)}${others.length > 0 ? html` <span class="quiet">(and ${others.length} more)</span>` : ''}`;
}
