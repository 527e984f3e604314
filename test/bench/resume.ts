import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type RunningSandbox, startSandbox } from '../../src/sandbox/start-sandbox.ts';
import type { Task } from '../scenarios/crash/child.ts';
import { type MadeDatabase, prepareDatabases } from '../scenarios/crash/databases.ts';
import { startWorkers } from '../scenarios/crash/workers.ts';
import { people, sheetOf } from '../support/payroll.ts';

/**
 * Every payment of the batch is read once more, 1,000 a call. Beside that: how the batch and the balance stand, whether
 * another installation has made batches meanwhile, and the start.
 */
const MOST_BESIDE_READING = 4;
/** Recipients that are made to wait for an answer at once: more than are ever in flight. */
const CROWD = 50;
const GATHER_MS = 2_000;

type Kill = NonNullable<Task['killWhen']>;

/** A run: its sheet, the state of the sandbox, and its database. */
interface Place {
  readonly folder: string;
  readonly database: MadeDatabase;
}

/**
 * A run of 10,000 payments to as many new recipients, undisturbed and killed with -9 at several places, then resumed: how
 * many calls more it takes. In the middle of the recipients the answers of all calls in flight are held back after they took
 * effect, and then the process is killed: that is the worst moment. Fails where a crash costs more
 * than the eight in flight, or than reading the batch once more and four.
 * On a real Postgres, and with a quota that hardly counts: else 20,000 calls take 200 minutes.
 */
export async function bench(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      payments: { type: 'string', default: '10000' },
      /** Fewer people take less time: each costs two calls. */
      recipients: { type: 'string', default: '10000' },
    },
  });
  const payments = Number(values.payments);
  const recipients = Math.min(payments, Number(values.recipients));
  const half = Math.floor(recipients / 2);
  const pages = Math.ceil(payments / 1_000);

  const room = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'payrun-bench-'));
  const server = process.env.PAYRUN_TEST_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres';
  const databases = await prepareDatabases('postgres', room, server);
  const workers = startWorkers(1, 3_600_000);
  let made = 0;

  const newFolder = () => {
    const folder = join(room, String(++made));
    mkdirSync(folder);
    return folder;
  };
  const fresh = async (): Promise<Place> => {
    const folder = newFolder();
    writeFileSync(join(folder, 'sheet.csv'), sheetFor(payments, recipients));
    return { folder, database: await databases.make(join(folder, 'home')) };
  };
  const copyOf = async (place: Place): Promise<Place> => {
    const folder = newFolder();
    for (const file of ['sheet.csv', 'sandbox']) copyFileSync(join(place.folder, file), join(folder, file));
    return { folder, database: await databases.copy(place.database, join(folder, 'home')) };
  };
  const forget = async ({ folder, database }: Place) => {
    await database.drop();
    rmSync(folder, { recursive: true });
  };
  /** Pays or resumes in a process of its own; true where it was killed. */
  const perform = async (
    place: Place,
    sandbox: RunningSandbox,
    action: Task['action'],
    kill?: Kill,
  ): Promise<boolean> => {
    const answer = await workers.perform({
      action,
      file: join(place.folder, 'sheet.csv'),
      folder: place.folder,
      confirm: 'yes',
      env: { ...place.database.env, ...environment(sandbox) },
      killAt: null,
      ...(kill ? { killWhen: kill } : {}),
      callLog: join(place.folder, 'calls'),
      noteFile: join(place.folder, 'killed'),
      withoutBooks: true,
      cuts: [],
      late: [],
    });
    if (answer?.error) throw new Error(answer.error);
    return answer === null;
  };
  const openSandbox = (place: Place) =>
    startSandbox({
      stateFile: join(place.folder, 'sandbox'),
      settleMs: 1,
      quota: 1_000_000,
      windowMs: 1_000,
      balance: '100000000.00',
    });
  /** Killed there, then resumed. Returns the calls by kind. */
  const crash = async (place: Place, action: Task['action'], kill: Kill, held?: string): Promise<Calls> => {
    const sandbox = await openSandbox(place);
    if (held)
      await order(sandbox, [
        { match: { method: 'POST', path: held }, skip: half, times: CROWD, do: 'hang', ms: 60_000, effect: 'after' },
      ]);
    if (!(await perform(place, sandbox, action, kill))) throw new Error(`it was not killed at ${kill.what}`);
    await order(sandbox, []);
    await perform(place, sandbox, 'resume');
    await checkPaid(sandbox, payments);
    await sandbox.close();
    return callsIn(place);
  };

  try {
    const undisturbed = await fresh();
    const calm = await openSandbox(undisturbed);
    const begun = performance.now();
    await perform(undisturbed, calm, 'pay');
    await checkPaid(calm, payments);
    await calm.close();
    const whole = callsIn(undisturbed);
    const seconds = Math.round((performance.now() - begun) / 1_000);
    console.log(
      `${payments} payments to ${recipients} new recipients without a crash: ${sum(whole)} calls (${seconds} s with a quota that does not count)`,
    );

    const tell = (where: string, calls: Calls, against: Calls) => {
      const more = sum(calls) - sum(against);
      const kinds = [...calls].flatMap(([kind, n]) => {
        const extra = n - (against.get(kind) ?? 0);
        return extra === 0 ? [] : [`${extra > 0 ? '+' : ''}${extra} ${kind}`];
      });
      console.log(`killed ${where}: ${more} more${kinds.length > 0 ? ` (${kinds.join(', ')})` : ''}`);
      if (more > Math.max(8, pages + MOST_BESIDE_READING)) process.exitCode = 1;
    };
    for (const [where, what, held] of [
      ['while recipients are created', '^before POST /v1/recipients/?$', '/v1/recipients/?$'],
      ['while accounts are added', '^before POST .*/accounts$', '/accounts$'],
    ] as const) {
      const place = await fresh();
      tell(where, await crash(place, 'pay', { what, nth: half + 1, afterMs: GATHER_MS }, held), whole);
      await forget(place);
    }

    // The recipients are there, and the plan, and nothing else: from here on every crash begins with a copy.
    const synced = await fresh();
    const there = await openSandbox(synced);
    if (!(await perform(synced, there, 'pay', { what: '^before GET /v1/batches/?$', nth: 1, afterMs: 0 })))
      throw new Error('it was not killed after the recipients');
    await there.close();
    const rest = await copyOf(synced);
    const quiet = await openSandbox(rest);
    await perform(rest, quiet, 'resume');
    await quiet.close();
    const remaining = callsIn(rest);
    tell('after the recipients', added(callsIn(synced), remaining), whole);

    const page = '/v1/batches/[^/]+/payments';
    const kills: readonly (readonly [where: string, what: string, nth: number])[] = [
      ['before the batch is created', '^before POST /v1/batches$', 1],
      ['after the batch was created', '^after POST /v1/batches$', 1],
      ['while the batch is read back, after the first page', `^after GET ${page}$`, 1],
      ['while the batch is read back, after the last page', `^after GET ${page}$`, pages],
      ['after it was quoted', '^after POST .*/generate-quote$', 1],
      ['after the summary', '^after GET .*/summary$', 1],
      ['before the start', '^before POST .*/start-processing$', 1],
      ['after the start', '^after POST .*/start-processing$', 1],
      ['while it is settled, after the first page', `^after GET ${page}$`, pages + 1],
      ['while it is settled, after the last page', `^after GET ${page}$`, 2 * pages],
    ];
    for (const [where, what, nth] of kills) {
      const place = await copyOf(synced);
      tell(where, await crash(place, 'resume', { what, nth, afterMs: 0 }), remaining);
      await forget(place);
    }
    for (const place of [undisturbed, rest, synced]) await forget(place);
  } finally {
    await workers.close();
    await databases.close();
    rmSync(room, { recursive: true, force: true });
  }
}

