import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { renewIdentity } from '../../../src/ledger/db/ledger-identity.ts';
import type { Ledger } from '../../../src/ledger/ledger.ts';
import { openLedger } from '../../../src/ledger/open-ledger.ts';
import type { RuleTexts } from '../../../src/money-rules.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import { createLog } from '../../../src/platform/log.ts';
import { readJournal } from '../../../src/sandbox/journal.ts';
import { type RunningSandbox, startSandbox } from '../../../src/sandbox/start-sandbox.ts';
import type { SandboxLedger } from '../../support/payroll.ts';
import { runHere } from '../../support/run-here.ts';
import type { SeededRandom } from '../../support/seeded-random.ts';
import { setTestRules } from '../../support/test-rules.ts';
import type { Task, TaskAnswer } from '../crash/child.ts';
import type { Databases, MadeDatabase } from '../crash/databases.ts';
import type { Hands } from '../crash/hand-edits.ts';
import { type HandsBetween, startHandsBetween } from '../crash/hands-between.ts';
import { type Booked, readBooked } from '../crash/read-books.ts';
import type { Version } from './promises.ts';
import { FORMS, type Form, type Sheet } from './sheet.ts';
import { unauthorizedStarts } from './unauthorized-starts.ts';

/** A home with its database: an installation of Payrun, a copy of one, or one that was restored. */
export interface Home {
  readonly name: string;
  readonly database: MadeDatabase;
  /** What the sheets of its runs said, by run. */
  readonly sheets: Map<string, Sheet>;
}

/** What a command said. */
export interface Said {
  readonly code: number | null;
  /** The code of its error; null where it had none. */
  readonly error: string | null;
  readonly text: string;
}

export const FIRST_HOME = 'the first home';

/** Where a payment of a ledger comes from; kept also when that ledger is gone. */
export interface Origin extends Version {
  readonly home: string;
  readonly run: string;
}

export interface Office {
  readonly random: SeededRandom;
  /** Steps, edits of sheets and edits at the service that nobody makes here, by their names. */
  readonly without: ReadonlySet<string>;
  readonly sandbox: RunningSandbox;
  readonly hands: Hands & Pick<HandsBetween, 'plan' | 'deny'>;
  home: Home;
  /** The sheet that people work on now, and how often a sheet was made. */
  sheet: Sheet;
  dues: number;
  readonly origins: ReadonlyMap<string, Origin>;
  /** Payments that a person released, knowing why they were held. */
  readonly released: Set<string>;
  /** Payments that the service paid otherwise than was ordered, and a person accepted that. */
  readonly accepted: Set<string>;
  /** Payments that the service denied for a while, after it had made them. */
  readonly denied: Set<string>;
  /** Payments that were made by the time at which the service showed again what it had done. */
  readonly paidBlind: Set<string>;
  /** What a step itself saw that may not be. */
  readonly wrong: string[];
  /** Who has an account in Payrun; empty where anybody may call themselves anything. */
  readonly users: Set<string>;
  /** Days since the beginning. */
  today(): number;
  /** Ages every payment of every ledger. */
  letDaysPass(days: number): Promise<void>;
  /** Says a command line in the home of now, and notes what its ledger has after it. */
  say(...args: string[]): Promise<Said>;
  /** The sheet of now, saved. Returns the command's end. */
  pay(form: Form, ...options: string[]): Promise<Said>;
  /** The same by a process that is killed at that point. */
  payAndDie(killAt: number): Promise<TaskAnswer | null>;
  openHome(name: string): Promise<Home>;
  /** A copy of the database of a home as it is now. */
  copyHome(of: Home, name: string): Promise<Home>;
  books(): Promise<Booked>;
  service(): Promise<SandboxLedger>;
  /** The IBANs of all accounts that there ever were at the service. */
  ibans(): Promise<ReadonlyMap<string, string>>;
  control(path: string, body: unknown): Promise<void>;
  close(): Promise<void>;
}

