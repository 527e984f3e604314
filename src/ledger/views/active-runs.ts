import type { Db } from '../db/db.ts';
import { type Scope, visible } from '../merchants/scope.ts';

/** A run that a process is working on. */
export interface RunningRun {
  readonly id: bigint;
  readonly merchant: string;
  readonly sheet: string | null;
  readonly job: string;
  readonly maker: string;
  readonly rows: number | null;
  readonly created_at: Date;
  /** Null until its process has reported progress. */
  readonly stage: string | null;
  readonly done: number | null;
  readonly total: number | null;
  readonly calls: number | null;
  readonly calls_expected: number | null;
  readonly ms_left: number | null;
  readonly per_window: number | null;
  /** Calls of the merchant in the last rate limit window, from all its runs. */
  readonly calls_in_window: number;
}

/** Active runs, latest first, at most `most`. A run is active while its lease is valid. `run`: only this run. */
export async function selectRunning(
  db: Db,
  scope: Scope,
  { most, run = null }: { most: number; run?: bigint | null },
): Promise<readonly RunningRun[]> {
  const { rows } = await db.query<RunningRun>(
    `select r.id, r.merchant_id as merchant, s.name as sheet, r.job, r.maker, r.rows_in as rows, r.created_at,
       g.stage, g.done, g.total, g.calls, g.calls_expected, g.ms_left, g.per_window,
       (select count(*)::int from payrun.call c where c.at > now() - coalesce(g.window_ms, 60000) * interval '1 millisecond'
          and c.merchant_id = r.merchant_id) as calls_in_window
     from payrun.run r left join payrun.sheet s on s.id = r.sheet_id left join payrun.run_progress g on g.run_id = r.id
     where r.state <> 'done' and r.lease_until > now() and ${visible('r.merchant_id')} and ($3::bigint is null or r.id = $3)
     order by r.id desc limit $2`,
    [scope, most, run],
  );
  return rows;
}
