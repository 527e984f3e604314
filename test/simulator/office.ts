import { chmodSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Hono } from 'hono';
import { api } from '../../src/api/api.ts';
import { commandLine } from '../../src/cli/command-line.ts';
import { loadConfig } from '../../src/config.ts';
import { openAppContext } from '../../src/engine/context/app-context.ts';
import { completionMark } from '../../src/ledger/embedded/has-ledger.ts';
import type { Ledger } from '../../src/ledger/ledger.ts';
import { addMerchant } from '../../src/ledger/merchants/merchant.ts';
import { openLedger } from '../../src/ledger/open-ledger.ts';
import type { MerchantKeys } from '../../src/model.ts';
import type { RuleTexts } from '../../src/money-rules.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { createLog } from '../../src/platform/log.ts';
import type { AccountRecord } from '../../src/sandbox/records.ts';
import type { SandboxLedger } from '../support/payroll.ts';
import { recordingStreams } from '../support/recording-terminal.ts';
import type { SeededRandom } from '../support/seeded-random.ts';
import { signedFetch } from '../support/signed-fetch.ts';
import { setTestRules } from '../support/test-rules.ts';
import { databaseFor, type SimulatedDatabase, setCuts } from './databases.ts';
import { type Denial, deniedAnswer } from './denial.ts';
import { setDiskFaults } from './disk.ts';
import { type HandEdit, type Hands, startHands } from './hand-edits.ts';
import { type KillAt, runProcess } from './kernel.ts';
import type { OddService } from './odd-service.ts';
import type { Version } from './promises.ts';
import { type Booked, type BookedPayment, type Judged, readBooked, readJudged } from './read-books.ts';
import { lostSheets, type Part, serveUntil, workOfServers } from './servers.ts';
import { type Call, openService, SERVICE_URL, type SimulatedService, type Way } from './service.ts';
import { FORMS, type Form, type Row, type Sheet } from './sheet.ts';
import { type SentStart, unauthorizedStarts } from './unauthorized-starts.ts';
import { type Page, pageOf, sessionOf, type Visit } from './visits.ts';

/** A home with its database: an installation of Payrun, a copy of one, or one that was restored. */
export interface Home {
  readonly name: string;
  /** Whether it knows all that was paid. */
  knowsAll: boolean;
  readonly folder: string;
  readonly database: SimulatedDatabase;
  /** The contents of the sheets of its runs, by run. */
  readonly sheets: Map<string, Sheet>;
  /** The sheets of runs with the cells that were typed on their page, by run. */
  readonly corrected: Map<string, Sheet>;
  /** The folder into which sheets are dropped. */
  readonly inbox: string;
  /** The names of those that were. */
  readonly dropped: Set<string>;
  /** Whether servers have worked for it. */
  hasServers: boolean;
  /** Users with an account in it; empty if any name may be used. */
  readonly users: Set<string>;
}

export interface Said {
  /** Null: its process was killed. */
  readonly code: number | null;
  /** The code of its error; null where it had none. */
  readonly error: string | null;
  readonly text: string;
}

/** A request of a program. */
export interface Asked {
  readonly path: string;
  readonly token: string;
  /** Its Idempotency-Key. */
  readonly key?: string;
  /** Sent as JSON; without one, the request only reads. */
  readonly body?: object;
}

export interface Answered {
  readonly status: number;
  /** The code of a refusal; null where there is none. */
  readonly code: string | null;
  readonly document: Readonly<Record<string, unknown>>;
}

/** The origin of a ledger's payment; stored even if that ledger is gone. */
export interface Origin extends Version {
  readonly home: string;
  readonly run: string;
}

