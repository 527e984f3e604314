import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import type { Hono } from 'hono';
import pg from 'pg';
import { api } from '../../src/api/api.ts';
import { API_LISTS, listPath } from '../../src/api/list-routes.ts';
import { loadConfig } from '../../src/config.ts';
import { type AppContext, openAppContext } from '../../src/engine/context/app-context.ts';
import { paySheet } from '../../src/engine/runs/pay.ts';
import { addProgram } from '../../src/engine/users/programs.ts';
import { type AnyList, defineFilters } from '../../src/lists/list.ts';
import type { Actor } from '../../src/permissions/actor.ts';
import { createLog } from '../../src/platform/log.ts';
import { createApp } from '../../src/web/app.ts';
import { serveApp } from '../../src/web/serve-app.ts';
import { sheetOf } from '../support/payroll.ts';
import { firstAdmin } from '../support/person.ts';
import { processorMs } from './work/processor-time.ts';

/** Times the processor time of its query that a read may cost, and of a run beside reads what it takes without. */
const [MOST_OF_QUERY, MOST_BESIDE] = [2, 1.2];
/** A query that costs less, ms, is compared with the request around it only in the sum. */
const LEAST_QUERY_MS = 1;
const READS_A_SECOND = 100;

/**
 * What the API costs: each list read by a program, and all of them, compared with the query alone, in processor time of
 * this process and of Postgres; and a run that is paid while another process reads 100 times a second from the process
 * that pays, compared with one that is paid without, in turn. Its recipients are new, and 10 requests a second are 6
 * times production's quota; with `--known --quota 1000` it has few requests and waits for nothing but the processor, which
 * the reads then share. `npm run bench -- api --rows 200 --reads 200 --pairs 2`.
 */
