import type { Db } from '../db/db.ts';

/** Why nothing more of a run is sent: an approver rejected it, its maker withdrew it, or it was stopped at work. */
export type RejectionKind = 'rejected' | 'withdrawn' | 'stopped';

/** A rejection of a run that is not completed yet. */
export interface Rejection {
  /** Absent in one that an earlier version recorded: rejected. */
  readonly kind?: RejectionKind;
  readonly by: string;
  readonly because: string;
  /** Origin of the request, for the audit log. */
  readonly trace: Readonly<Record<string, string>>;
}

export async function recordRejection(db: Db, run: bigint, rejection: Rejection): Promise<void> {
  await db.query('update payrun.run set rejection = $2::jsonb where id = $1', [run, JSON.stringify(rejection)]);
}

/**
 * The same for a run that another process may have; false if it has one already. A process that has the run holds its
 * row while it records the attempt of a start: the rejection comes before it or after it.
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

/** Who rejected, withdrew or stopped these runs, and why, without duplicates. */
export async function rejectionsOf(
  db: Db,
  runs: readonly bigint[],
): Promise<readonly Pick<Rejection, 'kind' | 'by' | 'because'>[]> {
  const { rows } = await db.query<Pick<Rejection, 'kind' | 'by' | 'because'>>(
    `select kind, actor as by, coalesce(data->>'because', '') as because from payrun.event
     where chain = any($1) and kind in ('rejected', 'withdrawn', 'stopped') group by 1, 2, 3 order by 1, 2, 3`,
    [runs.map((run) => `run-${run}`)],
  );
  return rows;
}
