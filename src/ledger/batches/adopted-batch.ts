import type { Db } from '../db/db.ts';

/** A remote batch that the ledger does not know. */
export interface AdoptedBatch {
  readonly id: string;
  readonly run: bigint;
  readonly merchant: string;
  readonly currency: string;
  readonly tag: string;
  readonly remoteId: string;
  readonly remoteStatus: string;
  readonly createdAt: Date;
  /** When it was sent, as far as is known; null if the service says that it was not. */
  readonly sentAt: Date | null;
  readonly by: string;
}

/**
 * Inserts a batch of the payout service into the ledger. Insert its payments next, then move it. It has
 * no approval, so `resolved_by` says who adopted it.
 */
export async function insertAdoptedBatch(db: Db, batch: AdoptedBatch): Promise<void> {
  await db.query(
    `insert into payrun.batch (id, run_id, merchant_id, currency, state, tag, maker, payments, source_minor, remote_id, remote_status,
       start_attempted_at, resolved_by, created_at)
     select $1, r.id, r.merchant_id, $3, 'unknown', $4, r.maker, 0, 0, $5, $6, $7, $8, $9 from payrun.run r where r.id = $2`,
    [
      batch.id,
      batch.run,
      batch.currency,
      batch.tag,
      batch.remoteId,
      batch.remoteStatus,
      batch.sentAt,
      batch.by,
      batch.createdAt,
    ],
  );
}