export async function bench(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      rows: { type: 'string', default: '200' },
      reads: { type: 'string', default: '200' },
      pairs: { type: 'string', default: '2' },
      quota: { type: 'string', default: '10' },
      known: { type: 'boolean', default: false },
    },
  });
  const [rows, reads, pairs] = [Number(values.rows), Number(values.reads), Number(values.pairs)];
  const server = process.env.PAYRUN_TEST_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres';
  const name = `payrun_bench_${randomBytes(4).toString('hex')}`;
  const folder = mkdtempSync(join(tmpdir(), 'payrun-bench-'));
  const admin = new pg.Client({ connectionString: server });
  await admin.connect();
  await admin.query(`create database ${name}`);
  const sandbox = await startSandboxProcess();
  const env = {
    ...{ DATABASE_URL: Object.assign(new URL(server), { pathname: `/${name}` }).href, PAYRUN_HOME: folder },
    ...{ PAYRUN_VAULT_KEY: randomBytes(32).toString('base64'), PAYRUN_ENVIRONMENT: 'sandbox' },
    ...{ PAYRUN_SERVICE_URL: sandbox.url, PAYRUN_ACCESS_KEY: sandbox.accessKey, PAYRUN_SECRET_KEY: sandbox.secretKey },
    ...{ PAYRUN_QUOTA_PER_MINUTE: values.quota, PAYRUN_QUOTA_PER_ADDRESS: '2000', PAYRUN_QUOTA_WINDOW_MS: '1000' },
    ...{ PAYRUN_SETTLE_POLL_MS: '100' },
  };
  const appContext = await openAppContext(loadConfig(env, folder), { log: createLog('silent') });
  try {
    const maker = await firstAdmin(appContext.ledger);
    const token = await addProgram(appContext, maker, {
      ...{ name: 'erp', role: 'viewer', merchants: null, until: '2099-12-31', networks: [] },
    });
    const pay = payer(appContext, { folder, rows, maker, areKnown: values.known });
    await pay();
    await compareReads(appContext, token, reads);
    await compareRuns(appContext, token, pairs, pay);
  } finally {
    await appContext.close();
    sandbox.stop();
    await admin.query(`drop database ${name} with (force)`);
    await admin.end();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Pays as many recipients each time, known ones or new ones. Returns how long it took, ms. */
function payer(
  appContext: AppContext,
  {
    folder,
    rows,
    maker,
    areKnown,
  }: { readonly folder: string; readonly rows: number; readonly maker: Actor; readonly areKnown: boolean },
): () => Promise<number> {
  let times = 0;
  return async () => {
    times += 1;
    const lines = Array.from({ length: rows }, (_, i) => ({
      reference: `B${times}-${i}`,
      amount: `${10 + (i % 90)}.${10 + times}`,
      email: `person${i + (areKnown ? 0 : times * rows)}@example.com`,
    }));
    const file = join(folder, `bench-${times}.csv`);
    writeFileSync(file, sheetOf(lines));
    const start = performance.now();
    const { outcome, problems } = await paySheet(appContext, {
      ...{ file, maker, onInvalid: 'stop', dryRun: false, confirm: 'yes', progress: () => {} },
    });
    if (outcome !== 'paid')
      throw new Error(`The run of ${file} ended as ${outcome}: ${problems[0]?.row} ${problems[0]?.message}`);
    return performance.now() - start;
  };
}

async function compareReads(appContext: AppContext, token: string, reads: number): Promise<void> {
  const app = createApp([api({ appContext, rates: UNLIMITED })], createLog('silent'));
  const all = { query: 0, read: 0 };
  for (const list of API_LISTS) {
    const path = `/api/v1${listPath(list).replace(':run', '1')}`;
    const filters = defineFilters(list.filters, (name) => (name === list.of ? '1' : null));
    const query = () => list.read(appContext, null, { filters, after: null, limit: 100, door: 'json' });
    const read = () => readOnce(app, path, token);
    for (const one of [query, read]) for (let i = 0; i < 20; i++) await one();
    const cost = { query: 0, read: 0 };
    for (let block = 0; block < 4; block++) {
      cost.query += await costOf(appContext, reads / 4, query);
      cost.read += await costOf(appContext, reads / 4, read);
    }
    say(nameOf(list), cost, reads);
    all.query += cost.query;
    all.read += cost.read;
  }
  say('all of them', all, reads);
}

const nameOf = ({ of, name }: AnyList): string => (of === undefined ? name : `${name} of a run`);

function say(name: string, cost: { readonly query: number; readonly read: number }, reads: number): void {
  const factor = cost.read / cost.query;
  const isGood = factor <= MOST_OF_QUERY || cost.query / reads < LEAST_QUERY_MS;
  if (!isGood) process.exitCode = 1;
  const [query, read] = [cost.query, cost.read].map((ms) => (ms / reads).toFixed(2).padStart(6));
  const times = cost.query === 0 ? 'too little to compare' : `${factor.toFixed(2)} times`;
  console.log(
    `${isGood ? 'ok  ' : 'SLOW'} ${name.padEnd(22)} query ${query} ms, read ${read} ms of the processor: ${times}`,
  );
}

/** As the server of pages and programs gives it. */
const CONNECTION = { incoming: { socket: { remoteAddress: '127.0.0.1', remotePort: 1, remoteFamily: 'IPv4' } } };

async function readOnce(app: Hono, path: string, token: string): Promise<void> {
  const headers = { Host: 'localhost', Authorization: `Bearer ${token}` };
  const answer = await app.request(`http://localhost${path}`, { headers }, CONNECTION);
  await answer.text();
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`);
}

/** Processor time of so many, ms: of this process, and of Postgres. */
async function costOf({ ledger: { db } }: AppContext, times: number, work: () => Promise<unknown>): Promise<number> {
  const spent = async () => {
    const { rows } = await db.query<{ pid: number }>(
      'select pid from pg_stat_activity where datname = current_database()',
    );
    return new Map([process.pid, ...rows.map(({ pid }) => pid)].map((pid) => [pid, processorMs(pid).own]));
  };
  const before = await spent();
  for (let i = 0; i < times; i++) await work();
  return [...(await spent())].reduce((sum, [pid, ms]) => sum + ms - (before.get(pid) ?? 0), 0);
}

async function compareRuns(
  appContext: AppContext,
  token: string,
  pairs: number,
  pay: () => Promise<number>,
): Promise<void> {
  const app = createApp([api({ appContext, rates: UNLIMITED })], createLog('silent'));
  const server = await serveApp(app, { host: '127.0.0.1', port: 0 });
  const sums = { without: 0, beside: 0 };
  let reads = 0;
  try {
    for (let pair = 0; pair < pairs; pair++) {
      sums.without += await pay();
      const reader = startReader(`${server.url}/api/v1`, token);
      sums.beside += await pay();
      reads += await reader.stop();
    }
  } finally {
    await server.close();
  }
  const factor = sums.beside / sums.without;
  const isGood = factor <= MOST_BESIDE;
  if (!isGood) process.exitCode = 1;
  const [without, beside] = [sums.without, sums.beside].map((ms) => (ms / pairs / 1_000).toFixed(2));
  console.log(
    `${isGood ? 'ok  ' : 'SLOW'} a run takes ${without} s, beside ${Math.round(reads / (sums.beside / 1_000))} reads a second ${beside} s: ${factor.toFixed(2)} times`,
  );
}

/** Reads by another process, at a rate, and counts the answers. */
function startReader(url: string, token: string): { stop(): Promise<number> } {
  const child = spawn(
    process.execPath,
    ['--input-type=module', '--eval', READER, url, String(1_000 / READS_A_SECOND)],
    {
      env: { TOKEN: token },
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  );
  const said = createInterface(child.stdout)[Symbol.asyncIterator]();
  return {
    async stop() {
      child.stdin.end();
      return Number((await said.next()).value);
    },
  };
}

const READER = `
const [url, pause] = process.argv.slice(1);
const headers = { Authorization: 'Bearer ' + process.env.TOKEN };
const paths = ['/runs', '/runs/1', '/runs/1/payments', '/payments', '/exceptions', '/recipients'];
let asked = 0;
let answered = 0;
const timer = setInterval(async () => {
  const answer = await fetch(url + paths[asked++ % paths.length], { headers });
  await answer.text();
  if (answer.status === 200) answered += 1;
}, Number(pause));
process.stdin.resume().on('end', () => { clearInterval(timer); setTimeout(() => { console.log(answered); process.exit(); }, 200); });
`;

const UNLIMITED = { programs: { burst: 1e9, perSecond: 1 }, logins: { burst: 1e9, perSecond: 1 } };

/** The sandbox in a process of its own, so that what it costs is not counted. */
async function startSandboxProcess() {
  const program = join(import.meta.dirname, '../../src/cli/main.ts');
  const quota = ['--window-ms', '1000', '--quota', '100000', '--settle-ms', '50'];
  const child = spawn(process.execPath, [program, 'sandbox', '--port', '0', ...quota], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const { value } = await createInterface(child.stdout)[Symbol.asyncIterator]().next();
  const { url, merchant } = JSON.parse(value!) as { url: string; merchant: { accessKey: string; secretKey: string } };
  return { url, ...merchant, stop: () => void child.kill() };
}