export interface Office {
  /** The random numbers of the current step. */
  random: SeededRandom;
  /** Who pays the sheets. */
  readonly merchants: readonly string[];
  /** Steps, edits of sheets and edits in the service that are excluded, by name. */
  readonly without: ReadonlySet<string>;
  readonly service: SimulatedService;
  readonly hands: Hands & {
    plan(edit: HandEdit): void;
    /** What was planned and has not happened does not happen. */
    forgetPlans(): void;
    /** From now on the service denies what it has paid; null: it says what is true. */
    deny(denial: Denial | null): void;
  };
  home: Home;
  readonly homes: readonly Home[];
  /** The sheet that people work on now, and how often a sheet was made. */
  sheet: Sheet;
  dues: number;
  readonly origins: ReadonlyMap<string, Origin>;
  /** Payments that a person released, knowing why they were held. */
  readonly released: Set<string>;
  /** Payments that the service paid unlike the order, and a user accepted. */
  readonly accepted: Set<string>;
  /** Payments that the service denied for a while, after it had made them. */
  readonly denied: Set<string>;
  /** Payments that were made by the time at which the service showed again what it had done. */
  readonly paidBlind: Set<string>;
  /** Whether a proxy has sent the creation of a batch twice, or its start, of which the service refused the second. */
  hasRepeated: boolean;
  /** Violations that a step itself saw. */
  readonly wrong: string[];
  /** Those of the home of now. */
  readonly users: Set<string>;
  /** Days since the beginning. */
  today(): number;
  /** Ages every payment of every ledger. */
  letDaysPass(days: number): Promise<void>;
  /** Says a command line in the home of now, and notes what its ledger has after it. */
  say(...args: string[]): Promise<Said>;
  /** Asks the API of the home of now, in a process of its own. Null: that was killed. */
  ask(asked: Asked): Promise<Answered | null>;
  /** Opens a page of the home of now, or sends a form, in a process of its own. Null: that was killed. */
  visit(visit: Visit): Promise<Page | null>;
  /** A process that works on what is left to it until `stop` is aborted. Null: it was killed. */
  serve(parts: readonly Part[], stop: AbortSignal): Promise<true | null>;
  /** What is left to such processes, as sentences. */
  work(): Promise<readonly string[]>;
  /** Dropped sheets that are nowhere, as sentences. */
  lostSheets(): Promise<readonly string[]>;
  /** The sheet of now, saved. Returns the command's end. */
  pay(form: Form, ...options: string[]): Promise<Said>;
  /** The sheet of now, as a file. */
  file(form: Form): Promise<File>;
  /** Drops the sheet of now into the inbox. `isOpen`: others may have written it. */
  drop(form: Form, isOpen: boolean): Promise<void>;
  /** The next process, which has this name, is killed at some border; `pauseMs`: it stands still there for so long. */
  killNext(name: string, pauseMs?: number): void;
  /** Notes cells that someone is about to type on the page of a run. */
  correct(run: string, typed: ReadonlyMap<BookedPayment, Partial<Row['cells']>>): void;
  /** From now on the service answers oddly; null: as it should. */
  setOddService(odd: OddService | null): void;
  /** From now on nothing fails, and what was killed is over. */
  calmDown(): Promise<void>;
  openHome(name: string): Promise<Home>;
  /** A copy of the current database of a home. */
  copyHome(of: Home, name: string): Promise<Home>;
  books(): Promise<Booked>;
  judgedBooks(): Promise<Judged>;
  serviceLedger(): Promise<SandboxLedger>;
  /** The merchants of the service's payments, by the id of each. */
  payers(): ReadonlyMap<string, string>;
  /** The IBANs of all accounts that were ever in the service. */
  ibans(): Promise<ReadonlyMap<string, string>>;
  control(path: string, body: unknown): Promise<void>;
  close(): Promise<void>;
}

/** Events that may happen to every process, as shares of one. */
export interface Weather {
  /** It is killed while it works. */
  readonly kills: number;
  /** A call arrives after its caller saw a broken connection. */
  readonly late: number;
  /** The connection to the database breaks at a commit. */
  readonly cuts: number;
  /** A step on the disk fails. */
  readonly disk: number;
  /** A proxy sends a call twice, or answers a request as the service answered it before. */
  readonly proxy: number;
}

export const CALM: Weather = { kills: 0, late: 0, cuts: 0, disk: 0, proxy: 0 };

