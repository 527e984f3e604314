import { createHmac } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { loadConfig } from '../../src/config.ts';
import { openAppContext } from '../../src/engine/context/app-context.ts';
import { createPasswords } from '../../src/engine/users/password.ts';
import { addUser } from '../../src/engine/users/users.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { startSandbox } from '../../src/sandbox/start-sandbox.ts';
import { tokenForPath } from '../../src/web/session/token-for-path.ts';
import { startChild } from '../support/child-process.ts';
import { people, sheetOf } from '../support/payroll.ts';
import { firstAdmin } from '../support/person.ts';
import { browse } from '../support/web-visit.ts';
import { type FloodKind, openFlood } from './work/flood.ts';

const MAIN = join(import.meta.dirname, '../../src/cli/main.ts');
const HOST = 'pay.example.com';
const PASSWORD = 'seven blue kites fly';
const FLOODS: readonly FloodKind[] = ['fields', 'names', 'uploads', 'sheets'];
const ROWS = 200;
const SHEETS = 5;
/** Nothing is waited for longer. */
const PATIENCE_MS = 60_000;
const EVERY_MS = 40;
/** Shorter times of `/healthz` are not told apart: this machine also runs the flood and the payout service. */
const TELLABLE_MS = 10;
const MOST = 2;

/**
 * How long paying and `/healthz` take before and during the floods of a penetration test: logins with 430,541 fields from four
 * addresses, logins of unknown names from as many networks as there are, twelve uploads of 60 MB at once that are refused, and twelve
 * that are not. Also whether
 * a right password from a known device comes through, and the memory of the server. Everything is on this machine, and ends by
 * itself. Fails over 2 times. `npm run bench -- flood names` is one of the floods.
 */
