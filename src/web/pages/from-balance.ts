import type { PaymentView } from '../../ledger/pages/payment-view.ts';

/** What leaves the balance for a payment: what was sent, and the fees that are not taken from what arrives. Null where the service has not said it. */
export function fromBalance(one: Pick<PaymentView, 'paid_source' | 'fees' | 'recipient_fees'>): bigint | null {
  return one.paid_source === null ? null : one.paid_source + (one.fees ?? 0n) - (one.recipient_fees ?? 0n);
}
