import type { PaymentView } from '../../ledger/views/payment-view.ts';
import { showInZone } from '../../platform/time-zone.ts';
import { as, type Value } from '../../references/value.ts';
import type { Facts } from '../list.ts';
import { feeFacts } from './payment-facts.ts';

/** The place and time of issue of a proof of payment, in a named zone: paper has no reader's zone. */
export interface Issued {
  readonly at: Date;
  readonly timeZone: string;
  /** The bank of the account by a public list, if the payout service does not name it. */
  readonly listedBank: string | null;
}

/** The content of a proof of payment; null if the payment is not proven to be paid. */
export function proofOfPayment(
  one: PaymentView,
  { at: now, timeZone, listedBank }: Issued,
): { readonly facts: Facts; readonly note: Value } | null {
  if (!one.is_proven) return null;
  const { source_currency: from, target_currency: to } = one;
  const time = (at: Date | null): Value => at && as.words`${as.timeIn(at, timeZone)} (${timeZone})`;
  const arrival = one.arrival_expected_at && showInZone(one.arrival_expected_at.getTime(), timeZone).slice(0, 10);
  return {
    facts: [
      ['Paid by', one.merchant],
      ['Paid to', one.recipientName],
      ['To account', as.account(one.paid_account)],
      ['Bank', one.bank_name ?? listedBank],
      ['Our reference', as.whole(one.reference)],
      ['Payout service payment ID', one.service_payment && as.code(one.service_payment)],
      ['Amount sent', as.money(one.paid_source, from)],
      ...feeFacts(one),
      ['Tax withheld', one.withheld ? as.money(one.withheld, from) : null],
      ['Rate', from === null || to === null ? null : as.rate(from, to, one.rate)],
      ['Recipient gets', as.money(one.paid_target, to)],
      ['Sent', time(one.started_at)],
      ['Reported as paid', time(one.final_at)],
      ['Expected arrival', arrival && `${arrival} (${timeZone}), estimated by the payout service`],
    ],
    note: as.words`Issued ${time(now)}. The payout service reported this payment as paid, and no return had been recorded. A bank can still return it later.`,
  };
}
