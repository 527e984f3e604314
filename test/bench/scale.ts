import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { loadConfig } from '../../src/config.ts';
import { type AppContext, openAppContext } from '../../src/engine/context/app-context.ts';
import { enqueue } from '../../src/engine/queue/enqueue.ts';
import { startWorkers } from '../../src/engine/queue/start-workers.ts';
import { createSheetRun } from '../../src/engine/runs/create-sheet-run.ts';
import { addMerchant } from '../../src/ledger/merchants/merchant.ts';
import { createLog } from '../../src/platform/log.ts';
import { type RunningSandbox, startSandbox } from '../../src/sandbox/start-sandbox.ts';
import { germanIban } from '../support/payroll.ts';
import { person } from '../support/person.ts';
import { signedFetch } from '../support/signed-fetch.ts';
import { spentTime } from './work/spent-time.ts';

/** Over this nothing is waited for any more: the bench has failed. */
const PATIENCE_MS = 600_000;

/** Among what the workers count: their processor time, in ms. */
const PROCESSOR = 'processor';

interface Size {
  readonly merchants: number;
  readonly recipients: number;
  readonly workers: number;
  readonly windowMs: number;
  readonly perMerchant: number;
  readonly perAddress: number;
  readonly profile: boolean;
}

/**
 * Many merchants, each with a sheet for recipients that are known, and a few workers as processes on a real Postgres. The bound is
 * what no one can beat at the quotas: n calls at q in a window take at least ceil(n / q) - 1 windows from the first to the last.
 * Fails over 1.1 times it, with any 429, and with any payment that was not paid exactly once.
 */
