import type { BatchedPayment } from '../../ledger/payments/payment.ts';
import { openRow } from '../../ledger/payments/sealed-row.ts';
import type { Vault } from '../../ledger/vault/vault.ts';
import { formatMinor } from '../../money.ts';
import { referenceTag } from '../../references/payrun-tags.ts';

/**
 * A payment in the form that POST /v1/batches takes. `externalId` is the ledger's id; a tag holds the reference, so
 * that a ledger that lost its history can read it back.
 */
export function paymentInput(vault: Vault, payment: BatchedPayment) {
  const { memo, category, tags } = openRow(vault, payment).draft!;
  const amount = formatMinor(payment.minor, payment.currency);
  return {
    recipient: { id: payment.recipient_remote_id },
    ...(payment.fixed === 'source'
      ? { amount, currency: payment.currency }
      : { targetAmount: amount, targetCurrency: payment.currency }),
    externalId: payment.id,
    ...(memo ? { memo } : {}),
    ...(category ? { category } : {}),
    tags: [...tags, referenceTag(payment.reference)],
  };
}
