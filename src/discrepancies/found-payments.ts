import type { Db } from '../ledger/db/db.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { type KnownRow, paymentsById } from '../ledger/payments/known-payments.ts';
import { namedAccount } from '../ledger/payments/sealed-row.ts';
import type { Vault } from '../ledger/vault/vault.ts';
import type { RemotePayment } from '../service/shapes/answer-shapes.ts';
import { comparePayment } from './compare-payment.ts';
import {
  type BatchAtService,
  inAnotherBatch,
  type OurBatch,
  paymentDiffers,
  unknownPayment,
} from './describe-discrepancy.ts';
import { type ServiceDiscrepancy, saveDiscrepancies } from './service-discrepancy.ts';

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

/**
 * Stores the discrepancies of payments that the service has made in a batch, exactly as a later comparison finds them:
 * accepting such a payment accepts them too. Call it in the transaction that writes the outcomes.
 */
export async function recordFoundPayments(
  db: Db,
  vault: Ledger['vault'],
  batch: OurBatch & { readonly remote_id: string | null },
  paid: readonly RemotePayment[],
  at: Date,
): Promise<void> {
  if (paid.length === 0 || batch.remote_id === null) return;
  const remoteBatch = { id: batch.remote_id };
  const known = await paymentsById(
    db,
    paid.flatMap(({ externalId }) => externalId ?? []),
  );
  const found = paid.flatMap((listed) => {
    const ownPayment = known.get(listed.externalId ?? '');
    return ownPayment
      ? comparePaymentOfBatch(vault, batch, remoteBatch, ownPayment, listed)
      : unknownPayment(batch.merchant_id, remoteBatch, batch, listed);
  });
  await saveDiscrepancies(db, found, at);
}
