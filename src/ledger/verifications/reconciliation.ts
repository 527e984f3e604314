import type { Db } from '../db/db.ts';
import { KNOWN_BATCH, type KnownBatch } from './verify-remote.ts';

/** A merchant to compare with the payout service. */
export interface MerchantToReconcile {
  readonly merchant: string;
  /** End of the last reconciliation; null if never reconciled. */
  readonly until: Date | null;
}

/**
 * Merchants with these names, or all that pay if null. Includes merchants without payments in the ledger, because
 * payments can be made by hand, outside Payrun.
 */
export async function merchantsToReconcile(
  db: Db,
  names: readonly string[] | null,
): Promise<readonly MerchantToReconcile[]> {
  const { rows } = await db.query<MerchantToReconcile>(
    `select m.id as merchant, max(c.compared_until) as until
     from payrun.merchant m left join payrun.reconciliation c on c.merchant_id = m.id
     where m.key_kind = 'merchant' and ($1::text[] is null or m.id = any($1)) group by m.id order by m.id`,
    [names],
  );
  return rows;
}

/** The merchant's remote batches with activity since `since`, except void ones. */
export async function batchesSince(db: Db, merchant: string, since: Date): Promise<readonly KnownBatch[]> {
  const { rows } = await db.query<KnownBatch>(
    `select ${KNOWN_BATCH} from payrun.batch where merchant_id = $1 and remote_id is not null and state <> 'void'
       and greatest(created_at, started_at, start_attempted_at, settled_at) >= $2 order by run_id, currency, id`,
    [merchant, since],
  );
  return rows;
}

/** The merchant's batches with one of these remote ids or tags, including void ones. */
export async function batchesKnownAs(
  db: Db,
  merchant: string,
  remoteIds: readonly string[],
  tags: readonly string[],
): Promise<readonly KnownBatch[]> {
  const { rows } = await db.query<KnownBatch>(
    `select ${KNOWN_BATCH} from payrun.batch where merchant_id = $1 and (remote_id = any($2) or tag = any($3))`,
    [merchant, remoteIds, tags],
  );
  return rows;
}

export async function recordReconciliation(
  db: Db,
  compared: { merchant: string; from: Date; until: Date; differences: number },
): Promise<void> {
  const { merchant, from, until, differences } = compared;
  await db.query(
    `insert into payrun.reconciliation (merchant_id, compared_from, compared_until, differences) values ($1, $2, $3, $4)`,
    [merchant, from, until, differences],
  );
}
