import { hash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { loadConfig } from '../../src/config.ts';
import { type AppContext, openAppContext } from '../../src/engine/context/app-context.ts';
import { type PayOptions, paySheet } from '../../src/engine/runs/pay.ts';
import { resumeRuns } from '../../src/engine/runs/resume.ts';
import type { Ledger } from '../../src/ledger/ledger.ts';
import type { LedgerOptions } from '../../src/ledger/open-ledger.ts';
import { createLog } from '../../src/platform/log.ts';
import type { RunOutcome } from '../../src/reports/payment-run-outcome.ts';
import { type RunningSandbox, type SandboxOptions, startSandbox } from '../../src/sandbox/start-sandbox.ts';
import type { TestDatabase } from './database.ts';
import { impatientClock } from './impatient-clock.ts';
import { person } from './person.ts';
import { testFolder } from './test-folder.ts';
import { type Given, setTestRules, splitGiven } from './test-rules.ts';

/** As the live service does it, only shorter: payments are priced a moment after they were made. */
const LATE_PRICES = { pricingMs: 40 };

/** The answer to `GET /_sandbox/ledger`. */
export interface SandboxLedger {
  readonly payments: readonly {
    readonly id: string;
    readonly externalId: string;
    readonly recipientId: string;
    readonly recipientReferenceId: string;
    readonly recipientEmail: string;
    /** The paid account; null if the recipient has none. */
    readonly accountId: string | null;
    readonly batchId: string;
    readonly amount: string;
    readonly currency: string;
    readonly status: string;
    readonly timesPaid: number;
  }[];
  readonly batches: readonly {
    readonly id: string;
    readonly status: string;
    readonly tags: readonly string[];
    readonly startCalls: number;
  }[];
  readonly recipients: number;
  readonly requests: Readonly<
    Record<string, { readonly total: number; readonly refused: number; readonly maxInWindow: number }>
  >;
}

/** A finance team with a database and a payout service of their own, for the tests of the `describe` around it. */
export interface Payroll {
  /** Writes a sheet and returns its path. */
  sheet(name: string, content: string): string;
  /** Opens an app context as another process would; closed after the tests. */
  appContext(given?: Given, wire?: typeof fetch): Promise<AppContext>;
  /** The same, with unchanged rules. */
  workplaceBeside(): Promise<AppContext>;
  /** Pays a sheet by an app context of its own. */
  pay(file: string, options?: Partial<PayOptions> & { env?: Given; wire?: typeof fetch }): Promise<RunOutcome>;
  resume(run?: string, given?: Given): Promise<readonly RunOutcome[]>;
  /** A control path of the sandbox. */
  control(path: string, body?: unknown): Promise<unknown>;
  ledger(): Promise<SandboxLedger>;
  readonly sandbox: RunningSandbox;
  readonly folder: string;
  /** Environment of a process that shall work with the same database and service. */
  env(): Record<string, string>;
}

export function testPayroll(database: TestDatabase, options: SandboxOptions = {}): Payroll {
  const folder = testFolder();
  const open: AppContext[] = [];
  let sandbox: RunningSandbox;

  beforeAll(async () => {
    // Keeps the embedded database open, so that each payrun only joins it.
    await database.open();
    sandbox = await startSandbox({
      settleMs: 50,
      quota: 10_000,
      addressQuota: 100_000,
      windowMs: 1_000,
      ...LATE_PRICES,
      ...options,
    });
  });
  afterAll(async () => {
    for (const appContext of open) await appContext.close();
    await sandbox.close();
  });

  // One for the app contexts on the same database, as in one process: opening one takes as long as many a test.
  const ledgers = new Map<string, Promise<Ledger>>();
  const openShared = async (asked: LedgerOptions): Promise<Ledger> => {
    const key = [asked.home, asked.databaseUrl, asked.vaultKey].join(' ');
    const ledger = ledgers.get(key) ?? database.open(asked);
    ledgers.set(key, ledger);
    return { ...(await ledger), close: async () => {} };
  };

  const env = () => ({
    ...database.env,
    PAYRUN_SERVICE_URL: sandbox.url,
    PAYRUN_ENVIRONMENT: 'sandbox',
    PAYRUN_ACCESS_KEY: sandbox.merchant.accessKey,
    PAYRUN_SECRET_KEY: sandbox.merchant.secretKey,
    // Few slots in a short window: taking one of 10,000 costs 20 ms, one of 100 costs 5.
    PAYRUN_QUOTA_PER_MINUTE: '100',
    PAYRUN_QUOTA_PER_ADDRESS: '200',
    PAYRUN_QUOTA_WINDOW_MS: '200',
    // No one waits so long: payments are final after 50 ms of the service, however long those are on this machine.
    PAYRUN_SETTLE_WAIT_MS: '120000',
    PAYRUN_SETTLE_POLL_MS: '40',
  });
  /** The rules that a test gives are put into force, with the defaults of the others. */
  const openNew = async (more: Given = {}, wire: typeof fetch = fetch) => {
    const given = splitGiven(more);
    const appContext = await openBeside(given.env, wire);
    await setTestRules(appContext, given.rules);
    return appContext;
  };
  const openBeside = (more: Readonly<Record<string, string>> = {}, wire: typeof fetch = fetch) =>
    openAppContext(loadConfig({ ...env(), ...more }, folder), {
      log: createLog('silent'),
      clock: impatientClock(0.1),
      fetch: wire,
      openLedger: openShared,
    });
  const using = async <T>(
    more: Given | undefined,
    work: (appContext: AppContext) => Promise<T>,
    wire?: typeof fetch,
  ): Promise<T> => {
    const appContext = await openNew(more, wire);
    try {
      return await work(appContext);
    } finally {
      await appContext.close();
    }
  };

  return {
    folder,
    env,
    get sandbox() {
      return sandbox;
    },
    sheet(name, content) {
      const path = join(folder, name);
      writeFileSync(path, content);
      return path;
    },
    async appContext(more, wire) {
      const appContext = await openNew(more, wire);
      open.push(appContext);
      return appContext;
    },
    async workplaceBeside() {
      const appContext = await openBeside();
      open.push(appContext);
      return appContext;
    },
    pay: (file, { env: more, wire, ...given } = {}) =>
      using(
        more,
        (appContext) =>
          paySheet(appContext, {
            file,
            maker: person('mia'),
            onInvalid: 'skip',
            dryRun: false,
            confirm: 'yes',
            progress: () => {},
            ...given,
          }),
        wire,
      ),
    resume: (run, more) => using(more, (appContext) => resumeRuns(appContext, { run, progress: () => {} })),
    async control(path, body) {
      const answer = await fetch(new URL(`/_sandbox/${path}`, sandbox.url), {
        method: body === undefined ? 'GET' : 'POST',
        ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
      });
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
      return answer.json();
    },
    async ledger() {
      return (await this.control('ledger')) as SandboxLedger;
    },
  };
}

/** IBANs of made-up accounts in Germany, each valid: 18 digits after the check digits, counted up from `n`. */
export function germanIban(n: number): string {
  const bban = `37040044${String(n).padStart(10, '0')}`;
  const check = 98n - (BigInt(`${bban}131400`) % 97n);
  return `DE${String(check).padStart(2, '0')}${bban}`;
}

const COLUMNS = 'paymentReference,amount,currency,type,firstName,lastName,email,street1,city,country,iban,memo';

export interface SheetLine {
  readonly reference?: string;
  readonly amount?: string;
  readonly currency?: string;
  readonly first?: string;
  readonly last?: string;
  readonly email?: string;
  readonly iban?: string;
  readonly memo?: string;
}

/**
 * A CSV of payments to people in Germany; what a line leaves out is made from its number. Another e-mail is another person, whose
 * name and account are made from it: the same name, account and amount would be held as a copy.
 */
export function sheetOf(lines: readonly SheetLine[]): string {
  const rows = lines.map((line, i) => {
    const n = i + 1;
    return [
      line.reference ?? `REF-${n}`,
      line.amount ?? `${100 + n}.25`,
      line.currency ?? 'EUR',
      'individual',
      line.first ?? `First${letters(n)}`,
      line.last ?? (line.email ? nameIn(line.email) : `Last${letters(n)}`),
      line.email ?? `person${n}@example.com`,
      `Street ${n}`,
      'Berlin',
      'DE',
      line.iban ?? germanIban(line.email ? numberIn(line.email) : n),
      line.memo ?? 'Salary',
    ].join(',');
  });
  return `${[COLUMNS, ...rows].join('\n')}\n`;
}

function letters(n: number): string {
  return n
    .toString(26)
    .split('')
    .map((digit) => String.fromCharCode(97 + Number.parseInt(digit, 26)))
    .join('');
}

/** `anna-20@example.com` -> `Anna-ca`: a name has no digits. */
function nameIn(email: string): string {
  const [local = ''] = email.split('@');
  const name = local.replace(/[0-9]/g, (digit) => 'abcdefghij'[Number(digit)]!).replace(/[^a-z]+/gi, '-');
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** Of ten digits, apart from the small numbers that tests give accounts by hand. */
const numberIn = (email: string): number =>
  1_000_000_000 + (hash('sha1', email, 'buffer').readUInt32BE() % 8_999_999_999);

export const people = (count: number, with_: (n: number) => SheetLine = () => ({})): SheetLine[] =>
  Array.from({ length: count }, (_, i) => with_(i + 1));