export interface OfficeOptions {
  readonly weather: Weather;
  readonly folder: string;
  readonly random: SeededRandom;
  readonly without: ReadonlySet<string>;
  /** Who pays; the first is the one whose keys are in the environment. */
  readonly merchants: readonly string[];
  /** The rules of each of its ledgers to begin with. */
  readonly rules: RuleTexts;
}

/** Commands that move money, or lead to it. */
const DISTURBED = new Set([
  'serve',
  'worker',
  'pay',
  'resume',
  'settle',
  'approve',
  'reject',
  'release',
  'accept',
  'rerun',
  'resolve',
  'adopt',
]);
/**
 * A run of a few payments has fewer borders, and a request a tenth of them. Half of the kills of a run are around a call that changes
 * something in the service.
 */
const drawKill = (random: SeededRandom, name: string): KillAt => {
  if (name === 'serve') return { of: 'all', nth: 1 + random.upTo(130) };
  const most = name === 'worker' ? 3_000 : 700;
  return random.chance(0.5) ? { of: 'changes', nth: 1 + random.upTo(24) } : { of: 'all', nth: 1 + random.upTo(most) };
};
/** The merchant whose keys are in the environment. */
export const DEFAULT = 'default';
export const BALANCE = '1000000.00';
const VAULT_KEY = Buffer.alloc(32, 7).toString('base64');
const DAY_MS = 86_400_000;
const SCHEDULE = [{ job: 'nightly', cron: '0 2 * * *', catchUp: true }];

