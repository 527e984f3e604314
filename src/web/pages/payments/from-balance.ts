import type { PaymentView } from '../../../ledger/views/payment-view.ts';
import { totalDebitOf } from '../../../outcomes/run-money.ts';

/**
 * Total debit of a payment in minor units: the amount sent, plus the fees that are not deducted from the recipient.
 * Null if the service has not reported it.
 */
export function fromBalance(one: Pick<PaymentView, 'paid_source' | 'fees' | 'recipient_fees'>): bigint | null {
  if (one.paid_source === null) return null;
  return totalDebitOf({ sent: one.paid_source, fees: one.fees ?? 0n, recipientFees: one.recipient_fees ?? 0n });
}

/**
 * What came back of a returned payment: the amount sent. The fees on top of it, which the payout service keeps, are
 * `kept`. Null if the payment is not returned, or the service has not reported its amounts.
 */
export function cameBackOf(
  one: Pick<PaymentView, 'state' | 'paid_source' | 'fees' | 'recipient_fees'>,
): { readonly sent: bigint; readonly kept: bigint } | null {
  if (one.state !== 'returned' || one.paid_source === null) return null;
  return { sent: one.paid_source, kept: fromBalance(one)! - one.paid_source };
}
