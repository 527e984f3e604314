import type { KnownRow } from '../ledger/payments/known-payments.ts';
import { namedAccount } from '../ledger/payments/sealed-row.ts';
import type { Vault } from '../ledger/vault/vault.ts';
import type { RemotePayment } from '../service/shapes/answer-shapes.ts';
import { comparePayment } from './compare-payment.ts';
import { type BatchAtService, inAnotherBatch, type OurBatch, paymentDiffers } from './describe-discrepancy.ts';
import type { ServiceDiscrepancy } from './service-discrepancy.ts';

/**
 * The discrepancies of a payment that the service lists in our batch. `batch` is the service's, `ours` the ledger's.
 */
export function comparePaymentOfBatch(
  vault: Vault,
  ownBatch: OurBatch,
  batch: Pick<BatchAtService, 'id'>,
  ownPayment: KnownRow,
  listed: RemotePayment,
): readonly ServiceDiscrepancy[] {
  const merchant = ownBatch.merchant_id;
  if (ownPayment.batch_id !== ownBatch.id) return [inAnotherBatch(merchant, ownPayment, batch, listed)];
  const named = namedAccount(vault, ownPayment) ?? null;
  return comparePayment(ownPayment, listed, named).map((difference) =>
    paymentDiffers(merchant, ownPayment, batch, listed, difference),
  );
}
