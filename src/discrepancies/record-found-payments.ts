import type { Db } from '../ledger/db/db.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { paymentsById } from '../ledger/payments/known-payments.ts';
import type { RemotePayment } from '../service/shapes/answer-shapes.ts';
import { comparePaymentOfBatch } from './compare-payment-of-batch.ts';
import { type OurBatch, unknownPayment } from './describe-discrepancy.ts';
import { saveDiscrepancies } from './service-discrepancy.ts';

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
