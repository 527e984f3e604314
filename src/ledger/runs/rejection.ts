import type { Money } from '../../model.ts';
import { describeRest, type EndedBy } from '../../outcomes/rejection-words.ts';
import type { Db } from '../db/db.ts';

/** The reason that a run sends nothing more: an approver rejected it, its uploader withdrew it, or it was stopped. */
export type RejectionKind = 'rejected' | 'withdrawn' | 'stopped';

/** A rejection of a run that is not completed yet. */
export interface Rejection {
  readonly kind: RejectionKind;
  readonly by: string;
  readonly because: string;
  /** Origin of the request, for the audit log. */
  readonly trace: Readonly<Record<string, string>>;
}

/**
 * Records the rejection of a run that another process may have; false if it has one already. A process that has the run
 * holds its row while it records the attempt of a start: the rejection comes before it or after it.
 */
export async function recordFirstRejection(db: Db, run: bigint, rejection: Rejection): Promise<boolean> {
  const { rowCount } = await db.query(
    'update payrun.run set rejection = $2::jsonb where id = $1 and rejection is null',
    [run, JSON.stringify(rejection)],
  );
  return rowCount === 1;
}

/** Null if the run was not rejected, or the rejection is completed. */
export async function openRejection(db: Db, run: bigint): Promise<Rejection | null> {
  const { rows } = await db.query<{ rejection: Rejection | null }>('select rejection from payrun.run where id = $1', [
    run,
  ]);
  return rows[0]?.rejection ?? null;
}

export async function endRejection(db: Db, run: bigint): Promise<void> {
  await db.query('update payrun.run set rejection = null where id = $1', [run]);
}

/** The payments of runs that ended by a rejection of this kind, and how many of the same runs had been sent before. */
export async function endedPayments(
  db: Db,
  runs: readonly bigint[],
  kind: RejectionKind,
): Promise<{ readonly payments: number; readonly sums: readonly Money[]; readonly sent: number }> {
  const { rows } = await db.query<{ currency: string | null; payments: number; minor: bigint | null }>(
    `select currency, count(*)::int as payments, sum(minor)::bigint as minor from payrun.payment
     where run_id = any($1) and state = 'canceled' and reason_code = $2 group by 1 order by 1`,
    [runs, kind],
  );
  const sent = await db.query<{ n: number }>(
    `select coalesce(sum(payments), 0)::int as n from payrun.batch
     where run_id = any($1) and state <> 'void' and (start_attempted_at is not null or started_outside_at is not null)`,
    [runs],
  );
  return {
    payments: rows.reduce((sum, { payments }) => sum + payments, 0),
    sums: rows.flatMap(({ currency, minor }) => (currency === null || minor === null ? [] : [{ currency, minor }])),
    sent: sent.rows[0]!.n,
  };
}

/**
 * Who rejected, withdrew or stopped these runs, with their reasons, without duplicates. `rest`: only of runs that had
 * been sent in part.
 */
export async function getRejections(
  db: Db,
  runs: readonly bigint[],
): Promise<readonly (EndedBy & { readonly kind: RejectionKind })[]> {
  const { rows } = await db.query<{ kind: RejectionKind; by: string; because: string; chains: readonly string[] }>(
    `select kind, actor as by, coalesce(data->>'because', '') as because, array_agg(distinct chain) as chains from payrun.event
     where chain = any($1) and kind in ('rejected', 'withdrawn', 'stopped') group by 1, 2, 3 order by 1, 2, 3`,
    [runs.map((run) => `run-${run}`)],
  );
  const found = [];
  for (const { chains, ...ended } of rows) {
    const of = chains.map((chain) => BigInt(chain.replace('run-', '')));
    const rest = describeRest(await endedPayments(db, of, ended.kind));
    found.push({ ...ended, ...(rest ? { rest } : {}) });
  }
  return found;
}
