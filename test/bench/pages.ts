import { cpus } from 'node:os';
import pg from 'pg';
import { loadConfig } from '../../src/config.ts';
import type { AppContext } from '../../src/engine/context/app-context.ts';
import type { Ledger } from '../../src/ledger/ledger.ts';
import { openLedger } from '../../src/ledger/open-ledger.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { createLog } from '../../src/platform/log.ts';
import { openPages } from '../support/visited-pages.ts';
import { generateLedger, PAYMENTS, RUNS } from './work/pages-ledger.ts';
import { processorMs } from './work/processor-time.ts';

/** What a page may take: half of the answers, and 99 of 100; in ms. */
const MEDIAN = 100;
const P99 = 300;
/** Requests of each page, and how many pages of it are asked for in turn. */
const REQUESTS = 100;

/**
 * Every reading page over a ledger of 1,000,000 payments and 10,000 runs on a real Postgres: how long it takes to be answered,
 * one after the other, and how much processor time of this process and of Postgres that costs, which is the same while the machine
 * does other things. Each page is asked for with many ids, so that nothing is only fast the second time.
 *
 * `npm run bench -- pages keep` leaves the database for the next time, `npm run bench -- pages` removes it at the end. `npm run bench -- pages
 * keep report` asks only for pages with that in their name.
 */
export async function bench(args: readonly string[]): Promise<void> {
  const server = process.env.PAYRUN_TEST_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres';
  const keep = args.includes('keep');
  const name = 'payrun_bench_pages';
  const admin = new pg.Client({ connectionString: server });
  await admin.connect();
  const there = (await admin.query('select 1 from pg_database where datname = $1', [name])).rowCount === 1;
  if (!there) await admin.query(`create database ${name}`);
  const ledger = await openLedger({
    databaseUrl: Object.assign(new URL(server), { pathname: `/${name}` }).href,
    vaultKey: Buffer.alloc(32, 7).toString('base64'),
    home: '/nowhere',
    log: createLog('silent'),
    clock: systemClock,
  });
  try {
    if (!there) {
      const start = performance.now();
      await generateLedger(ledger);
      console.log(
        `generated ${PAYMENTS.toLocaleString('en')} payments and ${RUNS.toLocaleString('en')} runs in ${Math.round((performance.now() - start) / 1000)} s`,
      );
    }
    await measure(ledger, args.find((arg) => arg !== 'keep') ?? '');
  } finally {
    await ledger.close();
    if (!keep) await admin.query(`drop database ${name} with (force)`);
    await admin.end();
  }
}

