import type { Db } from '../db/db.ts';
import { isNumbered } from '../db/dry-run.ts';
import { type Scope, visible } from '../merchants/scope.ts';
import { SHOWN_RUN, SHOWN_RUNS, type ShownRun } from './shown-run.ts';

/** A run that a process is working on, or whose payments the payout service has. */
export interface RunningRun extends ShownRun {
  /** Of its latest progress; null until its process has reported some. */
  readonly stage: string | null;
  readonly done: number | null;
  readonly total: number | null;
  readonly calls: number | null;
  readonly calls_expected: number | null;
  readonly ms_left: number | null;
  readonly per_window: number | null;
  /** Calls of the merchant in the last rate limit window, from all its runs. */
  readonly calls_in_window: number;
  /** Time until the oldest of them leaves the window; null if there are none. */
  readonly ms_to_next: number | null;
}

/**
 * Runs in progress, latest first, at most `most`: while their lease is valid, and while the payout service processes
 * their payments. `run`: only this run, and only while its lease is valid.
 */
export async function selectRunning(
  db: Db,
  scope: Scope,
  { most, run = null }: { most: number; run?: bigint | null },
): Promise<readonly RunningRun[]> {
  const { rows } = await db.query<RunningRun>(
    `select ${SHOWN_RUN}, g.stage, g.done, g.total, g.calls, g.calls_expected, g.ms_left, g.per_window,
       used.calls as calls_in_window, used.ms_to_next
     from ${SHOWN_RUNS} left join payrun.run_progress g on g.run_id = r.id
     cross join lateral (select coalesce(g.window_ms, 60000) * interval '1 millisecond' as length) w
     cross join lateral (select count(*)::int as calls, (extract(epoch from min(c.at) + w.length - now()) * 1000)::int as ms_to_next
       from payrun.call c where c.at > now() - w.length and c.merchant_id = r.merchant_id) used
     where r.finished_at is null and (r.lease_until > now() or $3::bigint is null and r.status = 'processing') and ($3::bigint is not null or ${isNumbered('r.id')}) and ${visible('r.merchant_id')} and ($3::bigint is null or r.id = $3)
     order by r.id desc limit $2`,
    [scope, most, run],
  );
  return rows;
}
