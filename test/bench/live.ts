import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import type { MerchantKeys } from '../../src/model.ts';
import { startChild } from '../support/child-process.ts';
import { people, sheetOf } from '../support/payroll.ts';
import { documentOf, runPayrun } from '../support/run-payrun.ts';
import { parentOf, processorMs, processorMsOfFamily } from './work/processor-time.ts';

const MAIN = join(import.meta.dirname, '../../src/cli/main.ts');
const SERVER = join(import.meta.dirname, 'work/live-server.ts');
const ROWS = 10_000;
const RECIPIENTS = 200;
const ROUNDS = 4;
const VIEWERS = 5;
const LOOK_MS = 250;

/**
 * Whether looking at a live run makes it slower, and a live run the pages: 10,000 rows paid by a process of their own on a real
 * Postgres, by turns with nobody and with five viewers of the live part and somebody who opens pages four times a second. Also in
 * processor time, of which that of Postgres is right where nobody else uses its server.
 */
export async function bench(): Promise<void> {
  const server = process.env.PAYRUN_TEST_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres';
  const name = `payrun_bench_${randomBytes(4).toString('hex')}`;
  const folder = mkdtempSync(join(tmpdir(), 'payrun-bench-'));
  const admin = new pg.Client({ connectionString: server });
  await admin.connect();
  await admin.query(`create database ${name}`);
  // In a process of its own, as the service is: looking at pages must not make it answer later.
  const child = startChild(MAIN, ['sandbox', '--quota', '1000000', '--window-ms', '1000', '--settle-ms', '10']);
  const sandbox = (await child.until((line) => line !== null)) as { url: string; merchant: MerchantKeys };
  await fetch(new URL('/_sandbox/fund', sandbox.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ currency: 'EUR', amount: '1000000000.00' }),
  });
  const env = {
    DATABASE_URL: Object.assign(new URL(server), { pathname: `/${name}` }).href,
    PAYRUN_VAULT_KEY: randomBytes(32).toString('base64'),
    PAYRUN_HOME: folder,
    PAYRUN_ENVIRONMENT: 'sandbox',
    PAYRUN_SERVICE_URL: sandbox.url,
    PAYRUN_ACCESS_KEY: sandbox.merchant.accessKey,
    PAYRUN_SECRET_KEY: sandbox.merchant.secretKey,
    PAYRUN_QUOTA_PER_MINUTE: '100',
    PAYRUN_QUOTA_WINDOW_MS: '200',
    PAYRUN_SETTLE_POLL_MS: '20',
  };
  const pages = startChild(SERVER, [], env, folder);
  const web = (await pages.until((line) => line !== null)) as { url: string; pid: number };
  const { rows } = await admin.query<{ pid: number }>('select pg_backend_pid() as pid');
  const postgres = parentOf(rows[0]!.pid);
  /** What was spent until now, ms. */
  const spent = () => ({
    run: processorMs('self').children,
    pages: processorMs(web.pid).own,
    postgres: processorMsOfFamily(postgres),
  });
  const [header, ...lines] = sheetOf(people(RECIPIENTS)).trim().split('\n');
  const persons = lines.map((line) => line.split(','));
  let sheets = 0;
  /** Pays a sheet of its own; returns the run, and what it took, ms. */
  const pay = async (rows: number) => {
    const month = `m${++sheets}`;
    const line = (n: number) => {
      const [, , ...who] = persons[n % RECIPIENTS]!;
      // The same amount to the same person again would be held.
      const amount = ((sheets * 2 * ROWS + n + 1_000) / 100).toFixed(2);
      return [`${month}-${n}`, amount, ...who.slice(0, -1), `${month} ${n}`].join(',');
    };
    const all = Array.from({ length: rows }, (_, n) => line(n));
    writeFileSync(join(folder, `${month}.csv`), [header, ...all, ''].join('\n'));
    const before = spent();
    const began = performance.now();
    const ended = await runPayrun(['pay', `${month}.csv`, '--yes', '--json'], { cwd: folder, env });
    const took = performance.now() - began;
    const { counts, run } = documentOf(ended) as unknown as { counts: { processed: number }; run: string };
    if (counts?.processed !== rows) throw new Error(`${ended.stdout.slice(0, 500)} ${ended.stderr.slice(-500)}`);
    const after = spent();
    const costs = {
      run: after.run - before.run,
      pages: after.pages - before.pages,
      postgres: after.postgres - before.postgres,
    };
    return { run, took, costs };
  };
  const open = async (path: string) => {
    const began = performance.now();
    await (await fetch(new URL(path, web.url))).text();
    return performance.now() - began;
  };
  /** Does `work` while people look. */
  const watch = async <T>(work: () => Promise<T>): Promise<T> => {
    const stop = new AbortController();
    const viewers = Array.from({ length: VIEWERS }, () => view(new URL('/live/running', web.url), stop.signal));
    const looking = (async () => {
      for (let n = 0; !stop.signal.aborted; n++) {
        busy.push(await open(n % 2 ? '/' : `/runs/${seen}`));
        await setTimeout(LOOK_MS);
      }
    })();
    const done = await work();
    stop.abort();
    await Promise.all([...viewers, looking]);
    return done;
  };
  let seen = '';
  const busy: number[] = [];
  try {
    const { run } = await pay(RECIPIENTS);
    seen = run;
    const idle: number[] = [];
    for (let n = 0; n < 40; n++) idle.push(await open(n % 2 ? '/' : `/runs/${run}`));
    const alone: Paid[] = [];
    const watched: Paid[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      // By turns first: what was paid before makes each run a little longer.
      if (round % 2 === 0) alone.push(await pay(ROWS));
      watched.push(await watch(() => pay(ROWS)));
      if (round % 2 === 1) alone.push(await pay(ROWS));
    }
    const rows = ROWS.toLocaleString('en');
    console.log(`${rows} rows paid in ${compared(alone, watched, ({ took }) => took)} times (medians of ${ROUNDS})`);
    for (const [what, cost] of COSTS)
      console.log(`  processor time of ${what}: ${compared(alone, watched, ({ costs }) => cost(costs))} times`);
    console.log(
      `pages: median ${median(idle).toFixed(0)} ms while nothing runs, ${median(busy).toFixed(0)} ms while it does (p99 ${at(busy, 0.99).toFixed(0)} ms, ${busy.length} looks)`,
    );
  } finally {
    await pages.end();
    await child.kill('SIGTERM');
    await admin.query(`drop database ${name} with (force)`);
    await admin.end();
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Costs {
  readonly run: number;
  readonly pages: number;
  readonly postgres: number;
}

interface Paid {
  readonly took: number;
  readonly costs: Costs;
}

const COSTS: readonly (readonly [what: string, cost: (costs: Costs) => number])[] = [
  ['the run', ({ run }) => run],
  ['the page server', ({ pages }) => pages],
  ['Postgres', ({ postgres }) => postgres],
  ['all of these', ({ run, pages, postgres }) => run + pages + postgres],
];

/** Reads a stream of events until it is stopped. */
async function view(url: URL, signal: AbortSignal): Promise<void> {
  try {
    const response = await fetch(url, { signal, headers: { Accept: 'text/event-stream' } });
    for await (const _ of response.body!) if (signal.aborted) return;
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

const at = (values: readonly number[], share: number) =>
  [...values].sort((one, other) => one - other)[Math.min(values.length - 1, Math.floor(values.length * share))]!;
const median = (values: readonly number[]) => at(values, 0.5);
/** `4.1 s with nobody looking, 4.2 s watched by 5: 1.02`. */
const compared = (alone: readonly Paid[], watched: readonly Paid[], of: (paid: Paid) => number) => {
  const [without, withThem] = [median(alone.map(of)), median(watched.map(of))];
  return `${seconds(without)} with nobody looking, ${seconds(withThem)} watched by ${VIEWERS}: ${(withThem / without).toFixed(2)}`;
};
const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`;
