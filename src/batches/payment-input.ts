import { openRow } from '../ledger/kept-row.ts';
import type { BatchedPayment } from '../ledger/payment.ts';
import type { Vault } from '../ledger/vault.ts';
import { formatMinor } from '../money.ts';

/** A payment as POST /v1/batches takes it. `externalId` is the ledger's id: the service refuses a second one. */
export function paymentInput(vault: Vault, payment: BatchedPayment) {
  const { memo, category, tags } = openRow(vault, payment.id, payment.row_sealed).draft!;
  const amount = formatMinor(payment.minor, payment.currency);
  return {
    recipient: { id: payment.recipient_remote_id },
    ...(payment.fixed === 'source'
      ? { amount, currency: payment.currency }
      : { targetAmount: amount, targetCurrency: payment.currency }),
    externalId: payment.id,
    ...(memo ? { memo } : {}),
    ...(category ? { category } : {}),
    ...(tags.length > 0 ? { tags: [...tags] } : {}),
  };
}
