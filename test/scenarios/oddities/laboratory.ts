import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openLedger } from '../../../src/ledger/open-ledger.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import { createLog } from '../../../src/platform/log.ts';
import { type RunningSandbox, startSandbox } from '../../../src/sandbox/start-sandbox.ts';
import { people, type SandboxLedger, sheetOf } from '../../support/payroll.ts';
import { VERIFIED } from '../../support/person.ts';
import { runHere } from '../../support/run-here.ts';
import { seededRandom } from '../../support/seeded-random.ts';
import { startServiceProxy } from '../../support/servers/service-proxy.ts';
import { setTestRules } from '../../support/test-rules.ts';
import { type DatabaseKind, prepareDatabases } from '../crash/databases.ts';
import { readBooked } from '../crash/read-books.ts';
import { startWorkers } from '../crash/workers.ts';
import { type OddService, oddService } from './odd-service.ts';
import { untrue } from './untrue.ts';

/** What a service did in one seed, and what came of it. */
export interface OddRun {
  readonly seed: number;
  readonly story: readonly string[];
  /** How many of the people were paid after the night, and after a person did what was left to do. */
  readonly paid: number;
  readonly paidInTheEnd: number;
  /** What does not hold; empty when all does. */
  readonly violations: readonly string[];
}

export interface Laboratory {
  explore(seed: number): Promise<OddRun>;
  close(): Promise<void>;
}

/** Rows of one sheet: from two balances, and every fifth says what is to arrive. */
export const ROWS = 10;
const SHEET = withTargets(sheetOf(people(ROWS, (n) => ({ currency: n % 4 === 0 ? 'USD' : 'EUR' }))));
/** Processes that meet the odd service; all but the last are killed. */
const MOST_ATTEMPTS = 3;
/** The points at which a run can be killed. */
const POINTS = 240;

/** Even seeds meet a service that only does what is lawful; odd ones one that also refuses what it has done. */
export const isLawful = (seed: number): boolean => seed % 2 === 0;

