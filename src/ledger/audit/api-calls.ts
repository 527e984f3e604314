import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import type { Db } from '../db/db.ts';

/** One attempt of one call to the payout service, as stored in `payrun.call`. */
export interface CallEntry {
  /** ms UTC. */
  readonly at: number;
  readonly method: string;
  /** Without its query string. */
  readonly path: string;
  readonly status: number | null;
  readonly codes: readonly string[];
  readonly ms: number;
  readonly attempt: number;
  readonly outcome: string;
  readonly run?: bigint | null;
  readonly merchant?: string | null;
}

export interface CallRecorder {
  /**
   * Buffers the entry and writes it soon. Resolves at once unless the database is so far behind that callers must wait.
   */
  record(entry: CallEntry): Promise<void>;
  flush(): Promise<void>;
  /** Writes all buffered entries before the process ends. Throws if the write fails. */
  close(): Promise<void>;
}

interface Options {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  /** Entries are written when this many are buffered, or after `flushMs`. */
  readonly flushSize?: number;
  readonly flushMs?: number;
}

/** `record` waits if more than this many times `flushSize` entries are buffered. */
const LIMIT_FACTOR = 50;

/** A log of calls that writes many entries with one statement. */
export function createCallRecorder({ db, clock, log, flushSize = 100, flushMs = 1000 }: Options): CallRecorder {
  let entries: CallEntry[] = [];
  let writing: Promise<void> | null = null;
  let timer: AbortController | null = null;

  const write = async (): Promise<void> => {
    while (entries.length > 0) {
      const batch = entries.slice(0, 1000);
      await db.query(INSERT, [JSON.stringify(batch.map(row))]);
      entries = entries.slice(batch.length);
    }
  };

  const flush = async (): Promise<void> => {
    timer?.abort();
    timer = null;
    if (writing) await writing.catch(() => {});
    if (entries.length === 0) return;
    writing ??= write().finally(() => {
      writing = null;
    });
    await writing;
  };

  const flushSoon = () => {
    if (timer) return;
    timer = new AbortController();
    clock.sleep(flushMs, timer.signal).then(flushOrKeep, () => {});
  };

  /** Entries that could not be written stay buffered for the next attempt. */
  const flushOrKeep = async (): Promise<void> => {
    timer = null;
    await flush().catch((error: unknown) => {
      log.warn(
        { kept: entries.length, code: (error as { code?: unknown }).code },
        'the log of API calls is not written yet',
      );
      flushSoon();
    });
  };

  return {
    async record(entry) {
      entries.push(entry);
      if (entries.length >= flushSize * LIMIT_FACTOR) await flush();
      else if (entries.length >= flushSize) void flushOrKeep();
      else flushSoon();
    },
    flush,
    close: flush,
  };
}

/**
 * Number of a run's calls so far, including refused ones and retries; calls that are still buffered are not counted.
 */
export async function countCalls(db: Db, run: bigint): Promise<number> {
  const { rows } = await db.query<{ n: number }>(
    `select (select count(*)::int from payrun.call where run_id = $1)
       + coalesce((select calls_purged from payrun.run where id = $1), 0) as n`,
    [run],
  );
  return rows[0]!.n;
}

const row = ({ at, run, merchant, ...rest }: CallEntry) => ({
  ...rest,
  at: new Date(at).toISOString(),
  run_id: run?.toString() ?? null,
  merchant_id: merchant ?? null,
});

const INSERT = `
insert into payrun.call (at, run_id, merchant_id, method, path, status, codes, ms, attempt, outcome)
select at, run_id, merchant_id, method, path, status, array(select jsonb_array_elements_text(codes)), ms, attempt, outcome
from jsonb_to_recordset($1::jsonb) as r (at timestamptz, run_id bigint, merchant_id text, method text, path text, status int,
  codes jsonb, ms int, attempt int, outcome text)`;
