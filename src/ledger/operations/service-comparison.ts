import type { Db } from '../db/db.ts';

/** What is compared of a merchant with the payout service, and how it went. */
export interface ServiceComparison {
  readonly merchant: string;
  readonly kind: 'verify' | 'reconcile';
  /** Null: all runs. */
  readonly run: bigint | null;
  /** Null: since ever. */
  readonly since: Date | null;
  readonly at: Date;
  /** Why not all of it could be compared, a sentence; null: it could. */
  readonly failure: string | null;
}

/** Returns its id. */
export async function recordComparison(db: Db, comparison: ServiceComparison): Promise<bigint> {
  const { merchant, kind, run, since, at, failure } = comparison;
  const { rows } = await db.query<{ id: bigint }>(
    `insert into payrun.service_comparison (merchant_id, kind, run_id, since, compared_at, failure)
     values ($1, $2, $3, $4, $5, $6) returning id`,
    [merchant, kind, run, since, at, failure],
  );
  return rows[0]!.id;
}

/** From now on this comparison is the last that found them. */
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

/** A discrepancy that nobody has accepted, and that no later comparison has seen gone. */
export interface OpenDiscrepancy {
  readonly code: string;
  readonly merchant: string;
  readonly run: bigint | null;
  readonly payment: string | null;
  /** A sentence for people. */
  readonly what: string;
  /** When a comparison found it last. */
  readonly at: Date;
}

/**
 * What comparisons found and nobody has accepted, the latest first. It is gone if a later complete one of the same kind, which covers what
 * the other one did, does not find it any more.
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
