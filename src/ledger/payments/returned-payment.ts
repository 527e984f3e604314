import type { Db } from '../db/db.ts';
import { LIVE_IN_BATCH } from '../db/state-lists.ts';
import { type Scope, visible } from '../merchants/scope.ts';

/**
 * A merchant whose payments may still be returned. `seen`: the number of returned payments that the payout service
 * listed last time; null if never listed.
 */
export interface MerchantToCheck {
  readonly merchant: string;
  readonly seen: number | null;
  /** When they were last read; null: never. */
  readonly readAt: Date | null;
}

/**
 * Merchants with payments in the last `days` days: in a batch settled since then, or paid in a batch that is not
 * settled because of its other payments. Such a batch may never be read again, but its payments can still be returned.
 */
export async function merchantsToCheckForReturns(db: Db, days: number): Promise<readonly MerchantToCheck[]> {
  const { rows } = await db.query<MerchantToCheck>(
    `select m.id as merchant, r.listed as seen, r.read_at as "readAt" from payrun.merchant m left join payrun.returns_read r on r.merchant_id = m.id
     where exists (
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

/** Records that the returned payments of a merchant were read, and how many there are if none has to be read again. */
export async function recordReturnsRead(db: Db, merchant: string, listed: number | null, at: Date): Promise<void> {
  await db.query(
    `insert into payrun.returns_read (merchant_id, listed, read_at) values ($1, $2, $3)
     on conflict (merchant_id) do update set listed = excluded.listed, read_at = excluded.read_at`,
    [merchant, listed, at],
  );
}

/** Since when the returned payments of any of these merchants were not read; null if those of one never were. */
export async function returnsReadAt(db: Db, scope: Scope, merchant: string | null): Promise<Date | null> {
  const { rows } = await db.query<{ at: Date | null }>(
    `select case when bool_and(r.read_at is not null) then min(r.read_at) end as at
     from payrun.merchant m left join payrun.returns_read r on r.merchant_id = m.id
     where ${visible('m.id')} and ($2::text is null or m.id = $2)
       and exists (select 1 from payrun.batch b where b.merchant_id = m.id and b.started_at is not null)`,
    [scope, merchant],
  );
  return rows[0]!.at;
}

/** A payment that is paid according to the ledger. */
export interface ProcessedPayment {
  readonly id: string;
  readonly run: bigint;
  readonly batch: string;
  readonly currency: string;
  /** The payout service's id; null if only a user knows the outcome. */
  readonly remoteId: string | null;
}

/**
 * Those of these payments of the merchant that the ledger has as paid, by run and batch; includes those that are
 * unconfirmed since they were paid. Found by the ledger's ids or by the payout service's.
 */
export async function processedAmong(
  db: Db,
  merchant: string,
  ids: readonly string[],
  remoteIds: readonly string[] = [],
): Promise<readonly ProcessedPayment[]> {
  const { rows } = await db.query<ProcessedPayment>(
    `select id, run_id as run, batch_id as batch, source_currency as currency, remote_id as "remoteId" from payrun.payment
     where merchant_id = $1 and (id = any($2::uuid[]) or remote_id = any($3::text[]))
       and (state in ('processed', 'discrepancy') or state = 'unknown' and reason_code = any($4))
     order by run_id, batch_id, row`,
    [merchant, ids, remoteIds, Object.keys(DOUBTS)],
  );
  return rows;
}

/** Why a paid payment is unconfirmed, by code. */
const DOUBTS = {
  return_unreadable:
    'The payout service lists this payment as returned, in a format that Payrun cannot read. Check it there, then confirm the outcome.',
  failed_after_paid:
    'The payout service shows this payment as failed, although it had reported it as paid. Check it there, then confirm the outcome.',
} as const;

export type DoubtCode = keyof typeof DOUBTS;

/** Marks paid payments as unconfirmed for this reason. Returns how many changed. */
export async function markUnconfirmed(db: Db, batch: string, ids: readonly string[], code: DoubtCode): Promise<number> {
  const { rowCount } = await db.query(
    `update payrun.payment set state = 'unknown', reason_code = $3, reason = $4
     where batch_id = $1 and id = any($2::uuid[]) and state = 'processed'`,
    [batch, ids, code, DOUBTS[code]],
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