export async function bench(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      merchants: { type: 'string', default: '300' },
      recipients: { type: 'string', default: '20' },
      workers: { type: 'string', default: '3' },
      'window-ms': { type: 'string', default: '12000' },
      quota: { type: 'string', default: '50' },
      address: { type: 'string', default: '200' },
      profile: { type: 'boolean', default: false },
    },
  });
  const size: Size = {
    merchants: Number(values.merchants),
    recipients: Number(values.recipients),
    workers: Number(values.workers),
    windowMs: Number(values['window-ms']),
    perMerchant: Number(values.quota),
    perAddress: Number(values.address),
    profile: values.profile,
  };
  const server = process.env.PAYRUN_TEST_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres';
  const name = `payrun_bench_${randomBytes(4).toString('hex')}`;
  const folder = mkdtempSync(join(tmpdir(), 'payrun-bench-'));
  const admin = new pg.Client({ connectionString: server });
  await admin.connect();
  await admin.query(`create database ${name}`);
  try {
    await measure(size, folder, Object.assign(new URL(server), { pathname: `/${name}` }).href);
  } finally {
    await admin.query(`drop database ${name} with (force)`);
    await admin.end();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measure(size: Size, folder: string, databaseUrl: string): Promise<void> {
  const { merchants, recipients, windowMs, perMerchant, perAddress } = size;
  const stateFile = join(folder, 'sandbox.json');
  const vaultKey = randomBytes(32).toString('base64');
  const envOf = ({ url }: RunningSandbox, perMinute: number, address: number, window: number) => ({
    DATABASE_URL: databaseUrl,
    PAYRUN_VAULT_KEY: vaultKey,
    PAYRUN_HOME: folder,
    PAYRUN_ENVIRONMENT: 'sandbox',
    PAYRUN_SERVICE_URL: url,
    PAYRUN_QUOTA_PER_MINUTE: String(perMinute),
    PAYRUN_QUOTA_PER_ADDRESS: String(address),
    PAYRUN_QUOTA_WINDOW_MS: String(window),
    // As the window is to a minute.
    PAYRUN_SETTLE_POLL_MS: String(Math.max(10, Math.round(windowMs / 60))),
    PAYRUN_LOG_LEVEL: 'warn',
  });
  const names = Array.from({ length: merchants }, (_, i) => `merchant-${i + 1}`);
  const settleMs = Math.round(windowMs / 12);

  // First everybody is made known, at no quota worth the name.
  const early = await startSandbox({
    stateFile,
    quota: 1e6,
    addressQuota: 1e6,
    windowMs: 1_000,
    settleMs: 10,
    pricingMs: 0,
    balance: '1000000000.00',
  });
  let began = performance.now();
  await withPlace(envOf(early, 100, 200, 100), folder, async (place) => {
    for (const merchant of names) await addSubMerchant(place, early, merchant, recipients);
    // A first payment to everybody: by it the recipients are listed, and known from then on.
    const runs = await leave(place, folder, names, recipients, 'may');
    await withWorkers(size, envOf(early, 100, 200, 100), folder, () => untilDone(place, runs));
  });
  await early.close();
  console.log(
    `${merchants} merchants with ${recipients} recipients each made known in ${seconds(performance.now() - began)}`,
  );

  const sandbox = await startSandbox({
    stateFile,
    quota: perMerchant,
    addressQuota: perAddress,
    windowMs,
    settleMs,
    pricingMs: 0,
    balance: '1000000000.00',
  });
  const env = envOf(sandbox, perMerchant, perAddress, windowMs);
  await withPlace(env, folder, async (place) => {
    const runs = await leave(place, folder, names, recipients, 'june', false);
    let left = 0;
    const statements = await withWorkers(size, env, folder, async () => {
      began = performance.now();
      left = Date.now();
      for (const run of runs) await enqueue(place, { kind: 'run', run });
      await untilDone(place, runs);
    });
    const took = performance.now() - began;
    await report(place, sandbox, size, { runs, statements, took });
    await reportTimes(place, size, runs, left);
  });
  await sandbox.close();
}

async function report(
  place: AppContext,
  sandbox: RunningSandbox,
  { merchants, recipients, workers, windowMs, perMerchant, perAddress, profile }: Size,
  { runs, statements, took }: { runs: readonly string[]; statements: ReadonlyMap<string, number>; took: number },
): Promise<void> {
  const { rows } = await place.ledger.db.query<{ calls: number; most: number; span: number }>(
    `select sum(n)::int as calls, max(n)::int as most, (extract(epoch from max(last) - min(first)) * 1000)::float8 as span
     from (select count(*) as n, min(at) as first, max(at) as last from payrun.call where run_id = any($1::bigint[]) group by merchant_id) each`,
    [runs],
  );
  const { calls, most, span } = rows[0]!;
  const windows = Math.max(Math.ceil(calls / perAddress), Math.ceil(most / perMerchant)) - 1;
  const bound = windows * windowMs;
  const ledger = (await (await fetch(`${sandbox.url}/_sandbox/ledger`)).json()) as {
    payments: { timesPaid: number; externalId: string }[];
    requests: Record<string, { refused: number }>;
  };
  const refused = Object.values(ledger.requests).reduce((sum, one) => sum + one.refused, 0);
  const once = ledger.payments.filter(({ timesPaid }) => timesPaid === 1).length;
  const payouts = merchants * recipients;
  const processorMs = statements.get(PROCESSOR)!;
  const sent = [...statements.values()].reduce((sum, n) => sum + n, -processorMs);
  console.log(
    [
      `${merchants} merchants, ${payouts.toLocaleString('en')} payouts, ${workers} workers; ${perMerchant} calls a merchant and ${perAddress} an address in ${windowMs} ms`,
      `  ${calls} calls (${(calls / merchants).toFixed(1)} a merchant), ${refused} refused (429)`,
      `  first to last call ${seconds(span)}, bound ${seconds(bound)}: ${bound > 0 ? (span / bound).toFixed(3) : '-'} times it; all done ${seconds(took)} after they were left`,
      `  ${sent.toLocaleString('en')} database statements: ${(sent / payouts).toFixed(2)} a payout, ${(sent / calls).toFixed(1)} a call, ${Math.round(sent / (took / 1_000))} a second`,
      `  processor time of the workers: ${Math.round(processorMs / merchants)} ms a run, ${(processorMs / calls).toFixed(1)} ms a call`,
      `  in real time, at a window of a minute: ${Math.round((calls / perAddress) * 60)} s of one address`,
    ].join('\n'),
  );
  if (profile)
    for (const [sql, n] of [...statements].sort((a, b) => b[1] - a[1]).slice(0, 40)) console.log(`  ${n}  ${sql}`);
  if (refused > 0) throw new Error(`${refused} calls were refused`);
  const expected = 2 * payouts;
  if (once !== expected || ledger.payments.length !== expected)
    throw new Error(`${once} of ${expected} were paid once`);
  // Of a handful of windows the last one, of which little is used, says nothing.
  if (windows >= 5 && span > 1.1 * bound) throw new Error('it took more than 1.1 times the bound');
}

/** Where the time of the run went that ended last. */
async function reportTimes({ ledger }: AppContext, size: Size, runs: readonly string[], left: number): Promise<void> {
  const { rows } = await ledger.db.query<{ id: string }>(
    `select id::text from payrun.run where id = any($1::bigint[]) order by finished_at desc limit 1`,
    [runs],
  );
  const spent = await spentTime(ledger.db, rows[0]!.id, { left, perWindow: size.perMerchant, windowMs: size.windowMs });
  const line = (step: string, cells: readonly string[]) =>
    `  ${step.padEnd(52)}${cells.map((cell) => cell.padStart(9)).join('')}`;
  console.log(line('where the time of the last run went', ['calls', 'in calls', 'quota', 'own']));
  const sums = { step: 'all', calls: 0, inCalls: 0, quota: 0, own: 0 };
  for (const each of spent) for (const part of ['calls', 'inCalls', 'quota', 'own'] as const) sums[part] += each[part];
  for (const { step, calls, ...ms } of [...spent, sums])
    console.log(line(step, [String(calls), seconds(ms.inCalls), seconds(ms.quota), seconds(ms.own)]));
}

/** A sheet and a run for each merchant; left to the workers, unless that is done later. */
async function leave(
  place: AppContext,
  folder: string,
  names: readonly string[],
  recipients: number,
  month: string,
  now = true,
): Promise<readonly string[]> {
  const runs: string[] = [];
  for (const merchant of names) {
    const lines = Array.from(
      { length: recipients },
      (_, i) => `${month}-${i + 1},${merchant}-${i + 1},${(now ? 100 : 200) + (i % 100)}.50,EUR,${month}`,
    );
    const file = join(folder, `${merchant}-${month}.csv`);
    writeFileSync(file, `${['paymentReference,referenceId,amount,currency,memo', ...lines].join('\n')}\n`);
    const run = String(
      await createSheetRun(place, { file, merchant, maker: person('mia'), dryRun: false, confirmed: true }),
    );
    if (now) await enqueue(place, { kind: 'run', run });
    runs.push(run);
  }
  return runs;
}

/** A merchant and its recipients in the service. */
async function addSubMerchant(
  place: AppContext,
  { url, parent }: RunningSandbox,
  name: string,
  recipients: number,
): Promise<void> {
  const { body } = await signedFetch({ url, keys: parent })('POST', '/v1/profile/sandbox', {
    apikey: true,
    merchant: { name, currency: 'EUR' },
  });
  const { id, accessKey, secretKey } = body.merchant;
  await fetch(`${url}/_sandbox/approve`, {
    method: 'POST',
    body: JSON.stringify({ merchant: id }),
    headers: { 'content-type': 'application/json' },
  });
  const keys = { accessKey, secretKey };
  const { ledger } = place;
  await ledger.tx((db) =>
    addMerchant(db, ledger.vault, { id: name, environment: 'sandbox', country: 'US', keys, storesKeys: true }),
  );
  const call = signedFetch({ url, keys });
  const addRecipient = async (n: number) => {
    const made = await call('POST', '/v1/recipients', {
      type: 'individual',
      referenceId: `${name}-${n}`,
      firstName: 'Ada',
      lastName: 'Vogel',
      email: `${name}-${n}@example.com`,
      address: { street1: `Street ${n}`, city: 'Berlin', country: 'DE' },
    });
    const account = { type: 'bank-transfer', country: 'DE', currency: 'EUR', iban: germanIban(n) };
    const added = await call('POST', `/v1/recipients/${made.body.recipient.id}/accounts`, account);
    if (added.status !== 200) throw new Error(JSON.stringify(added.body));
  };
  let next = 1;
  const addSome = async () => {
    while (next <= recipients) await addRecipient(next++);
  };
  await Promise.all(Array.from({ length: 8 }, addSome));
}

async function untilDone({ ledger }: AppContext, runs: readonly string[]): Promise<void> {
  const end = performance.now() + PATIENCE_MS;
  for (;;) {
    const { rows } = await ledger.db.query<{ open: number; states: string }>(
      `select count(*) filter (where finished_at is null)::int as open, string_agg(distinct status || coalesce(': ' || note, ''), '; ') as states
       from payrun.run where id = any($1::bigint[])`,
      [runs],
    );
    if (rows[0]!.open === 0) return;
    if (performance.now() > end) throw new Error(`${rows[0]!.open} runs are not done: ${rows[0]!.states}`);
    await setTimeout(200);
  }
}

async function withPlace<T>(
  env: Record<string, string>,
  folder: string,
  work: (place: AppContext) => Promise<T>,
): Promise<T> {
  const place = await openAppContext(loadConfig(env, folder), { log: createLog('warn') });
  try {
    return await work(place);
  } finally {
    await place.close();
  }
}

/** Workers as processes, while `work` goes on. Returns what they sent to the database, by how it begins. */
async function withWorkers(
  { workers }: Size,
  env: Record<string, string>,
  folder: string,
  work: () => Promise<void>,
): Promise<ReadonlyMap<string, number>> {
  const children = Array.from({ length: workers }, () => {
    const child = spawn(process.execPath, [import.meta.filename, folder], {
      env: { ...process.env, ...env },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    const ended = new Promise<void>((resolve) => child.on('close', () => resolve()));
    return { child, ended, said: () => output };
  });
  try {
    while (!children.every(({ said: output, child }) => output().includes('ready') || child.exitCode !== null))
      await setTimeout(50);
    await work();
  } finally {
    for (const { child } of children) child.stdin.end();
    await Promise.all(children.map(({ ended }) => ended));
  }
  const all = new Map<string, number>();
  for (const { said: printed } of children)
    for (const [sql, n] of Object.entries(JSON.parse(printed().replace('ready\n', '')) as Record<string, number>))
      all.set(sql, (all.get(sql) ?? 0) + n);
  return all;
}

const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;

/** One of the workers: counts what it sends to the database, and says so at its end. */
async function workAsChild(folder: string): Promise<void> {
  const counts: Record<string, number> = {};
  const query = pg.Client.prototype.query as (...args: unknown[]) => unknown;
  pg.Client.prototype.query = function counted(this: unknown, ...args: unknown[]) {
    const [text] = args;
    const sql = typeof text === 'string' ? text : ((text as { text?: string })?.text ?? 'copy');
    const start = sql.replace(/\s+/g, ' ').trim().slice(0, 110);
    counts[start] = (counts[start] ?? 0) + 1;
    return query.apply(this, args);
  } as never;
  let before = process.cpuUsage();
  await withPlace(process.env as Record<string, string>, folder, async (place) => {
    const workers = await startWorkers(place, { pollMs: 200 });
    before = process.cpuUsage();
    process.stdout.write('ready\n');
    process.stdin.resume();
    await new Promise((resolve) => process.stdin.on('close', resolve));
    await workers.close();
  });
  const { user, system } = process.cpuUsage(before);
  process.stdout.write(JSON.stringify({ ...counts, [PROCESSOR]: (user + system) / 1_000 }));
}

if (process.argv[1] === import.meta.filename) await workAsChild(process.argv[2]!);