/** `server`: where Postgres is, for kind `postgres`. */
export async function openLaboratory(kind: DatabaseKind, server?: string): Promise<Laboratory> {
  const place = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
  const folder = mkdtempSync(join(place, 'payrun-odd-'));
  const databases = await prepareDatabases(kind, folder, server);
  const workers = startWorkers(1);

  async function explore(seed: number): Promise<OddRun> {
    const random = seededRandom(seed);
    const room = join(folder, String(seed));
    mkdirSync(room);
    const file = join(room, 'salaries.csv');
    writeFileSync(file, SHEET);
    const sandbox = await startSandbox({
      ...UNLIMITED,
      settleMs: random.oneOf([1, 40]),
      pricingMs: random.oneOf([0, 40, 200]),
      serviceApproval: random.chance(0.15),
      uniqueExternalIds: random.chance(0.5),
    });
    const proxy = await startServiceProxy(sandbox.url);
    const database = await databases.make(join(room, 'home'));
    // Kept open, so that an embedded database is opened once.
    const { PAYRUN_HOME, PAYRUN_VAULT_KEY, DATABASE_URL } = database.env;
    const where = { home: PAYRUN_HOME!, vaultKey: PAYRUN_VAULT_KEY, databaseUrl: DATABASE_URL };
    const ledger = await openLedger({ ...where, log: createLog('silent'), clock: systemClock });
    const approval = random.chance(0.3) ? { 'approval.policy': 'manual' } : {};
    const isRejected = random.chance(0.4);
    await setTestRules({ ledger, clock: systemClock, config: { environment: 'sandbox' } }, approval);
    const env = { ...database.env, ...QUICK, ...keysOf(sandbox), PAYRUN_SERVICE_URL: sandbox.url };
    const story: string[] = [];
    const violations: string[] = [];
    const books = () => readBooked(ledger.db);

    /** The sheet is paid and resumed while the service is odd, by processes that are killed. */
    const meet = async (odd: OddService): Promise<void> => {
      proxy.rule(odd.rules);
      const attempts = 1 + random.upTo(MOST_ATTEMPTS);
      for (let n = 1; n <= attempts; n++) {
        const noteFile = join(room, `${n}.killed`);
        const killAt = n < attempts ? 1 + random.upTo(POINTS) : null;
        const action = (await hasRun()) ? ('resume' as const) : ('pay' as const);
        const how = { confirm: 'yes', noteFile, killAt, cuts: [], late: [], withoutBooks: true } as const;
        const given = { action, file, folder: room, env: { ...env, PAYRUN_SERVICE_URL: proxy.url } };
        const answer = await workers.perform({ ...how, ...given });
        const end = answer === null ? `killed at ${readFileSync(noteFile, 'utf8')}` : (answer.error ?? 'ended');
        story.push(...odd.tell().map((line) => `  ${line}`), `${action}: ${end}`);
        if (end.startsWith('defect:')) violations.push(end);
      }
      if (isRejected) await reject({ PAYRUN_SERVICE_URL: proxy.url });
      story.push(...odd.tell().map((line) => `  ${line}`));
      proxy.rule({});
    };
    const hasRun = async () => (await books()).runs.some(({ confirmed }) => confirmed);

    const say = (...args: string[]) => sayWith({}, ...args);
    const sayWith = async (more: Readonly<Record<string, string>>, ...args: string[]): Promise<string> => {
      const { code, stdout, stderr } = await runHere([...args, '--json'], { cwd: room, env: { ...env, ...more } });
      const error = /"error": \{[^}]*"message": "([^"]*)"/.exec(stdout + stderr)?.[1];
      story.push(`${args.join(' ')}: exit ${code}${error ? `, ${error}` : ''}`);
      if (code === 1 || code === null) violations.push(`${args.join(' ')}: exit ${code}, ${stdout}${stderr}`);
      return stdout;
    };
    /** Somebody says no to what awaits an approval. */
    const reject = async (more: Readonly<Record<string, string>>) => {
      for (const { id, state } of (await books()).runs)
        if (state === 'waiting_approval')
          await sayWith(more, 'reject', id, '--because', 'wrong month', '--as', 'carla');
    };
    const approveAndResume = async () => {
      for (const { id, state } of (await books()).runs)
        if (state === 'waiting_approval') await say('approve', id, '--yes', '--as', 'carla', '--verified', VERIFIED);
      await control(sandbox, 'service-approval', { answer: 'approve' });
      await say('resume');
    };
    /** What a cron does, hours later: batches whose creation was lost are looked for after two minutes and an hour. */
    const night = async () => {
      await ledger.db.query(`update payrun.lost_batch set look_at = look_at - interval '2 hours' where ended is null`);
      await say('run', 'nightly');
    };
    /** A person releases what is on hold, accepts what the service has done, and runs what failed again. */
    const doTheRest = async () => {
      const { payments, runs, batches } = await books();
      for (const { reference, run, state } of payments)
        if (state === 'held') await say('release', reference!, '--run', run, '--as', 'carla');
      for (const { remoteId } of batches)
        if (remoteId !== null && odd.hasRefusedStart())
          await say('accept', remoteId, '--because', 'it paid what was approved', '--as', 'carla');
      for (const { id, state } of runs) {
        const isFirst = !runs.some(({ parent }) => parent === id);
        const hasFailed = payments.some((one) => one.run === id && /^(failed|canceled|invalid)$/.test(one.state));
        if (state === 'done' && isFirst && hasFailed)
          await say('rerun', id, '--state', 'failed,canceled,invalid', '--yes');
      }
    };
    const look = async (when: string, isExpected: (finding: string) => boolean): Promise<number> => {
      const booked = await books();
      const real = (await control(sandbox, 'ledger')) as SandboxLedger;
      const { findings } = JSON.parse(await say('verify', '--remote')) as { findings: { what: string }[] };
      const reported = findings.flatMap(({ what }) => (isExpected(what) ? [] : `verify: ${what}`));
      violations.push(...[...untrue(booked, real), ...reported].map((what) => `${when}, ${what}`));
      story.push(when);
      for (const { id, state, note } of booked.runs) story.push(`  run ${id} ${state} ${note ?? ''}`);
      for (const one of booked.payments)
        story.push(`  ${one.reference} of run ${one.run} ${one.state} ${one.reason ?? ''}`);
      for (const { id, state, remoteId, note } of booked.batches)
        story.push(`  batch ${id} ${state} ${remoteId ?? ''} ${note ?? ''}`);
      for (const { id, status, tags } of real.batches) story.push(`  there ${id} ${status} ${tags.join(' ')}`);
      const paid = real.payments.flatMap(({ timesPaid, recipientEmail }) => (timesPaid > 0 ? recipientEmail : []));
      return new Set(paid).size;
    };

    const odd = oddService(random, isLawful(seed));
    try {
      await meet(odd);
      // The service is itself again.
      if (!(await hasRun())) await say('pay', file, '--yes');
      for (let n = 0; n < 2; n++) await approveAndResume();
      await night();
      // Nobody can know whether a start that it refused was carried out, or somebody else sent the batch.
      const paid = await look(
        'after the night',
        (what) => odd.hasRefusedStart() && /though it refused the start/.test(what),
      );
      for (let n = 0; n < 2; n++) {
        await doTheRest();
        await approveAndResume();
      }
      await night();
      const paidInTheEnd = await look('in the end', () => false);
      return { seed, story, paid, paidInTheEnd, violations };
    } finally {
      await ledger.close();
      await proxy.close();
      await sandbox.close();
      await database.drop();
      rmSync(room, { recursive: true, force: true });
    }
  }

  return {
    explore,
    async close() {
      await workers.close();
      await databases.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function withTargets(sheet: string): string {
  const [header, ...lines] = sheet.trimEnd().split('\n');
  const rows = lines.map((line, i) => {
    if (i % 5 !== 4) return `,,${line}`;
    const [reference, amount, _, ...rest] = line.split(',');
    return [amount, 'EUR', reference, '', 'USD', ...rest].join(',');
  });
  return `${[`targetAmount,targetCurrency,${header}`, ...rows].join('\n')}\n`;
}

const UNLIMITED = { quota: 10_000, addressQuota: 100_000, windowMs: 1_000 } as const;

const QUICK = {
  PAYRUN_QUOTA_PER_MINUTE: '100',
  PAYRUN_QUOTA_PER_ADDRESS: '200',
  PAYRUN_QUOTA_WINDOW_MS: '100',
  PAYRUN_SETTLE_WAIT_MS: '1500',
  PAYRUN_SETTLE_POLL_MS: '20',
  PAYRUN_CALL_TIMEOUT_MS: '1000',
  PAYRUN_LOG_LEVEL: 'silent',
};

const keysOf = ({ merchant }: RunningSandbox) => ({
  PAYRUN_ENVIRONMENT: 'sandbox',
  PAYRUN_ACCESS_KEY: merchant.accessKey,
  PAYRUN_SECRET_KEY: merchant.secretKey,
});

async function control(sandbox: RunningSandbox, path: string, body?: unknown): Promise<unknown> {
  const answer = await fetch(new URL(`/_sandbox/${path}`, sandbox.url), {
    method: body === undefined ? 'GET' : 'POST',
    ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}
