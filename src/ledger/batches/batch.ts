import { PayrunError } from '../../errors.ts';
import { batchTag } from '../../references/payrun-tags.ts';
import { BATCH_MOVES, type BatchState, BEFORE_START, lawful, OUTSIDE_MOVES } from '../../states.ts';
import type { Db } from '../db/db.ts';
import { holdChangedAccounts } from '../payments/holds/hold-changed-accounts.ts';
import { freeFromBatch, moveToBatch, putInBatches } from '../payments/payments-in-batches.ts';
import { BATCH_COLUMNS, type BatchRow, type Quote } from './batch-row.ts';

/**
 * Puts every ready payment with a known recipient into a planned batch, by one update: one batch per currency, split if
 * it exceeds `limit`. `ids` returns new batch ids. Then `refuse` takes payments that cannot be paid out of the batches,
 * and those with changed accounts are put on hold. Returns the new batches. Only for a transaction.
 */
export async function planBatches(
  db: Db,
  run: bigint,
  limit: number,
  ids: () => string,
  refuse: (batches: readonly string[]) => Promise<void> = async () => {},
): Promise<readonly BatchRow[]> {
  await db.query(
    `select 1 from payrun.merchant m join payrun.run r on r.merchant_id = m.id where r.id = $1 for no key update of m`,
    [run],
  );
  const { rows } = await db.query<{ currency: string; n: number }>(
    `select source_currency as currency, count(*)::int as n from payrun.payment where run_id = $1 and state = 'ready' group by 1 order by 1`,
    [run],
  );
  const parts = rows.flatMap(({ currency, n }) =>
    Array.from({ length: Math.ceil(n / limit) }, (_, part) => ({ id: ids(), currency, part })),
  );
  if (parts.length === 0) return [];
  const batches = parts.map(({ id }) => id);
  const currencies = parts.map(({ currency }) => currency);
  await db.query(
    `insert into payrun.batch (id, run_id, merchant_id, currency, tag, maker, payments, source_minor)
     select b.id, r.id, r.merchant_id, b.currency, b.tag, r.maker, 0, 0
     from payrun.run r cross join unnest($2::uuid[], $3::text[], $4::text[]) as b(id, currency, tag) where r.id = $1`,
    [run, batches, currencies, batches.map(batchTag)],
  );
  await putInBatches(db, run, limit, parts);
  await refuse(batches);
  await holdChangedAccounts(db, run, batches);
  const planned: BatchRow[] = [];
  for (const id of batches) planned.push(await recountBatch(db, id));
  await db.query('delete from payrun.batch where id = any($1::uuid[]) and payments = 0', [batches]);
  return planned.filter(({ payments }) => payments > 0);
}

/**
 * Recomputes the batch's count and sums, after planning or after removing payments. Only for a batch that has not
 * started.
 */
export async function recountBatch(db: Db, id: string): Promise<BatchRow> {
  const { rows } = await db.query<BatchRow>(
    `update payrun.batch b set payments = s.n, source_minor = s.source, target_minor = s.target, updated_at = now()
     from (select coalesce(sum(n), 0)::int as n, coalesce(sum(minor) filter (where fixed = 'source'), 0)::bigint as source,
             coalesce(jsonb_object_agg(currency, minor::text) filter (where fixed = 'target'), '{}') as target
           from (select fixed, currency, count(*) as n, sum(minor) as minor from payrun.payment where batch_id = $1 group by 1, 2) g) s
     where b.id = $1 and b.started_at is null
     returning ${BATCH_COLUMNS.split(',')
       .map((name) => `b.${name.trim()}`)
       .join(', ')}`,
    [id],
  );
  return rows[0]!;
}

/** Sizes of the batches that are still to be created or started, for the estimate. */
export async function countBatchesAhead(db: Db, run: bigint, limit: number): Promise<readonly number[]> {
  const { rows } = await db.query<{ n: number }>(
    `select count(*)::int as n from payrun.payment where run_id = $1 and state = 'ready' group by source_currency
     union all select payments from payrun.batch where run_id = $1 and state in ('planned', 'creating', 'open', 'quoted', 'approved', 'starting')`,
    [run],
  );
  return rows.flatMap(({ n }) =>
    Array.from({ length: Math.ceil(n / limit) }, (_, part) => Math.min(limit, n - part * limit)),
  );
}