/** A finance team with its own payout service and one home of Payrun. */
export async function openOffice({
  rules,
  folder,
  random,
  without,
  merchants,
  ...options
}: OfficeOptions): Promise<Office> {
  let { weather } = options;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'payrun.config.json'), JSON.stringify({ schedule: SCHEDULE }));
  // The live service was seen to take the same externalId twice.
  const service = await openService({ balance: BALANCE, uniqueExternalIds: random.chance(0.5) });
  const keys = await addMerchants(service, merchants.slice(1));
  const { hands, starts, setOddService } = handsBetween(service, ({ method, path }) => {
    if (office.random.chance(weather.late)) return 'late';
    if (weather.proxy === 0 || !office.random.chance(weather.proxy)) return 'passes';
    if (method === 'GET') return 'stale';
    if (path === '/v1/batches' || startedIn(path)) office.hasRepeated = true;
    return 'twice';
  });
  setCuts((command) =>
    DISTURBED.has(command) && office.random.chance(weather.cuts) ? office.random.oneOf(['before', 'after']) : null,
  );
  setDiskFaults((command) =>
    DISTURBED.has(command) && weather.disk > 0 && office.random.chance(weather.disk)
      ? office.random.oneOf(['is full', 'is broken'])
      : null,
  );
  const ibans = new Map<string, string>();
  const { state } = service.sandbox;
  const put = state.put.bind(state);
  state.put = (kind, record) => {
    if (kind === 'account') ibans.set(record.id, ((record as AccountRecord).fields.iban ?? '').replaceAll(' ', ''));
    put(kind, record);
  };
  const homes: Home[] = [];
  const open = new Map<Home, Ledger>();
  const origins = new Map<string, Origin>();
  const began = Date.now();
  /** The sheets that were saved; the number of each is in the name of its file. */
  const saved: Sheet[] = [];
  let judged = 0;
  let killAt: KillAt | null = null;

  const ledgerOf = async (home: Home): Promise<Ledger> => {
    const known = open.get(home);
    if (known) return known;
    const log = createLog('silent');
    const opened = await openLedger({
      home: home.folder,
      databaseUrl: home.database.url,
      vaultKey: VAULT_KEY,
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
    HOME: folder,
    USER: 'tester',
    PAYRUN_HOME: home.folder,
    ...(home.database.url ? { DATABASE_URL: home.database.url } : {}),
    PAYRUN_VAULT_KEY: VAULT_KEY,
    PAYRUN_LOG_LEVEL: 'silent',
    // Each slot is a row, and waiting for one takes no time in virtual time.
    PAYRUN_QUOTA_PER_MINUTE: '12',
    PAYRUN_QUOTA_PER_ADDRESS: '24',
    PAYRUN_ENVIRONMENT: 'sandbox',
    PAYRUN_SERVICE_URL: service.url,
    PAYRUN_ACCESS_KEY: service.merchant.accessKey,
    PAYRUN_SECRET_KEY: service.merchant.secretKey,
    PAYRUN_INBOX: home.inbox,
    PAYRUN_INBOX_POLL_MS: '6000',
  });
  const start = <T>(home: Home, name: string, program: () => Promise<T>): Promise<T | null> => {
    const process = { name, env: envOf(home), folder, killAt };
    killAt = null;
    return runProcess(process, program);
  };
  const run = async (home: Home, args: readonly string[]): Promise<Said> => {
    const { streams, said } = recordingStreams();
    const code = await start(home, args[0]!, () => commandLine([...args, '--json'], streams));
    return { code, error: errorIn(said.stdout), text: said.stdout };
  };
  /** Kills the next process where the weather does. */
  const drawKillOf = (name: string) => {
    if (DISTURBED.has(name) && office.random.chance(weather.kills)) killAt ??= drawKill(office.random, name);
  };
  /** Judges the starts that were sent since it was last asked: no command that sends one changes users or rules. */
  const judgeStarts = async () => {
    const sent = starts.slice(judged);
    judged += sent.length;
    if (sent.length > 0) office.wrong.push(...(await unauthorizedStarts((await ledgerOf(office.home)).db, sent)));
  };
  /** Runs that came to be are of the sheet in their file, of that of the run that they pay again, or of the one of now. */
  const note = async () => {
    const { home } = office;
    const { runs, payments } = await office.books();
    for (const { id, parent, file, isCorrection } of runs) {
      const of =
        ((isCorrection && home.corrected.get(parent!)) || saved[Number(/payments-(\d+)/.exec(file ?? '')?.[1]) - 1]) ??
        (parent && home.sheets.get(parent));
      if (!home.sheets.has(id)) home.sheets.set(id, of || office.sheet);
    }
    for (const { id, run, row } of payments) {
      // Read again, after cells were typed.
      const of = home.corrected.get(run) ?? home.sheets.get(run)!;
      // Line 1 is the header.
      const from = of.rows[row - 2];
      if (!origins.has(id) && from) origins.set(id, { row: from, sheet: of, home: home.name, run });
    }
  };
  const fileOf = async (form: Form): Promise<File> => {
    const name = `payments-${saved.push(office.sheet)}.${form === 'as XLSX' ? 'xlsx' : 'csv'}`;
    return new File([new Uint8Array(await FORMS[form](office.sheet))], name);
  };
  const save = async (form: Form, place: string): Promise<string> => {
    const file = await fileOf(form);
    const path = join(place, file.name);
    writeFileSync(path, Buffer.from(await file.arrayBuffer()));
    return path;
  };
  /**
   * A team sets its rules, and tries the keys of its merchants first. From then on its ledger knows that no money moves,
   * and takes any name.
   */
  const tryKeys = async (home: Home) => {
    const ledger = await ledgerOf(home);
    await setTestRules({ ledger, clock: systemClock, config: { environment: 'sandbox' } }, rules);
    const stored = { environment: 'sandbox', country: 'US', storesKeys: true } as const;
    for (const [id, own] of keys) await ledger.tx((db) => addMerchant(db, ledger.vault, { ...stored, id, keys: own }));
    for (const merchant of merchants) {
      const { code, text } = await run(home, ['service', 'listBalances', '--merchant', merchant]);
      if (code !== 0) office.wrong.push(`${home.name}: the sandbox does not say that it is one: ${text}`);
    }
  };
  const add = async (name: string, copied?: Home): Promise<Home> => {
    const place = join(folder, `home-${homes.length + 1}`);
    const inbox = copied?.inbox ?? `${place}-inbox`;
    mkdirSync(join(place, 'db'), { recursive: true, mode: 0o700 });
    mkdirSync(inbox, { recursive: true });
    writeFileSync(completionMark(place), '');
    const database = await databaseFor(place);
    const home = {
      ...{ name, folder: place, database, inbox, knowsAll: homes.length === 0, hasServers: false },
      ...{
        sheets: new Map(copied?.sheets),
        corrected: new Map(copied?.corrected),
        users: new Set(copied?.users),
        dropped: new Set<string>(),
      },
    };
    homes.push(home);
    return home;
  };

  const office: Office = {
    random,
    merchants,
    without,
    service,
    hands,
    home: await add('the first home'),
    homes,
    sheet: { columns: [], rows: [] },
    dues: 0,
    origins,
    released: new Set(),
    accepted: new Set(),
    denied: new Set(),
    paidBlind: new Set(),
    hasRepeated: false,
    wrong: [],
    get users() {
      return office.home.users;
    },
    today: () => Math.floor((Date.now() - began) / DAY_MS),
    letDaysPass: (days) => systemClock.sleep(days * DAY_MS),
    setOddService,
    async calmDown() {
      weather = CALM;
      setOddService(null);
      hands.forgetPlans();
      await systemClock.sleep(60_000);
    },
    async say(...args) {
      drawKillOf(args[0]!);
      const said = await run(office.home, args);
      if (said.code === 1) office.wrong.push(`payrun ${args.join(' ')} ended as a defect: ${said.text}`);
      await note();
      await judgeStarts();
      return said;
    },
    async ask(asked) {
      drawKillOf('serve');
      const answered = await start(office.home, 'serve', () => answerOf(asked));
      if (answered?.code === 'defect') office.wrong.push(`the API ended ${asked.path} as a defect`);
      await note();
      await judgeStarts();
      return answered;
    },
    async visit(visit) {
      const session = await sessionOf((await ledgerOf(office.home)).db, visit.who);
      drawKillOf('serve');
      const page = await start(office.home, 'serve', () => pageOf(visit, session));
      if (page?.status === 500) office.wrong.push(`the page ended ${visit.path} as a defect`);
      await note();
      await judgeStarts();
      return page;
    },
    async serve(parts, stop) {
      office.home.hasServers = true;
      drawKillOf('worker');
      const ended = await start(office.home, 'worker', () => serveUntil(stop, parts));
      await note();
      await judgeStarts();
      return ended;
    },
    async work() {
      const left = readdirSync(office.home.inbox).filter((name) => name.startsWith('payments-'));
      return [...(await workOfServers((await ledgerOf(office.home)).db)), ...left.map((one) => `${one} is not taken`)];
    },
    async lostSheets() {
      const { inbox, dropped } = office.home;
      return lostSheets((await ledgerOf(office.home)).db, inbox, dropped);
    },
    async pay(form, ...options) {
      return office.say('pay', await save(form, folder), ...options);
    },
    file: fileOf,
    async drop(form, isOpen) {
      const { inbox, dropped } = office.home;
      const path = await save(form, inbox);
      chmodSync(path, isOpen ? 0o666 : 0o644);
      utimesSync(path, Date.now() / 1_000, Date.now() / 1_000);
      dropped.add(basename(path));
    },
    killNext(name, pauseMs) {
      killAt = { ...drawKill(office.random, name), ...(pauseMs === undefined ? {} : { pauseMs }) };
    },
    correct(run, typed) {
      const { corrected, sheets } = office.home;
      const of = corrected.get(run) ?? sheets.get(run)!;
      const changes = new Map([...typed].map(([{ row }, cells]) => [row, cells]));
      const rows = of.rows.map((row, i) => ({ ...row, cells: { ...row.cells, ...changes.get(i + 2) } }));
      corrected.set(run, { ...of, rows });
    },
    async openHome(name) {
      const home = await add(name);
      await tryKeys(home);
      return home;
    },
    async copyHome(of, name) {
      const home = await add(name, of);
      await home.database.copyFrom(of.database);
      return home;
    },
    books: async () => readBooked((await ledgerOf(office.home)).db),
    judgedBooks: async () => readJudged((await ledgerOf(office.home)).db),
    serviceLedger: async () => (await (await fetch(`${service.url}/_sandbox/ledger`)).json()) as SandboxLedger,
    payers: () =>
      new Map(
        [...state.all()].flatMap(({ merchant, payment }) =>
          [...payment.all()].map(({ id }) => [id, merchant.made ? merchant.name : DEFAULT] as const),
        ),
      ),
    ibans: async () => ibans,
    control,
    async close() {
      for (const home of homes) await closeLedger(home);
      service.close();
    },
  };
  await tryKeys(office.home);
  return office;
}

