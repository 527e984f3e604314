/** The child process of the bench `intake`: does one kind of work over a sheet and prints what it took as JSON. */
import { spawnSync } from 'node:child_process';
import { createReadStream, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { parse } from 'csv-parse';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { peakMbOfChildren, processorMs, processorMsOfFamily } from './processor-time.ts';

const [work = '', path = '', url = ''] = process.argv.slice(2);

const MB = 1024 * 1024;
const CONTEXT = { merchantCountry: 'US', environment: 'sandbox', today: '2026-11-21' } as const;

interface Done {
  readonly seen: number;
  readonly note?: string;
  /** Processor time of another process that did the work. */
  readonly cpuMs?: number;
}

const TEXTS = Array.from({ length: 16 }, (_, i) => `c${i}`);

/** Each prepares what is not to be measured, and returns what is. */
const WORKS: Readonly<Record<string, () => Promise<() => Promise<Done>>>> = {
  'csv-parse': async () => async () => {
    let seen = 0;
    const parser = createReadStream(path).pipe(parse({ from_line: 2 }));
    for await (const _ of parser) seen++;
    return { seen };
  },
  copy: async () => {
    const client = await withTable();
    return async () => {
      const copy = client.query(copyFrom('copy sheet from stdin (format csv, header)'));
      await pipeline(createReadStream(path), copy);
      await client.end();
      return { seen: copy.rowCount };
    };
  },
  pgloader: async () => {
    const client = await withTable();
    const folder = mkdtempSync(join(tmpdir(), 'payrun-pgloader-'));
    const load = join(folder, 'sheet.load');
    const columns = TEXTS.join(', ');
    writeFileSync(
      load,
      `load csv from '${path}' with encoding utf-8 (${columns}) into ${url} target table sheet (${columns})
       with skip header = 1, fields optionally enclosed by '"', fields terminated by ',';`,
    );
    return async () => {
      const { status, stdout, stderr } = spawnSync('pgloader', ['--root-dir', folder, load], { encoding: 'utf8' });
      if (status !== 0) throw new Error(`${stdout}${stderr}`);
      const { rows } = await client.query<{ n: number }>('select count(*)::int as n from sheet');
      await client.end();
      rmSync(folder, { recursive: true });
      return { seen: rows[0]!.n, cpuMs: processorMs('self').children };
    };
  },
  read: async () => {
    const { readSheet } = await import('../../../src/sheets/read/read-sheet.ts');
    return async () => {
      let seen = 0;
      const sheet = await readSheet(path);
      for await (const rows of sheet.rows()) seen += rows.length;
      return { seen };
    };
  },
  check: async () => {
    const { readSheet } = await import('../../../src/sheets/read/read-sheet.ts');
    const { checkRow } = await import('../../../src/intake/check-row.ts');
    return async () => {
      let seen = 0;
      const sheet = await readSheet(path);
      for await (const rows of sheet.rows()) for (const row of rows) if (checkRow(row, CONTEXT).draft) seen++;
      return { seen };
    };
  },
  seal: async () => {
    const { loadConfig } = await import('../../../src/config.ts');
    const { systemClock } = await import('../../../src/platform/clock.ts');
    const { timeOrderedIds } = await import('../../../src/platform/time-ordered-id.ts');
    const { createPaymentBuilder } = await import('../../../src/intake/build-payment.ts');
    const { createContentDigest } = await import('../../../src/intake/content-digest.ts');
    const { createPaymentLoad, ROWS_A_LOAD } = await import('../../../src/ledger/payments/payment-load.ts');
    const { openVault } = await import('../../../src/ledger/vault/vault.ts');
    const { defaultRules } = await import('../../../src/money-rules.ts');
    const { readSheet } = await import('../../../src/sheets/read/read-sheet.ts');
    const vault = openVault(Buffer.alloc(32, 7));
    const config = loadConfig({}, tmpdir());
    const deps = { ledger: { vault }, config, ids: timeOrderedIds(systemClock), clock: systemClock } as never;
    return async () => {
      const sheet = await readSheet(path);
      const context = { run: 1n, merchant: 'acme', country: 'US', reportedMinimum: null };
      const build = createPaymentBuilder(context, deps, defaultRules('sandbox'), sheet);
      const digest = createContentDigest(vault);
      const load = createPaymentLoad(ROWS_A_LOAD);
      let seen = 0;
      for await (const rows of sheet.rows())
        for (const row of rows) {
          const { payment, draft } = build(row);
          digest.add({ payment, draft, cells: row.cells });
          load.add(payment);
          seen++;
          if (load.isFull()) load.take();
        }
      return { seen };
    };
  },
  intake: async () => {
    const { loadConfig } = await import('../../../src/config.ts');
    const { systemClock } = await import('../../../src/platform/clock.ts');
    const { timeOrderedIds } = await import('../../../src/platform/time-ordered-id.ts');
    const { intake } = await import('../../../src/intake/ingest-rows.ts');
    const { openLedger } = await import('../../../src/ledger/open-ledger.ts');
    const { getRun } = await import('../../../src/ledger/runs/run.ts');
    const { createLog } = await import('../../../src/platform/log.ts');
    const { defaultRules } = await import('../../../src/money-rules.ts');
    const { sheetContent } = await import('../../../src/sheets/files/sheet-file.ts');
    const { openSheetInProcess } = await import('../../../src/sheets/readers/read-in-process.ts');
    const { startTestRun } = await import('../../support/test-run.ts');
    const log = createLog('silent');
    const vaultKey = Buffer.alloc(32, 7).toString('base64');
    const ledger = await openLedger({ databaseUrl: url, home: tmpdir(), vaultKey, log, clock: systemClock });
    const run = await startTestRun(ledger);
    const statements = watchStatements();
    return async () => {
      let loaded = 0;
      const deps = {
        ledger,
        service: null as never,
        clock: systemClock,
        ids: timeOrderedIds(systemClock),
        config: loadConfig({}, tmpdir()),
        looksAgain: false,
        rules: async () => defaultRules('sandbox'),
        log,
        progress: () => {
          loaded = performance.now();
        },
        signal: new AbortController().signal,
      };
      const sheet = await openSheetInProcess(sheetContent(path));
      await intake(run, deps, sheet, []);
      const screened = performance.now();
      const { rows_in } = await getRun(ledger.db, run.id);
      const cpu = await backendsCpu();
      await ledger.close();
      const screen = Math.round(screened - loaded);
      return { seen: rows_in!, note: `(screening ${screen} ms; Postgres ${cpu}: ${statements()})` };
    };
  },
};

/** What the statements of an intake begin with, by what they do. The rest are hold rules. */
const KINDS: readonly (readonly [string, RegExp])[] = [
  ['copy', /^copy /],
  ['digests', /^select range_agg/],
  ['statistics', /^select payrun\.count_payments/],
  ['begin, fence, commit', /^(begin|commit|select 1 from payrun\.run )/],
  ['hold rules', /payrun\.payment/],
];

/** Counts from now on the processor time of the server by kind of statement, where it runs on this machine and on Linux. */
function watchStatements(): () => string {
  const spent = new Map<string, number>();
  const query = pg.Client.prototype.query as (...given: unknown[]) => unknown;
  const cpuOf = ({ processID }: { processID?: number }) => {
    try {
      return Number(readFileSync(`/proc/${processID}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
    } catch {
      return Number.NaN;
    }
  };
  pg.Client.prototype.query = function (this: pg.Client & { processID?: number }, ...given: unknown[]) {
    const text = typeof given[0] === 'string' ? given[0] : (given[0] as { text: string }).text;
    const kind = KINDS.find(([, pattern]) => pattern.test(text))?.[0] ?? 'other';
    const before = cpuOf(this);
    const done = () => spent.set(kind, (spent.get(kind) ?? 0) + cpuOf(this) - before);
    const result = query.apply(this, given) as Promise<unknown> | NodeJS.WritableStream;
    if (result instanceof Promise) return result.finally(done);
    return result.on('finish', done);
  } as typeof pg.Client.prototype.query;
  return () => [...spent].map(([kind, ms]) => `${kind} ${Math.round(ms)}`).join(', ');
}

/** A table of 16 texts, and the connection that made it. */
async function withTable(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`create table sheet (${TEXTS.map((name) => `${name} text`).join(', ')})`);
  return client;
}

/** Processor time of the server's own processes for this database, where it runs on this machine and on Linux. */
async function backendsCpu(): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ pid: number }>(
      'select pid from pg_stat_activity where datname = current_database()',
    );
    let ticks = 0;
    for (const { pid } of rows) {
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
      ticks += Number(fields[11]) + Number(fields[12]);
    }
    return `${ticks * 10} ms`;
  } catch {
    return 'not known';
  } finally {
    await client.end();
  }
}

const measured = await WORKS[work]!();
const before = processorMsOfFamily(process.pid);
const began = performance.now();
const done = await measured();
const ms = Math.round(performance.now() - began);
// With the process that reads the sheet.
const cpuMs = processorMsOfFamily(process.pid) - before;
const rssMb = Math.round((process.resourceUsage().maxRSS * 1024) / MB + peakMbOfChildren(process.pid));
process.stdout.write(JSON.stringify({ ms, cpuMs, rssMb, ...done }));
// The reader waits for another sheet.
process.exit();