export async function getBatch(db: Db, id: string): Promise<BatchRow> {
  return (await db.query<BatchRow>(`select ${BATCH_COLUMNS} from payrun.batch where id = $1`, [id])).rows[0]!;
}

/** Does the ledger have a batch with this remote id? */
export async function hasRemoteBatch(db: Db, merchant: string, remoteId: string): Promise<boolean> {
  const found = await db.query('select 1 from payrun.batch where merchant_id = $1 and remote_id = $2', [
    merchant,
    remoteId,
  ]);
  return found.rows.length > 0;
}

export async function getBatches(db: Db, run: bigint, ...states: readonly BatchState[]): Promise<readonly BatchRow[]> {
  const { rows } = await db.query<BatchRow>(
    `select ${BATCH_COLUMNS} from payrun.batch where run_id = $1 and (cardinality($2::text[]) = 0 or state = any($2)) order by currency, id`,
    [run, states],
  );
  return rows;
}

/** The batches of several runs, each in the order of `getBatches`. */
export async function getRunBatches(db: Db, runs: readonly bigint[]): Promise<readonly BatchRow[]> {
  const { rows } = await db.query<BatchRow>(
    `select ${BATCH_COLUMNS} from payrun.batch where run_id = any($1) order by run_id, currency, id`,
    [runs],
  );
  return rows;
}

/** Changes that can be written together with a state change. */
export interface BatchChange {
  readonly remoteId?: string;
  readonly remoteStatus?: string;
  /** Null: the quote is void, because the payments changed. */
  readonly quote?: Quote | null;
  readonly priced?: Readonly<Record<string, string>> | null;
  /** Null: the approval and a first approval are void. */
  readonly approval?: { readonly hash: Buffer; readonly by: string } | null;
  /** The first of two approvals. */
  readonly first?: { readonly hash: Buffer; readonly by: string };
  readonly note?: string | null;
  /** Shortfall; kept while the batch waits for funds, cleared when it continues. */
  readonly missing?: bigint;
  readonly debitedFrom?: readonly string[];
  /** The batch was not started by Payrun: see `OUTSIDE_MOVES`. */
  readonly startedOutside?: true;
  /** When the payout service began it, for a batch that was adopted later. */
  readonly startedAt?: Date;
  /** The user who confirmed the outcome of its last payment. */
  readonly resolvedBy?: string;
}

/** The columns that every move sets. `$3` is the new state; `state` on the right is the old one. */
const ALWAYS_SET = [
  'state = $3',
  'updated_at = now()',
  "start_attempted_at = case when $3 = 'starting' then coalesce(start_attempted_at, now()) else start_attempted_at end",
  "start_attempts = start_attempts + ($3 = 'starting' and state <> 'starting')::int",
  "start_no = case when $3 = 'started' then coalesce(start_no, nextval('payrun.batch_start')) else start_no end",
  "settled_at = case when $3 = 'settled' then now() else settled_at end",
];

/** The columns that a change sets, with a parameter for each value. A column that it does not name keeps its value. */
function setsOf(change: BatchChange, param: (value: unknown) => string): readonly string[] {
  const { remoteId, remoteStatus, quote, priced, approval, note, missing, debitedFrom, startedAt, resolvedBy } = change;
  const first = change.first ?? (approval === null ? null : undefined);
  const sets = [
    missing === undefined
      ? "missing_minor = case when $3 = state and $3 in ('approved', 'waiting_funds') then missing_minor end"
      : `missing_minor = ${param(missing)}`,
    `started_at = case when $3 = 'started' then coalesce(started_at, ${startedAt ? param(startedAt) : 'now()'}) else started_at end`,
  ];
  if (remoteId !== undefined) sets.push(`remote_id = ${param(remoteId)}`);
  if (remoteStatus !== undefined) sets.push(`remote_status = ${param(remoteStatus)}`);
  if (quote !== undefined)
    sets.push(
      `quote = ${param(quote && JSON.stringify(quote))}`,
      `quote_expires_at = ${param(quote?.expiresAt ?? null)}`,
    );
  if (priced !== undefined) sets.push(`priced = ${param(priced && JSON.stringify(priced))}`);
  if (approval !== undefined)
    sets.push(
      `approved_hash = ${param(approval?.hash ?? null)}`,
      `approved_by = ${param(approval?.by ?? null)}`,
      `approved_at = ${approval ? 'now()' : 'null'}`,
    );
  if (first !== undefined)
    sets.push(
      `first_hash = ${param(first?.hash ?? null)}`,
      `first_by = ${param(first?.by ?? null)}`,
      `first_at = ${first ? 'now()' : 'null'}`,
    );
  if (note !== undefined) sets.push(`note = ${param(note)}`);
  if (debitedFrom !== undefined) sets.push(`debited_from = ${param(debitedFrom)}`);
  if (resolvedBy !== undefined) sets.push(`resolved_by = ${param(resolvedBy)}`);
  if (change.startedOutside) sets.push('started_outside_at = coalesce(started_outside_at, now())');
  return sets;
}