/** Calls a control path of the service. */
async function control(path: string, body: unknown): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${SERVICE_URL}/_sandbox/${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers,
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
}

/** Adds merchants to the service, and returns the keys of each. */
async function addMerchants({ url, parent }: SimulatedService, names: readonly string[]) {
  const keys = new Map<string, MerchantKeys>();
  for (const name of names) {
    const { body } = await signedFetch({ url, keys: parent })('POST', '/v1/profile/sandbox', {
      apikey: true,
      merchant: { name, currency: 'EUR' },
    });
    const { id, accessKey, secretKey } = body.merchant;
    await control('approve', { merchant: id });
    keys.set(name, { accessKey, secretKey });
  }
  return keys;
}

async function answerOf({ path, token, key, body }: Asked): Promise<Answered> {
  const appContext = await openAppContext(loadConfig());
  try {
    const app = new Hono();
    api({ appContext })(app);
    const answer = await app.request(`http://localhost/api/v1${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        Host: 'localhost',
        Authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(key === undefined ? {} : { 'Idempotency-Key': key }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const document = (await answer.json()) as Answered['document'];
    return { status: answer.status, code: answer.ok ? null : String(document.code), document };
  } finally {
    await appContext.close();
  }
}

function errorIn(stdout: string): string | null {
  try {
    return (JSON.parse(stdout) as { error?: { code: string } }).error?.code ?? null;
  } catch {
    return null;
  }
}

/** The service's id of the batch that a call with this path starts. */
const startedIn = (path: string): string | undefined => /\/batches\/([^/]+)\/start-processing$/.exec(path)?.[1];

/** Sits between Payrun and the service: edits by hand before calls, and answers that deny payments. */
function handsBetween(
  service: SimulatedService,
  wayOf: (call: Call) => Way,
): Pick<Office, 'hands' | 'setOddService'> & { readonly starts: readonly SentStart[] } {
  const hands = startHands(service);
  const waiting: { readonly edit: HandEdit; readonly path: RegExp; left: number }[] = [];
  const starts: SentStart[] = [];
  let denial: Denial | null = null;
  let odd: OddService | null = null;
  service.setFaults({
    async before(call) {
      const { method, path } = call;
      for (const one of [...waiting]) {
        if (method !== one.edit.match.method || !one.path.test(path) || one.left-- > 0) continue;
        waiting.splice(waiting.indexOf(one), 1);
        const { kind, nth } = one.edit;
        await (typeof kind === 'string' ? hands.edit(kind, nth) : kind());
      }
      const started = startedIn(path);
      if (started) starts.push({ batch: started, at: new Date() });
      return wayOf(call);
    },
    after(answer) {
      if (odd) return odd.answer(answer);
      if (denial === null || answer.method !== 'GET' || answer.status !== 200) return answer;
      const denied = deniedAnswer(denial, answer.path, answer.json);
      return denied === null ? answer : { ...answer, status: denied.status, json: denied.body };
    },
  });
  return {
    starts,
    setOddService(next) {
      odd = next;
    },
    hands: {
      ...hands,
      forgetPlans: () => void waiting.splice(0),
      plan: (edit) => void waiting.push({ edit, path: new RegExp(edit.match.path), left: edit.skip }),
      deny(said) {
        denial = said;
      },
    },
  };
}