export async function bench(args: readonly string[] = []): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'payrun-flood-'));
  const inbox = join(folder, 'inbox');
  mkdirSync(inbox);
  const sandbox = await startSandbox({
    settleMs: 20,
    pricingMs: 0,
    quota: 100_000,
    addressQuota: 100_000,
    windowMs: 1_000,
  });
  await sandboxFunds(sandbox.url);
  const env = {
    PAYRUN_HOME: join(folder, 'home'),
    PAYRUN_ENVIRONMENT: 'sandbox',
    PAYRUN_SERVICE_URL: sandbox.url,
    PAYRUN_ACCESS_KEY: sandbox.merchant.accessKey,
    PAYRUN_SECRET_KEY: sandbox.merchant.secretKey,
    PAYRUN_QUOTA_PER_MINUTE: '100',
    PAYRUN_QUOTA_WINDOW_MS: '200',
    PAYRUN_SETTLE_POLL_MS: '40',
    PAYRUN_INBOX: inbox,
    PAYRUN_INBOX_POLL_MS: '50',
    PAYRUN_INBOX_SETTLE_MS: '100',
    PAYRUN_LOG_LEVEL: 'silent',
    // A proxy on this machine is trusted then, so that the flood has as many addresses as it says.
    PAYRUN_PUBLIC_URL: `https://${HOST}`,
  };
  await addMaker(env, folder);
  const server = startChild(MAIN, ['serve', '--port', '0', '--json'], env, folder);
  try {
    const output = JSON.stringify(await server.until((line) => /127\.0\.0\.1:\d+/.test(JSON.stringify(line))));
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(output)![0];
    await measure(
      url,
      inbox,
      sandbox.url,
      server.pid,
      FLOODS.filter((kind) => args.length === 0 || args.includes(kind)),
    );
  } finally {
    await server.kill('SIGKILL');
    await sandbox.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measure(
  url: string,
  inbox: string,
  sandboxUrl: string,
  pid: number,
  kinds: readonly FloodKind[],
): Promise<void> {
  const [header, ...lines] = sheetOf(people(ROWS)).trim().split('\n');
  let sheets = 0;
  const paid = async () => {
    const ledger = (await (await fetch(new URL('/_sandbox/ledger', sandboxUrl))).json()) as {
      payments: { status: string }[];
    };
    return ledger.payments.filter(({ status }) => status === 'processed').length;
  };
  /** Drops a sheet, and waits until the payout service has paid all of it. */
  const pay = async () => {
    const sheet = ++sheets;
    const rows = lines.map((line, n) => {
      const [, , ...who] = line.split(',');
      // The same amount to the same person again would be held.
      return [
        `s${sheet}-${n}`,
        ((sheet * 1_000 + n + 100) / 100).toFixed(2),
        ...who.slice(0, -1),
        `s${sheet} ${n}`,
      ].join(',');
    });
    const part = join(inbox, `.s${sheet}.part`);
    writeFileSync(part, [header, ...rows, ''].join('\n'));
    const began = performance.now();
    renameSync(part, join(inbox, `s${sheet}.csv`));
    while ((await paid()) < sheet * ROWS) {
      if (performance.now() - began > PATIENCE_MS) throw new Error(`Sheet ${sheet} was not paid.`);
      await setTimeout(20);
    }
    return performance.now() - began;
  };
  // Whoever sends the uploads has a session of their own: a new login ends the one before it.
  const sender = browse(url, { address: '198.51.100.201' });
  // An address of its own for each round: the limit of logins from one address is not what is measured.
  let rounds = 0;
  let browser = browse(url, { address: '198.51.101.0' });
  const outside = { Host: HOST, Origin: `https://${HOST}` };
  const logIn = async () => {
    const began = performance.now();
    const { status } = await browser.post('/login', { name: 'clerk', password: PASSWORD }, outside);
    return status === 303 ? performance.now() - began : null;
  };

  /** Pays some sheets, and asks for `/healthz` and logs in meanwhile. */
  const round = async (): Promise<Round> => {
    browser = browse(url, { address: `198.51.101.${++rounds}` });
    const health: number[] = [];
    const logins: (number | null)[] = [];
    const stop = new AbortController();
    const asking = (async () => {
      while (!stop.signal.aborted) {
        health.push(await healthz(url));
        await setTimeout(EVERY_MS);
      }
    })();
    const paying: number[] = [];
    for (let n = 0; n < SHEETS; n++) {
      paying.push(await pay());
      logins.push(await logIn());
    }
    stop.abort();
    await asking;
    return { paying: median(paying), health: median(health), worst: Math.max(...health), logins };
  };

  await sender.post('/login', { name: 'clerk', password: PASSWORD }, outside);
  // New recipients and code that runs for the first time take longer.
  await pay();
  if ((await logIn()) === null) throw new Error('The right password was refused before the flood.');
  for (const kind of kinds) {
    // Just before it: the machine does other things too.
    forgetPeak(pid);
    const before = await round();
    console.log(`before ${kind.padEnd(7)} ${line(before)}  peak memory ${memory(pid)} MB`);
    forgetPeak(pid);
    const flood = openFlood(url, HOST, kind, {
      cookie: [...sender.jar].map((pair) => pair.join('=')).join('; '),
      csrf: tokenForPath(csrfOf(sender), '/upload'),
    });
    await setTimeout(1_000);
    const during = await round();
    const answers = await flood.stop();
    const times = [during.paying / before.paying, during.health / Math.max(before.health, TELLABLE_MS)];
    const good = times.every((time) => time <= MOST) && during.logins.every((one) => one !== null);
    console.log(
      `${good ? 'ok    ' : 'SLOW  '} ${kind.padEnd(7)} ${line(during)}  peak memory ${memory(pid)} MB  paying ${times[0]!.toFixed(2)} times  answers ${JSON.stringify(answers)}`,
    );
    if (!good) process.exitCode = 1;
  }
}

interface Round {
  readonly paying: number;
  readonly health: number;
  readonly worst: number;
  /** Null: refused. */
  readonly logins: readonly (number | null)[];
}

function line({ paying, health, worst, logins }: Round): string {
  const right = logins.filter((one) => one !== null);
  return `paying ${ROWS} rows ${paying.toFixed(0)} ms  /healthz ${health.toFixed(1)} ms, at worst ${worst.toFixed(0)} ms  right password ${right.length} of ${logins.length} in ${median(right).toFixed(0)} ms`;
}

const median = (all: readonly number[]) => all.toSorted((a, b) => a - b)[all.length >> 1] ?? Number.NaN;

function healthz(url: string): Promise<number> {
  const began = performance.now();
  return new Promise((resolve, reject) => {
    request(new URL('/healthz', url), { agent: false }, (answer) => {
      answer.resume().on('end', () => resolve(performance.now() - began));
    })
      .on('error', reject)
      .end();
  });
}

/** The token of the forms of the session that `__Host-payrun` names. */
const csrfOf = ({ jar }: ReturnType<typeof browse>) =>
  createHmac('sha256', jar.get('__Host-payrun') ?? '')
    .update('csrf')
    .digest('base64url');

/** From now on the peak counts anew (`man 5 proc`). */
function forgetPeak(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
}

/** The peak of the resident memory of a process, MB. */
function memory(pid: number): string {
  const [, kb = '0'] = /^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return (Number(kb) / 1024).toFixed(0);
}

async function sandboxFunds(url: string): Promise<void> {
  const body = JSON.stringify({ currency: 'EUR', amount: '1000000000.00' });
  await fetch(new URL('/_sandbox/fund', url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
}

async function addMaker(env: Record<string, string>, folder: string): Promise<void> {
  const appContext = await openAppContext(loadConfig(env, folder));
  const { ledger } = appContext;
  const user = { name: 'clerk', role: 'maker', merchants: null, limits: null, password: PASSWORD } as const;
  await addUser({ ledger, clock: systemClock, passwords: createPasswords() }, await firstAdmin(ledger), user);
  await appContext.close();
}
