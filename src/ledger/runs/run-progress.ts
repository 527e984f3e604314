import type { Db } from '../db/db.ts';

/** Progress of a run, for pages served by other processes. Durations in ms. */
export interface RunProgress {
  readonly stage: string;
  readonly done: number;
  readonly total: number | null;
  readonly calls: number;
  readonly callsExpected: number | null;
  readonly msLeft: number | null;
  readonly perWindow: number;
  readonly windowMs: number;
}

/** Writes the progress without waiting for locks: each run has one writer, the process with its lease. */
export async function recordProgress(db: Db, run: bigint, progress: RunProgress): Promise<void> {
  const { stage, done, total, calls, callsExpected, msLeft, perWindow, windowMs } = progress;
  await db.query(
    `insert into payrun.run_progress (run_id, stage, done, total, calls, calls_expected, ms_left, per_window, window_ms, at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, now())
     on conflict (run_id) do update set stage = $2, done = $3, total = $4, calls = $5,
       calls_expected = coalesce($6, run_progress.calls_expected), ms_left = $7, per_window = $8, window_ms = $9, at = now()`,
    [run, stage, done, total, calls, callsExpected, msLeft === null ? null : Math.round(msLeft), perWindow, windowMs],
  );
}
