import { ANY_DETAIL } from '../../../ledger/payments/sealed-row.ts';
import { countryWord } from '../../../references/country-word.ts';
import { accountTitle } from '../../../references/shown-account.ts';
import type { PaymentToApprove } from '../../../reports/payments-to-approve.ts';
import type { PaymentState } from '../../../states.ts';
import { decimalAmount } from '../../components/amount.ts';
import { type Content, html, type Markup } from '../../components/markup.ts';
import { noWrap } from '../../components/no-wrap.ts';
import { moment } from '../../components/relative-time.ts';
import type { View } from '../../components/view.ts';

/** The end of the payment to compare with, before its date. */
const ENDED: Partial<Record<PaymentState, string>> = {
  processed: 'Last paid',
  failed: 'Sent and failed',
  returned: 'Sent and returned',
};

/** A payment and the account that it goes to, with the last payment to the same recipient. */
type ChangedAccount = Pick<
  PaymentToApprove,
  'recipientName' | 'reference' | 'amount' | 'currency' | 'account' | 'country' | 'isCertain' | 'details'
> & { readonly last: NonNullable<PaymentToApprove['last']> };

/** The account that was last paid and the one to be paid now, side by side; `about` is below them. */
export function accountDiff(view: View, payment: ChangedAccount, about: Content): Markup {
  const { recipientName, reference, amount, currency, account, country, isCertain, details, last } = payment;
  const isAlike = account !== null && account === last.account && isCertain;
  const changed = details ?? (isAlike ? ANY_DETAIL : null);
  return html`<div class="diff" role="group" aria-label="${isCertain ? 'Changed account' : 'Account'} of ${recipientName ?? reference}">
<div><span class="quiet">${ENDED[last.state] ?? 'Last sent, and not confirmed as paid,'} ${moment(view, new Date(last.at))}, ${decimalAmount(view, last.amount, last.currency)}</span>
<strong>${last.account === null ? 'known only to the payout service' : withMarks(last.account, account)}</strong> ${country === null ? '' : countryWord(last.country)}</div>
<span aria-hidden="true">→</span>
<div class="now"><span class="quiet">This payment to ${recipientName ?? '(no name)'}, ${decimalAmount(view, amount, currency)}</span>
<strong>${withMarks(account, last.account)}</strong> ${countryWord(country)}</div>
${changed === null ? '' : html`<p><strong>Changed: ${changed}.</strong></p>`}
<p class="quiet">${isCertain ? '' : `${UNCERTAIN} `}${about}</p>
</div>`;
}

/** A masked account, with those of its shown digits marked that differ from the other one. */
function withMarks(account: string | null, other: string | null): Markup | string {
  const [, kind, digits = ''] = OF_A_KIND.exec(accountTitle(account)) ?? [];
  const [, otherKind, otherDigits = ''] = OF_A_KIND.exec(accountTitle(other)) ?? [];
  if (kind === undefined || kind !== otherKind) return noWrap(accountTitle(account));
  // Counted from the end: fewer digits may be shown of one of them.
  const parts: { readonly differs: boolean; text: string }[] = [];
  for (const [i, digit] of [...digits].entries()) {
    const before = otherDigits[otherDigits.length - digits.length + i];
    const differs = before !== undefined && before !== digit;
    const last = parts.at(-1);
    if (last?.differs === differs) last.text += digit;
    else parts.push({ differs, text: digit });
  }
  return html`<span class="no-wrap">${kind}${parts.map(({ differs, text }) => (differs ? html`<mark>${text}</mark>` : text))}</span>`;
}

const OF_A_KIND = /^(.*•••• )(\w+)$/;

const UNCERTAIN = 'This may be the account last used. Payrun does not know its full number.';
