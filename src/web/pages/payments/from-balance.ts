import type { PaymentView } from '../../../ledger/views/payment-view.ts';
import { totalDebitOf } from '../../../outcomes/run-money.ts';

/** What leaves the balance for a payment: what was sent, and the fees that are not taken from what arrives. Null where the service has not said it. */
export function fromBalance(one: Pick<PaymentView, 'paid_source' | 'fees' | 'recipient_fees'>): bigint | null {
  if (one.paid_source === null) return null;
  return totalDebitOf({ sent: one.paid_source, fees: one.fees ?? 0n, recipientFees: one.recipient_fees ?? 0n });
}