/**
 * Moves a batch from one state to another by compare-and-set, the only way its state changes. A move to `starting`
 * records the attempt permanently. Throws `illegal_move` if the state table does not allow the move, and `fenced` if
 * the batch is no longer in the given state because another process moved it.
 */
export async function moveBatch(db: Db, batch: BatchRow, to: BatchState, change: BatchChange = {}): Promise<BatchRow> {
  const isLawful = change.startedOutside
    ? OUTSIDE_MOVES[batch.state]?.includes(to)
    : batch.state === to || lawful(BATCH_MOVES, batch.state, to);
  if (!isLawful) {
    throw new PayrunError('illegal_move', { kind: 'batch', from: batch.state, to });
  }
  const values: unknown[] = [batch.id, batch.state, to];
  const sets = setsOf(change, (value) => `$${values.push(value)}`);
  const { rows } = await db.query<BatchRow>(
    `update payrun.batch set ${[...ALWAYS_SET, ...sets].join(', ')} where id = $1 and state = $2 returning ${BATCH_COLUMNS}`,
    values,
  );
  if (!rows[0]) throw new PayrunError('fenced', { run: String(batch.run_id) });
  return rows[0];
}

/** Requires two approvers for the batch from now on. Has no effect on an approved batch. */
export async function needTwoApprovers(db: Db, batch: BatchRow): Promise<void> {
  await db.query('update payrun.batch set approvers_needed = 2 where id = $1 and approved_hash is null', [batch.id]);
}

/**
 * Moves the later half of a batch's payments, or all except `keep`, to a new planned batch. Narrows down which payment
 * makes the payout service refuse a batch without a reason. Only for a batch that does not exist in the service.
 * Returns the original batch.
 */
export async function splitBatch(
  db: Db,
  batch: BatchRow,
  id: string,
  keep: readonly string[] | null = null,
): Promise<BatchRow> {
  const half = keep ? 0 : Math.floor(batch.payments / 2);
  await db.query(
    `insert into payrun.batch (id, run_id, merchant_id, currency, tag, maker, payments, source_minor)
     select $2, run_id, merchant_id, currency, $3, maker, 0, 0 from payrun.batch where id = $1`,
    [batch.id, id, batchTag(id)],
  );
  await moveToBatch(db, { from: batch.id, to: id, after: half, except: keep ?? [] });
  await recountBatch(db, id);
  return recountBatch(db, batch.id);
}

/** Whether a start of the batch took effect, or still may. One that was refused left it before its approval. */
export const isSent = ({
  state,
  start_attempted_at,
  started_outside_at,
}: Pick<BatchRow, 'state' | 'start_attempted_at' | 'started_outside_at'>): boolean =>
  started_outside_at !== null || (start_attempted_at !== null && !BEFORE_START.includes(state));

/** Voids a batch that was never started and makes its payments ready for another one. */
export async function voidBatch(db: Db, batch: BatchRow, note: string): Promise<void> {
  await freeFromBatch(db, batch.id);
  await moveBatch(db, batch, 'void', { note });
}

/**
 * Records that a refused start can never take effect, because the service has deleted the batch. Only then it can
 * become void (G1).
 */
export async function forgetStart(db: Db, { id }: BatchRow): Promise<BatchRow> {
  const { rows } = await db.query<BatchRow>(
    `update payrun.batch set start_attempted_at = null where id = $1 and state in ('quoted', 'approved') returning ${BATCH_COLUMNS}`,
    [id],
  );
  return rows[0]!;
}
