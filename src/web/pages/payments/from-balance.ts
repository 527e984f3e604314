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