async function measure(ledger: Ledger, part: string): Promise<void> {
  const config = loadConfig({ PAYRUN_HOME: '/nowhere' }, '/nowhere');
  const log = createLog('silent');
  // What pages that read take of an app context.
  const office = openPages({
    ledger,
    clock: systemClock,
    log,
    config,
    sandbox: true,
    checkRules: async () => null,
    perWindow: 100,
  } as unknown as AppContext);
  const ids = async (sql: string) => (await ledger.db.query<{ id: string }>(sql)).rows.map(({ id }) => String(id));
  const runs = await ids(`select id from payrun.run where id % 97 = 0 order by id limit ${REQUESTS}`);
  const payments = await ids(`select id from payrun.payment where row = 17 limit ${REQUESTS}`);
  const recipients = await ids(`select id from payrun.recipient where reference_id like '%77' limit ${REQUESTS}`);
  const references = (await ids(`select reference as id from payrun.payment where row = 23 limit ${REQUESTS}`)).map(
    encodeURIComponent,
  );
  // Whole ones: an amount with cents is not put into an address.
  const amounts = await ids(
    `select distinct minor / 100 as id from payrun.payment where minor % 100 = 0 and row < 40 limit ${REQUESTS}`,
  );
  const waiting = await ids(
    `select id from payrun.run where status = 'awaiting_approval' order by id desc limit ${REQUESTS}`,
  );
  const [largest] = await ids('select run_id as id from payrun.payment group by run_id order by count(*) desc limit 1');
  const pages: readonly (readonly [name: string, paths: readonly string[]])[] = [
    ['home', ['/']],
    ['runs', ['/runs']],
    ['runs, a page in the middle', runs.map((run) => `/runs?after=${run}`)],
    ['runs, filtered', ['/runs?q=sheet-99', '/runs?status=awaiting_approval', '/runs?merchant=merchant-3']],
    ['runs, found nowhere', ['/runs?q=nobody']],
    ['run', runs.map((run) => `/runs/${run}`)],
    ['run, filtered', runs.map((run) => `/runs/${run}?state=failed&q=a`)],
    ['the largest run', [`/runs/${largest}`, `/runs/${largest}?after=50000`, `/runs/${largest}?state=invalid`]],
    [
      'the largest run, searched',
      ['q=REF-1', 'q=nobody', 'state=ready', 'state=processed&after=90000'].map((query) => `/runs/${largest}?${query}`),
    ],
    ['history of a run', runs.map((run) => `/runs/${run}/history`)],
    ['calls of a run', runs.map((run) => `/runs/${run}/calls`)],
    ['payment', payments.map((id) => `/payments/${id}`)],
    ['find', references.map((reference) => `/find?q=${reference}`)],
    ['find, by amount', amounts.map((amount) => `/find?q=${amount}`)],
    ['find, by the beginning of a reference', ['REF', 'REF-1', 'REF-500', 'ref-77'].map((text) => `/find?q=${text}`)],
    ['find, nothing', ['/find?q=nobody%40example.com', '/find?q=nothing']],
    [
      'find, by part of a name',
      ['okaf', 'lovel', 'kenji', 'an', 'garcia m', 'ada lovelace', 'velac', 'ova', 'akam', 'a'].map(
        (name) => `/find?q=${encodeURIComponent(name)}`,
      ),
    ],
    ['find, by the end of an account', recipients.map((_, n) => `/find?q=${String(1_000 + n * 89).slice(-4)}`)],
    ['approvals', ['/approvals']],
    ['approval page of a run', waiting.map((run) => `/runs/${run}/approve`)],
    ['approval page, its payments', waiting.map((run) => `/runs/${run}/approve/payments`)],
    ['exceptions', ['/exceptions']],
    ['exceptions, filtered', ['held', 'failed', 'returned', 'unknown'].map((state) => `/exceptions?state=${state}`)],
    ['exceptions, mine and none', ['/exceptions?assigned=me', '/exceptions?merchant=merchant-3&state=discrepancy']],
    ['exceptions, a page in the middle', runs.map((run) => `/exceptions?before=${run}-20`)],
    ['upload', ['/upload']],
    ['recipients', ['/recipients']],
    ['recipients, a page in the middle', recipients.map((id) => `/recipients?before=${id}`)],
    [
      'recipients, searched',
      ['/recipients?q=V-4477', '/recipients?q=nobody', '/recipients?q=okaf', '/recipients?q=ada'],
    ],
    ['recipient', recipients.map((id) => `/recipients/${id}`)],
    ['reports', ['/reports']],
    // Days that no one asked for before: they are counted.
    ['reports, of 30 other days', monthsBefore(REQUESTS).map(([from, to]) => `/reports?from=${from}&to=${to}`)],
    ...['months', 'failures', 'statement'].map(
      (name) =>
        [
          `report of ${name}, of 30 other days`,
          monthsBefore(REQUESTS).map(([from, to]) => `/reports/${name}?from=${from}&to=${to}`),
        ] as const,
    ),
    ['journal, nothing exported', ['/reports/journal']],
    [
      'statement of a merchant and month',
      monthsBefore(REQUESTS).map(([from]) => `/reports/statements?merchant=merchant-3&month=${from.slice(0, 7)}`),
    ],
    ['settings', ['/settings', '/settings/users', '/settings/operation']],
    [
      'audit',
      [
        '/settings/audit',
        '/settings/audit?who=maker-3',
        '/settings/audit?kind=nothing',
        `/settings/audit?run=${runs[0]}`,
      ],
    ],
  ];
  console.log(`${cpus().length} cores, ${REQUESTS} requests a page; all visitors see all merchants, then one of them`);
  const slow: string[] = [];
  for (const merchants of [null, ['merchant-3']]) {
    for (const [page, paths] of pages.filter(([page]) => page.includes(part))) {
      if (paths.length === 0) throw new Error(`There is nothing to ask ${page} for.`);
      const times: number[] = [];
      let before = await spent(ledger);
      for (let i = -5; i < REQUESTS; i++) {
        if (i === 0) before = await spent(ledger);
        const path = paths[(i + paths.length * 5) % paths.length]!;
        const start = performance.now();
        const { status } = await office.get(path, { merchants, role: 'admin' });
        if (i >= 0) times.push(performance.now() - start);
        if (status >= 500 || (merchants === null && status >= 400)) throw new Error(`${path}: ${status}`);
      }
      const cost = costBetween(before, await spent(ledger)) / REQUESTS;
      times.sort((a, b) => a - b);
      const [median, p99] = [times[REQUESTS >> 1]!, times[Math.ceil(REQUESTS * 0.99) - 1]!];
      const good = median < MEDIAN && p99 < P99;
      if (!good) slow.push(page);
      const who = merchants === null ? 'all' : 'one';
      console.log(
        `${good ? 'ok  ' : 'SLOW'} ${page.padEnd(34)} ${who}  median ${median.toFixed(1).padStart(7)} ms  p99 ${p99.toFixed(1).padStart(7)} ms  processor ${cost.toFixed(1).padStart(6)} ms`,
      );
    }
  }
  if (slow.length > 0) {
    console.log(`Slower than ${MEDIAN} ms at the median or ${P99} ms at p99: ${slow.join(', ')}.`);
    process.exitCode = 1;
  }
}

/** Processor time until now, ms, by process id: of this one, and of those that serve it. */
async function spent({ db }: Ledger): Promise<ReadonlyMap<number, number>> {
  const { rows } = await db.query<{ pid: number }>(
    'select pid from pg_stat_activity where datname = current_database()',
  );
  return new Map([process.pid, ...rows.map(({ pid }) => pid)].map((pid) => [pid, processorMs(pid).own]));
}

/** A process that began since counts from its beginning. */
function costBetween(before: ReadonlyMap<number, number>, after: ReadonlyMap<number, number>): number {
  return [...after].reduce((sum, [pid, ms]) => sum + ms - (before.get(pid) ?? 0), 0);
}

/** So often 30 days, each a day before the other. */
function monthsBefore(count: number): readonly (readonly [from: string, to: string])[] {
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
  return Array.from({ length: count }, (_, n) => [day(n + 30), day(n + 1)] as const);
}
