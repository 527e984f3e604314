import type { Db } from '../db/db.ts';

/**
 * A deviation of a remote batch from its order: a payment added by hand, another sum than approved, a start that Payrun
 * did not send. A user reviews and accepts it.
 */
export interface BatchDiscrepancy {
  readonly batch: string;
  readonly run: bigint;
  readonly merchant: string;
  /** The payout service's id of the added payment, or of the batch if the whole batch is affected. */
  readonly remoteId: string;
  /** Sentence for users. */
  readonly what: string;
  readonly found_at: Date;
}

/**
 * Records a discrepancy once; an accepted one stays accepted. A further finding about the whole batch is appended, and
 * must be accepted too. Returns whether it is new.
 */
export async function recordBatchDiscrepancy(
  db: Db,
  { batch, remoteId, what }: Pick<BatchDiscrepancy, 'batch' | 'remoteId' | 'what'>,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into payrun.batch_discrepancy as d (batch_id, remote_id, run_id, merchant_id, what)
     select b.id, $2, b.run_id, b.merchant_id, $3 from payrun.batch b where b.id = $1
     on conflict (batch_id, remote_id) do update set what = d.what || ' ' || excluded.what, accepted_by = null, accepted_at = null
     where d.remote_id = (select remote_id from payrun.batch where id = d.batch_id) and position(excluded.what in d.what) = 0`,
    [batch, remoteId, what],
  );
  return rowCount > 0;
}

const SELECTED = `batch_id as batch, run_id as run, merchant_id as merchant, remote_id as "remoteId", what, found_at`;

/** Unaccepted discrepancies of the runs, in the order found. */
export async function openBatchDiscrepancies(db: Db, runs: readonly bigint[]): Promise<readonly BatchDiscrepancy[]> {
  const { rows } = await db.query<BatchDiscrepancy>(
    `select ${SELECTED} from payrun.batch_discrepancy where run_id = any($1) and accepted_by is null order by found_at, remote_id`,
    [runs],
  );
  return rows;
}

/** Unaccepted discrepancies of this id of the payout service. */
export async function getBatchDiscrepancies(db: Db, remoteId: string): Promise<readonly BatchDiscrepancy[]> {
  const { rows } = await db.query<BatchDiscrepancy>(
    `select ${SELECTED} from payrun.batch_discrepancy where remote_id = $1 and accepted_by is null order by run_id`,
    [remoteId],
  );
  return rows;
}

/** False if it was already accepted. */
export async function acceptBatchDiscrepancy(
  db: Db,
  { batch, remoteId }: Pick<BatchDiscrepancy, 'batch' | 'remoteId'>,
  by: string,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update payrun.batch_discrepancy set accepted_by = $3, accepted_at = now()
     where batch_id = $1 and remote_id = $2 and accepted_by is null`,
    [batch, remoteId, by],
  );
  return rowCount > 0;
}

/** Whether Payrun had sent a start, which the service refused, before it was found that the service has begun it. */
export async function wasRefusedFirst(db: Db, run: bigint, batch: string): Promise<boolean> {
  const { rows } = await db.query<{ from: string | null }>(
    `select data->>'from' as from from payrun.event where chain = 'run-' || $1::bigint and kind = 'batch_started_outside'
       and data->>'batch' = $2 order by seq desc limit 1`,
    [run, batch],
  );
  return rows[0]?.from === 'starting';
}
