import type { BatchState } from '../../states.ts';
import type { Db } from '../db/db.ts';

/** The fields of a batch that a comparison with the payout service needs. */
export interface KnownBatch {
  readonly id: string;
  readonly run_id: bigint;
  readonly merchant_id: string;
  readonly state: BatchState;
  readonly tag: string;
  readonly payments: number;
  readonly remote_id: string | null;
  /** Its start was attempted, so the service may pay it. */
  readonly attempted: boolean;
}

/** The columns of a `KnownBatch`. */
export const KNOWN_BATCH = `id, run_id, merchant_id, state, tag, payments, remote_id, (start_attempted_at is not null or started_outside_at is not null) as attempted`;

/**
 * Merchants to compare: those of the run's batches, or all that pay if `run` is null. The latter includes merchants
 * without batches, because the service may have made payments that the ledger does not know.
 */
export async function merchantsToVerify(db: Db, run: bigint | null): Promise<readonly string[]> {
  const { rows } = await db.query<{ merchant_id: string }>(
    `select id as merchant_id from payrun.merchant m where case when $1::bigint is null then m.key_kind = 'merchant'
       else exists (select 1 from payrun.batch b where b.merchant_id = m.id and b.run_id = $1) end order by 1`,
    [run],
  );
  return rows.map(({ merchant_id }) => merchant_id);
}

/** A merchant's batches whose start was ever attempted, except those that the service rejected. */
export async function attemptedBatches(db: Db, merchant: string, run: bigint | null): Promise<readonly KnownBatch[]> {
  const { rows } = await db.query<KnownBatch>(
    `select ${KNOWN_BATCH} from payrun.batch where merchant_id = $1 and ($2::bigint is null or run_id = $2)
       and (start_attempted_at is not null or started_outside_at is not null) and state <> 'rejected_at_service' order by run_id, currency, id`,
    [merchant, run],
  );
  return rows;
}

export async function batchesByTag(
  db: Db,
  merchant: string,
  tags: readonly string[],
): Promise<ReadonlyMap<string, KnownBatch>> {
  const { rows } = await db.query<KnownBatch>(
    `select ${KNOWN_BATCH} from payrun.batch where merchant_id = $1 and tag = any($2)`,
    [merchant, tags],
  );
  return new Map(rows.map((batch) => [batch.tag, batch]));
}