const QUICK = {
  PAYRUN_QUOTA_PER_MINUTE: '100',
  PAYRUN_QUOTA_PER_ADDRESS: '200',
  PAYRUN_QUOTA_WINDOW_MS: '200',
  PAYRUN_SETTLE_WAIT_MS: '400',
  PAYRUN_SETTLE_POLL_MS: '10',
  PAYRUN_LOG_LEVEL: 'silent',
};

export interface OfficeOptions {
  readonly databases: Databases;
  readonly folder: string;
  readonly random: SeededRandom;
  readonly without: ReadonlySet<string>;
  /** The rules of each of its ledgers to begin with. */
  readonly rules: RuleTexts;
  readonly perform: (task: Task) => Promise<TaskAnswer | null>;
}

/** A finance team with a payout service of its own, and one home of Payrun to begin with. */
export async function openOffice({ rules, ...options }: OfficeOptions): Promise<Office> {
  const { databases, folder, random, without, perform } = options;
  mkdirSync(folder, { recursive: true });
  const stateFile = join(folder, 'service.jsonl');
  const sandbox = await startSandbox({ settleMs: 1, quota: 10_000, addressQuota: 100_000, windowMs: 1_000, stateFile });
  const hands = await startHandsBetween(sandbox);
  const homes: Home[] = [];
  const open = new Map<Home, Ledger>();
  const origins = new Map<string, Origin>();
  let days = 0;
  let files = 0;
  let judged = 0;

  const ledgerOf = async (home: Home): Promise<Ledger> => {
    const known = open.get(home);
    if (known) return known;
    const { PAYRUN_HOME, PAYRUN_VAULT_KEY, DATABASE_URL } = home.database.env;
    const log = createLog('silent');
    const opened = await openLedger({
      home: PAYRUN_HOME!,
      vaultKey: PAYRUN_VAULT_KEY,
      databaseUrl: DATABASE_URL,
      log,
      clock: systemClock,
    });
    open.set(home, opened);
    return opened;
  };
  const closeLedger = async (home: Home) => {
    await open.get(home)?.close();
    open.delete(home);
  };
  const envOf = (home: Home) => ({
    ...home.database.env,
    ...QUICK,
    PAYRUN_ENVIRONMENT: 'sandbox',
    PAYRUN_SERVICE_URL: hands.url,
    PAYRUN_ACCESS_KEY: sandbox.merchant.accessKey,
    PAYRUN_SECRET_KEY: sandbox.merchant.secretKey,
  });
  /** Judges the starts that were sent since it was last asked: no command that sends one changes users or rules. */
  const judgeStarts = async () => {
    const sent = hands.starts.slice(judged);
    judged += sent.length;
    if (sent.length > 0) office.wrong.push(...(await unauthorizedStarts((await ledgerOf(office.home)).db, sent)));
  };
  /** Runs that came to be are of the sheet that was just paid, or of that of the run that they pay again. */
  const note = async (sheet: Sheet | null) => {
    const { home } = office;
    const { runs, payments } = await office.books();
    for (const { id, parent } of runs)
      if (!home.sheets.has(id)) home.sheets.set(id, (parent && home.sheets.get(parent)) || sheet || office.sheet);
    for (const { id, run, row } of payments) {
      const of = home.sheets.get(run)!;
      // Line 1 is the header.
      const from = of.rows[row - 2];
      if (!origins.has(id) && from) origins.set(id, { row: from, sheet: of, home: home.name, run });
    }
  };
  const save = async (form: Form): Promise<string> => {
    files += 1;
    const file = join(folder, `payments-${files}.${form === 'as XLSX' ? 'xlsx' : 'csv'}`);
    writeFileSync(file, await FORMS[form](office.sheet));
    return file;
  };
  /** A team sets its rules and tries its keys first. From then on its ledger knows that no money moves, and takes any name. */
  const tryKeys = async (home: Home) => {
    const ledger = await ledgerOf(home);
    await setTestRules({ ledger, clock: systemClock, config: { environment: 'sandbox' } }, rules);
    const { code } = await runHere(['service', 'listBalances', '--json'], { cwd: folder, env: envOf(home) });
    if (code !== 0) office.wrong.push(`${home.name}: the sandbox does not say that it is one`);
  };
  const add = (name: string, database: MadeDatabase, sheets: Home['sheets']): Home => {
    const home = { name, database, sheets };
    homes.push(home);
    return home;
  };

  const office: Office = {
    random,
    without,
    sandbox,
    hands,
    home: add(FIRST_HOME, await databases.make(join(folder, 'home-1')), new Map()),
    sheet: { columns: [], rows: [] },
    dues: 0,
    origins,
    released: new Set(),
    accepted: new Set(),
    denied: new Set(),
    paidBlind: new Set(),
    wrong: [],
    users: new Set(),
    today: () => days,
    async letDaysPass(more) {
      days += more;
      for (const home of homes) {
        const { db } = await ledgerOf(home);
        await db.query(
          `update payrun.payment set created_at = created_at - $1 * interval '1 day', final_at = final_at - $1 * interval '1 day'`,
          [more],
        );
      }
    },
    async say(...args) {
      // The owner of an embedded database stays, so that each command only joins it.
      await ledgerOf(office.home);
      const { code, stdout } = await runHere([...args, '--json'], { cwd: folder, env: envOf(office.home) });
      if (code === 1) office.wrong.push(`payrun ${args.join(' ')} ended as a defect: ${stdout}`);
      await note(null);
      await judgeStarts();
      return { code, error: errorIn(stdout), text: stdout };
    },
    async pay(form, ...options) {
      return office.say('pay', await save(form), ...options);
    },
    async payAndDie(killAt) {
      await ledgerOf(office.home);
      const answer = await perform({
        action: 'pay',
        file: await save('as CSV'),
        confirm: 'yes',
        env: envOf(office.home),
        folder,
        killAt,
        noteFile: join(folder, 'killed'),
        cuts: [],
        late: [],
        withoutBooks: true,
      });
      await note(null);
      await judgeStarts();
      return answer;
    },
    async openHome(name) {
      const home = add(name, await databases.make(join(folder, `home-${homes.length + 1}`)), new Map());
      // All are made of one template, and only a restored copy has the identity of another.
      await renewIdentity((await ledgerOf(home)).db);
      await tryKeys(home);
      return home;
    },
    async copyHome(of, name) {
      await closeLedger(of);
      return add(name, await databases.copy(of.database, join(folder, `home-${homes.length + 1}`)), new Map(of.sheets));
    },
    books: async () => readBooked((await ledgerOf(office.home)).db),
    service: async () => (await (await fetch(new URL('/_sandbox/ledger', sandbox.url))).json()) as SandboxLedger,
    async ibans() {
      const found = new Map<string, string>();
      for await (const line of readJournal(stateFile))
        for (const change of line as readonly { kind: string; record?: { id: string; fields: { iban?: string } } }[])
          if (change.kind === 'account' && change.record)
            found.set(change.record.id, change.record.fields.iban?.replaceAll(' ', '') ?? '');
      return found;
    },
    async control(path, body) {
      const url = new URL(`/_sandbox/${path}`, sandbox.url);
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch(url, { method: 'POST', body: JSON.stringify(body), headers });
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    },
    async close() {
      for (const home of homes) {
        await closeLedger(home);
        await home.database.drop();
      }
      await hands.close();
      await sandbox.close();
    },
  };
  await tryKeys(office.home);
  return office;
}

function errorIn(stdout: string): string | null {
  try {
    return (JSON.parse(stdout) as { error?: { code: string } }).error?.code ?? null;
  } catch {
    return null;
  }
}