/** Payments to the same people over and over, each of another amount. */
function sheetFor(payments: number, recipients: number): string {
  const [header, ...lines] = sheetOf(people(recipients)).trimEnd().split('\n');
  const rows = Array.from({ length: payments }, (_, i) => {
    const [, , ...rest] = lines[i % recipients]!.split(',');
    return [`REF-${i + 1}`, `${100 + i}.25`, ...rest].join(',');
  });
  return `${[header, ...rows].join('\n')}\n`;
}

type Calls = ReadonlyMap<string, number>;

const sum = (calls: Calls) => [...calls.values()].reduce((total, n) => total + n, 0);

const added = (one: Calls, other: Calls): Calls =>
  new Map(
    [...new Set([...one.keys(), ...other.keys()])].map((kind) => [kind, (one.get(kind) ?? 0) + (other.get(kind) ?? 0)]),
  );

/** The calls that were sent, by kind: "POST /v1/recipients/R-.../accounts" 10,000 times. */
function callsIn({ folder }: Place): Calls {
  const calls = new Map<string, number>();
  for (const line of readFileSync(join(folder, 'calls'), 'utf8').split('\n')) {
    const kind = line.replace(/\b[RBPA]-\w+/, ':id').replace(/\/$/, '');
    if (kind) calls.set(kind, (calls.get(kind) ?? 0) + 1);
  }
  return calls;
}

const environment = (sandbox: RunningSandbox): Record<string, string> => ({
  PAYRUN_ENVIRONMENT: 'sandbox',
  PAYRUN_SERVICE_URL: sandbox.url,
  PAYRUN_ACCESS_KEY: sandbox.merchant.accessKey,
  PAYRUN_SECRET_KEY: sandbox.merchant.secretKey,
  // Few slots in a short window are taken faster than many in a long one.
  PAYRUN_QUOTA_PER_MINUTE: '100',
  PAYRUN_QUOTA_PER_ADDRESS: '200',
  PAYRUN_QUOTA_WINDOW_MS: '100',
  PAYRUN_CALL_TIMEOUT_MS: '600000',
  PAYRUN_LOG_LEVEL: 'silent',
});

async function order(sandbox: RunningSandbox, faults: readonly unknown[]): Promise<void> {
  const answer = await fetch(new URL('/_sandbox/faults', sandbox.url), {
    method: 'POST',
    body: JSON.stringify(faults),
    headers: { 'content-type': 'application/json' },
  });
  if (!answer.ok) throw new Error(`faults: ${answer.status}`);
}

async function checkPaid(sandbox: RunningSandbox, payments: number): Promise<void> {
  const books = (await (await fetch(new URL('/_sandbox/ledger', sandbox.url))).json()) as {
    payments: readonly { timesPaid: number }[];
  };
  const once = books.payments.filter(({ timesPaid }) => timesPaid === 1).length;
  if (once !== payments || books.payments.length !== payments)
    throw new Error(`${once} of ${payments} payments were paid once, ${books.payments.length} are at the service`);
}
