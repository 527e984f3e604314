import type { Db } from '../db/db.ts';
import { LIVE_IN_BATCH } from '../db/state-lists.ts';

/**
 * A merchant whose payments may still be returned. `seen`: the number of returned payments that the payout service
 * listed last time; null if never listed.
 */
export interface MerchantToCheck {
  readonly merchant: string;
  readonly seen: number | null;
}

/**
 * Merchants with payments in the last `days` days: in a batch settled since then, or paid in a batch that is not
 * settled because of its other payments. Such a batch may not be read any more, but its payments can still be returned.
 */
export async function merchantsToCheckForReturns(db: Db, days: number): Promise<readonly MerchantToCheck[]> {
  const { rows } = await db.query<MerchantToCheck>(
    `select m.id as merchant, m.returns_seen as seen from payrun.merchant m where exists (
       select 1 from payrun.batch b where b.merchant_id = m.id and (
         b.settled_at > now() - $1::int * interval '1 day'
         or (b.settled_at is null and b.remote_id is not null and exists (
           select 1 from payrun.payment p where p.batch_id = b.id and p.state in ('processed', 'discrepancy')
             and p.final_at > now() - $1::int * interval '1 day'))))
     order by m.id`,
    [days],
  );
  return rows;
}

/** Writes nothing if it is known already: the merchant is locked while a large sheet is compared. */
export async function recordReturnsSeen(db: Db, merchant: string, seen: number): Promise<void> {
  await db.query('update payrun.merchant set returns_seen = $2 where id = $1 and returns_seen is distinct from $2', [
    merchant,
    seen,
  ]);
}

/** A payment that is paid according to the ledger. */
export interface ProcessedPayment {
  readonly id: string;
  readonly run: bigint;
  readonly batch: string;
  readonly currency: string;
}

/**
 * Those of these payments of the merchant that the ledger has as paid, by run and batch; includes returned ones whose
 * details could not be read. Found by the ledger's ids or by the payout service's.
 */
export async function processedAmong(
  db: Db,
  merchant: string,
  ids: readonly string[],
  remoteIds: readonly string[] = [],
): Promise<readonly ProcessedPayment[]> {
  const { rows } = await db.query<ProcessedPayment>(
    `select id, run_id as run, batch_id as batch, source_currency as currency from payrun.payment
     where merchant_id = $1 and (id = any($2::uuid[]) or remote_id = any($3::text[]))
       and (state in ('processed', 'discrepancy') or state = 'unknown' and reason_code = 'return_unreadable')
     order by run_id, batch_id, row`,
    [merchant, ids, remoteIds],
  );
  return rows;
}

/** Marks paid payments as unconfirmed for this reason. Returns how many changed. */
export async function markReturnUnreadable(
  db: Db,
  batch: string,
  ids: readonly string[],
  reason: string,
): Promise<number> {
  const { rowCount } = await db.query(
    `update payrun.payment set state = 'unknown', reason_code = 'return_unreadable', reason = $3
     where batch_id = $1 and id = any($2::uuid[]) and state = 'processed'`,
    [batch, ids, reason],
  );
  return rowCount;
}

/** Is any of these payments of the merchant in a live batch state, so that its outcome can still change? */
export async function isAnyOpen(db: Db, merchant: string, ids: readonly string[]): Promise<boolean> {
  const { rows } = await db.query<{ open: boolean }>(
    `select exists (select 1 from payrun.payment
       where merchant_id = $1 and id = any($2::uuid[]) and state in (${LIVE_IN_BATCH})) as open`,
    [merchant, ids],
  );
  return rows[0]!.open;
}
