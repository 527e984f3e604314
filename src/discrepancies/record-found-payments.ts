import type { Db } from '../ledger/db/db.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { paymentsById } from '../ledger/verifications/verify-remote.ts';
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
  made: readonly RemotePayment[],
  at: Date,
): Promise<void> {
  if (made.length === 0 || batch.remote_id === null) return;
  const there = { id: batch.remote_id };
  const known = await paymentsById(
    db,
    made.flatMap(({ externalId }) => externalId ?? []),
  );
  const found = made.flatMap((listed) => {
    const mine = known.get(listed.externalId ?? '');
    return mine
      ? comparePaymentOfBatch(vault, batch, there, mine, listed)
      : unknownPayment(batch.merchant_id, there, batch, listed);
  });
  await saveDiscrepancies(db, found, at);
}
