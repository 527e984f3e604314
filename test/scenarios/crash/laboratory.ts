import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RunningSandbox, startSandbox } from '../../../src/sandbox/start-sandbox.ts';
import type { Denial } from '../../simulator/denial.ts';
import type { Books } from '../../simulator/read-books.ts';
import type { SandboxLedger } from '../../support/payroll.ts';
import { breaches } from './breaches.ts';
import type { Task, TaskAnswer } from './child.ts';
import { type DatabaseKind, prepareDatabases } from './databases.ts';
import { type HandsBetween, startHandsBetween } from './hands-between.ts';
import { ENDS, SALARIES, UNLUCKY } from './salaries.ts';
import { type Attempt, QUIET, type Schedule } from './schedule.ts';
import { startWorkers } from './workers.ts';

export interface Exploration {
  readonly schedule: Schedule;
  /** Where it was killed: "31 before POST /v1/batches". */
  readonly kills: readonly string[];
  /** How each process ended, for whoever looks into a breach. */
  readonly story: readonly string[];
  /** What does not hold; empty when all does. */
  readonly breaches: readonly string[];
  /** The points that the first process passed; empty when it was killed. */
  readonly points: readonly string[];
}

export interface Laboratory {
  readonly kind: DatabaseKind;
  explore(schedule: Schedule): Promise<Exploration>;
  /** Explores all, two at a time, telling each when it is done. */
  exploreAll(schedules: Iterable<Schedule>, tell: (found: Exploration) => void): Promise<void>;
  close(): Promise<void>;
}

/** Processes after which a run must have come to its end. */
const MOST_ATTEMPTS = 14;
const AT_ONCE = 2;

