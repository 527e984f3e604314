import { createHash } from 'node:crypto';
import { canonicalJson } from '../canonical-json.ts';
import type { BatchRow } from '../ledger/batch.ts';
import type { Db } from '../ledger/open-ledger.ts';
import { paymentsOfBatch } from '../ledger/payment.ts';

/**
 * What an approval says yes to: the canonical list of payments with recipient, account and amount, and the quote (G7).
 * A changed row, account, total or price gives another hash.
 */
export async function approvalHash(db: Db, batch: BatchRow): Promise<Buffer> {
  const hash = createHash('sha256');
  hash.update(
    canonicalJson({ batch: batch.id, remoteId: batch.remote_id, currency: batch.currency, quote: batch.quote }),
  );
  for await (const page of paymentsOfBatch(db, batch.id)) {
    for (const {
      id,
      row,
      reference,
      fixed,
      currency,
      minor,
      recipient_remote_id,
      account_remote_id,
      account_fp,
    } of page) {
      hash.update('\n');
      hash.update(
        [
          id,
          row,
          reference,
          fixed,
          currency,
          minor,
          recipient_remote_id,
          account_remote_id,
          account_fp?.toString('hex'),
        ].join('|'),
      );
    }
  }
  return hash.digest();
}
