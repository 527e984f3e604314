import type { Db } from '../db/db.ts';

export interface ServiceComparison {
  readonly merchant: string;
  readonly kind: 'verify' | 'reconcile';
  /** Null: all runs. */
  readonly run: bigint | null;
  /** Start of the compared period; null: no limit. */
  readonly since: Date | null;
  readonly at: Date;
  /** Sentence that says why the comparison is incomplete; null if complete. */
  readonly failure: string | null;
}

/** Returns the id of the comparison. */
export async function recordComparison(db: Db, comparison: ServiceComparison): Promise<bigint> {
  const { merchant, kind, run, since, at, failure } = comparison;
  const { rows } = await db.query<{ id: bigint }>(
    `insert into payrun.service_comparison (merchant_id, kind, run_id, since, compared_at, failure)
     values ($1, $2, $3, $4, $5, $6) returning id`,
    [merchant, kind, run, since, at, failure],
  );
  return rows[0]!.id;
}

/** Records this comparison as the last one that found these discrepancies. */
export async function recordFoundBy(db: Db, comparison: bigint, codes: readonly string[]): Promise<void> {
  await db.query('update payrun.service_discrepancy set comparison_id = $1 where code = any($2)', [comparison, codes]);
}

/** The last comparison of each merchant. */
export async function lastComparisons(db: Db): Promise<readonly ServiceComparison[]> {
  const { rows } = await db.query<ServiceComparison>(
    `select distinct on (merchant_id) merchant_id as merchant, kind, run_id as run, since, compared_at as at, failure
     from payrun.service_comparison order by merchant_id, id desc`,
  );
  return rows;
}

/** A discrepancy that is not accepted and that no later comparison has found resolved. */
export interface OpenDiscrepancy {
  readonly code: string;
  readonly merchant: string;
  readonly run: bigint | null;
  readonly payment: string | null;
  /** Sentence for users. */
  readonly what: string;
  /** When a comparison last found it. */
  readonly at: Date;
}

/**
 * Unaccepted discrepancies, latest first. A discrepancy is resolved if a later, complete comparison of the same kind
 * that covers the same scope does not find it.
 */
export async function openDiscrepancies(
  db: Db,
  limit: number,
): Promise<{ readonly open: readonly OpenDiscrepancy[]; readonly total: number }> {
  const { rows } = await db.query<OpenDiscrepancy & { total: number }>(
    `select d.code, d.merchant_id as merchant, d.run_id as run, d.payment_id as payment, d.what, c.compared_at as at,
       (count(*) over ())::int as total
     from payrun.service_discrepancy d join payrun.service_comparison c on c.id = d.comparison_id
     where d.accepted_by is null and not exists (
       select 1 from payrun.service_comparison later
       where later.merchant_id = c.merchant_id and later.id > c.id and later.kind = c.kind and later.failure is null
         and (later.run_id is null or later.run_id = d.run_id) and coalesce(later.since, '-infinity') <= coalesce(c.since, '-infinity'))
     order by c.id desc, d.run_id, d.code limit $1`,
    [limit],
  );
  return { open: rows, total: rows[0]?.total ?? 0 };
}