/** `server`: where Postgres is, for kind `postgres`. */
export async function openLaboratory(kind: DatabaseKind, server?: string): Promise<Laboratory> {
  // In memory where there is such a place: what counts here is kill -9, not a power cut.
  const place = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
  const folder = mkdtempSync(join(place, 'payrun-crash-'));
  const databases = await prepareDatabases(kind, folder, server);
  const workers = startWorkers(AT_ONCE);
  let made = 0;

  async function explore(schedule: Schedule): Promise<Exploration> {
    made += 1;
    const room = join(folder, String(made));
    mkdirSync(room);
    const file = join(room, 'salaries.csv');
    writeFileSync(file, SALARIES);
    const sandbox = await startSandbox({
      settleMs: 40,
      quota: 10_000,
      addressQuota: 100_000,
      windowMs: 1_000,
      uniqueExternalIds: !schedule.repeatsExternalIds,
      balance: schedule.shortOfMoney ? '150.00' : '100000.00',
    });
    const isBetween = schedule.hands.length > 0 || schedule.denial !== null;
    const hands = isBetween ? await startHandsBetween(sandbox, schedule.hands) : null;
    const database = await databases.make(join(room, 'home'));
    try {
      await control(sandbox, 'outcomes', [
        { match: { recipientEmail: UNLUCKY }, outcome: 'failed', reason: 'Account closed' },
      ]);
      if (schedule.faults.length > 0) await control(sandbox, 'faults', schedule.faults);
      const env = { ...database.env, ...environment(sandbox), ...(hands ? { PAYRUN_SERVICE_URL: hands.url } : {}) };
      const rowsALoad = schedule.isLarge ? 1 : undefined;
      return await carryThrough(
        schedule,
        { folder: room, file, confirm: schedule.confirm, env, rowsALoad },
        sandbox,
        hands,
      );
    } finally {
      await hands?.close();
      await sandbox.close();
      await database.drop();
      rmSync(room, { recursive: true, force: true });
    }
  }

  async function carryThrough(
    schedule: Schedule,
    given: Pick<Task, 'folder' | 'file' | 'confirm' | 'env' | 'rowsALoad'>,
    sandbox: RunningSandbox,
    hands: HandsBetween | null,
  ): Promise<Exploration> {
    const kills: string[] = [];
    const story: string[] = [];
    const attempt = async (
      n: number,
      action: Task['action'],
      who: string,
      how: Attempt,
    ): Promise<TaskAnswer | null> => {
      const noteFile = join(given.folder, `${n}-${who}.killed`);
      const { killAt, cuts, late } = how;
      const answer = await workers.perform({ ...given, action, noteFile, killAt, cuts, late });
      if (answer === null) kills.push(readFileSync(noteFile, 'utf8'));
      story.push(`${who} ${action}: ${answer === null ? `killed at ${kills.at(-1)}` : (answer.error ?? 'ended')}`);
      return answer;
    };

    let books: Books | null = null;
    let points: readonly string[] = [];
    let action: Task['action'] = 'pay';
    for (let n = 1; n <= MOST_ATTEMPTS; n++) {
      const how = schedule.attempts[n - 1] ?? QUIET;
      const [main, other]: (TaskAnswer | null)[] = await Promise.all([
        attempt(n, action, 'first', how),
        how.beside === 'nobody' ? null : attempt(n, how.beside, 'second', QUIET),
      ]);
      if (n === 1) points = main?.points ?? [];
      const last: Books | null = main?.books ?? other?.books ?? null;
      // What two processes see while both work is not the end.
      books = how.beside === 'nobody' || n >= schedule.attempts.length + 1 ? last : null;
      const isPast = n > schedule.attempts.length;
      const edited = hands !== null && (hands.done.length > 0 || schedule.denial !== null);
      const isEnd = books && (isOver(books) || (edited && isPast && asksOnlyForPersons(books)));
      if (isEnd && (schedule.denial === null || isPast)) break;
      if (books?.runs.some(({ state }) => state === 'waiting_funds')) await fund(sandbox);
      action = last && needsPay(last) ? 'pay' : 'resume';
      if (schedule.denial === null) continue;
      if (n === 1) await startDenying(sandbox, hands!, schedule.denial);
      if (n === 3) hands!.deny(null);
      action = ([undefined, 'resolve', 'pay'] as const)[n] ?? 'resume';
    }
    const real = (await control(sandbox, 'ledger')) as SandboxLedger;
    const found = books
      ? breaches(books, real, hands ?? undefined, schedule.denial !== null)
      : ['the ledger could not be read'];
    story.push(...(hands?.done ?? []));
    const ends = books?.payments.map(({ reference, run, state }) => `${reference} of run ${run} ${state}`) ?? [];
    story.push(`in the end: ${ends.join(', ')}`);
    const defects = withoutRepeats(story.filter((line) => line.includes('defect:')));
    return { schedule, kills, story: withoutRepeats(story), points, breaches: [...found, ...defects] };
  }

  return {
    kind,
    explore,
    async exploreAll(schedules, tell) {
      const queue = schedules[Symbol.iterator]();
      const work = async () => {
        for (let next = queue.next(); !next.done; next = queue.next()) tell(await explore(next.value));
      };
      await Promise.all(Array.from({ length: AT_ONCE }, work));
    },
    async close() {
      await workers.close();
      await databases.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** "a (13 times)" in place of thirteen lines. */
function withoutRepeats(lines: readonly string[]): string[] {
  const reported: { line: string; times: number }[] = [];
  for (const line of lines) {
    const last = reported.at(-1);
    if (last?.line === line) last.times += 1;
    else reported.push({ line, times: 1 });
  }
  return reported.map(({ line, times }) => (times === 1 ? line : `${line} (${times} times)`));
}

/** From now on the service denies what became of the batches that were sent until now. */
async function startDenying(sandbox: RunningSandbox, hands: HandsBetween, how: Denial['how']): Promise<void> {
  await control(sandbox, 'faults', []);
  const { batches } = (await control(sandbox, 'ledger')) as SandboxLedger;
  hands.deny({ how, batches: new Set(batches.flatMap(({ id, status }) => (status === 'open' ? [] : id))) });
}

const isOver = (books: Books) =>
  books.runs.length > 0 && books.runs.every(({ state }) => state === 'done') && !needsPay(books);

/** Nothing goes on by itself: every run is done, or asks for a person. */
const asksOnlyForPersons = (books: Books) =>
  books.runs.length > 0 &&
  !needsPay(books) &&
  books.runs.every(({ state }) => ['done', 'needs_person', 'waiting_approval'].includes(state));

/** Somebody has to ask again: no run was made of the sheet, or it ended before anybody had said yes. */
function needsPay({ runs, payments }: Books): boolean {
  if (runs.some(({ state }) => state !== 'done')) return false;
  return Object.keys(ENDS).some((reference) =>
    payments.filter((payment) => payment.reference === reference).every(({ state }) => state === 'canceled'),
  );
}

const environment = (sandbox: RunningSandbox): Record<string, string> => ({
  PAYRUN_ENVIRONMENT: 'sandbox',
  PAYRUN_SERVICE_URL: sandbox.url,
  PAYRUN_ACCESS_KEY: sandbox.merchant.accessKey,
  PAYRUN_SECRET_KEY: sandbox.merchant.secretKey,
  PAYRUN_QUOTA_PER_MINUTE: '100',
  PAYRUN_QUOTA_PER_ADDRESS: '200',
  PAYRUN_QUOTA_WINDOW_MS: '200',
  PAYRUN_SETTLE_WAIT_MS: '5000',
  PAYRUN_SETTLE_POLL_MS: '40',
  PAYRUN_CALL_TIMEOUT_MS: '1000',
  PAYRUN_LOG_LEVEL: 'silent',
});

const fund = (sandbox: RunningSandbox) =>
  Promise.all(['EUR', 'USD'].map((currency) => control(sandbox, 'fund', { currency, amount: '10000.00' })));

async function control(sandbox: RunningSandbox, path: string, body?: unknown): Promise<unknown> {
  const answer = await fetch(new URL(`/_sandbox/${path}`, sandbox.url), {
    method: body === undefined ? 'GET' : 'POST',
    ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}
