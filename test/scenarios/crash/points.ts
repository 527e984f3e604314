import { appendFileSync, writeFileSync } from 'node:fs';
import type pg from 'pg';
import { clientOf, type Db } from '../../../src/ledger/db/db.ts';
import type { Ledger } from '../../../src/ledger/ledger.ts';

/** How a connection to the database is cut: before the commit is sent, or after it was sent and before its answer came. */
export type Cut = 'before_commit' | 'at_commit';

export interface PointOptions {
  /** The number of the point at which the process is killed; null where it may live. */
  readonly killAt: number | null;
  /** Another way to say where: so long after the nth point that matches. */
  readonly killWhen?: { readonly what: string; readonly nth: number; readonly afterMs: number };
  /** A file to which every call is added as it is sent, a line each. */
  readonly callLog?: string;
  /** Where the point of the kill is noted. */
  readonly noteFile: string;
  /** Commits at which the connection is cut, counted from 1. */
  readonly cuts: readonly { readonly commit: number; readonly how: Cut }[];
  /** Calls, counted from 1, that arrive at the service only after the caller was told that the connection broke. */
  readonly late: readonly number[];
}

export interface Points {
  /** What was passed, in order: "before POST /v1/batches". */
  readonly passed: readonly string[];
  /** From now on nothing is numbered, cut or killed. */
  end(): void;
  wrapLedger(ledger: Ledger): Ledger;
  readonly fetch: typeof fetch;
}

/** How long after the caller gave up a late call arrives. */
const LATE_MS = 60;
const WRITES = /\b(insert into|update|delete from) payrun\.(\w+)/i;

/**
 * Numbers every moment at which a crash can make a difference: before and after every call to the service, and before and
 * after every commit and every single write of the ledger. At the chosen one this process kills itself with -9.
 */
export function createPoints({ killAt, killWhen, callLog, noteFile, cuts, late }: PointOptions): Points {
  const passed: string[] = [];
  const awaited = killWhen && new RegExp(killWhen.what);
  let matches = 0;
  let dying: NodeJS.Timeout | undefined;
  let commits = 0;
  let calls = 0;
  let ended = false;

  const pass = (what: string) => {
    if (ended) return;
    passed.push(what);
    if (awaited?.test(what)) matches += 1;
    if (killWhen && matches === killWhen.nth && !dying) {
      if (killWhen.afterMs === 0) die(what);
      dying = setTimeout(() => die(what), killWhen.afterMs);
    }
    if (passed.length === killAt) die(what);
  };

  const die = (what: string) => {
    writeFileSync(noteFile, `${passed.length} ${what}`);
    process.kill(process.pid, 'SIGKILL');
    // The signal ends the process before this returns on Linux; elsewhere nothing further may happen.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  };

  const commit = async <T>(ledger: Ledger, work: (db: Db) => Promise<T>): Promise<T> => {
    let what = '';
    const result = await ledger.tx(async (db) => {
      const answer = await work(db);
      commits += 1;
      const cut = cuts.find((one) => one.commit === commits);
      if (cut && !ended) cutConnection(clientOf(db)!, cut.how);
      what = `commit ${caller()}`;
      pass(`before ${what}`);
      return answer;
    });
    pass(`after ${what}`);
    return result;
  };

  return {
    passed,
    end() {
      ended = true;
      clearTimeout(dying);
    },
    wrapLedger: (ledger) => ({
      ...ledger,
      tx: (work) => commit(ledger, work),
      db: {
        async query<R>(sql: string, params?: readonly unknown[]) {
          const table = WRITES.exec(sql)?.[2];
          if (!table) return ledger.db.query<R>(sql, params);
          pass(`before write ${table}`);
          const result = await ledger.db.query<R>(sql, params);
          pass(`after write ${table}`);
          return result;
        },
      },
    }),
    fetch: async (input, init) => {
      calls += 1;
      const what = `${init?.method ?? 'GET'} ${new URL(String(input)).pathname}`;
      if (callLog && !ended) appendFileSync(callLog, `${what}\n`);
      pass(`before ${what}`);
      if (!ended && late.includes(calls)) {
        const { signal: _, ...rest } = init ?? {};
        setTimeout(() => void fetch(input, rest).catch(() => {}), LATE_MS);
        throw new TypeError('fetch failed', { cause: Object.assign(new Error('cut'), { code: 'ECONNRESET' }) });
      }
      const answer = await fetch(input, init);
      // Read to its end, so that the point is one at which the whole answer has come.
      const body = await answer.arrayBuffer();
      pass(`after ${what}`);
      return new Response(body, { status: answer.status, headers: answer.headers });
    },
  };
}

function cutConnection(client: pg.PoolClient, how: Cut): void {
  const { stream } = (client as unknown as { connection: { stream: { destroy(): void } } }).connection;
  if (how === 'before_commit') {
    stream.destroy();
    return;
  }
  const query = client.query.bind(client) as (...given: unknown[]) => unknown;
  Object.assign(client, {
    query(...given: unknown[]) {
      const answer = query(...given);
      if (given[0] === 'commit') setImmediate(() => stream.destroy());
      return answer;
    },
  });
}

/** The function of `src` that began the transaction, for people. */
function caller(): string {
  const frames = (new Error().stack ?? '').split('\n').filter((line) => line.includes('/src/'));
  const frame = frames.find((line) => !/\/src\/(step|ledger\/(db|open-ledger))\.ts/.test(line)) ?? '';
  return /at (?:async )?([\w.]+) /.exec(frame)?.[1] ?? /\/src\/([\w/-]+)\.ts/.exec(frame)?.[1] ?? 'ledger';
}
