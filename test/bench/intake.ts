import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import pg from 'pg';
import { cleanLine, germanIban, HEADER, SMALL, SMALL_VARIABLES } from './work/sheet.ts';

const ROWS = 1_000_000;
const FEW = 100_000;
/** A child that takes longer is stuck. */
const LONGEST_MS = 15 * 60_000;
const MB = 1024 * 1024;
const SERVER = process.env.PAYRUN_TEST_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres';

/**
 * In this order, each in a process of its own: its peak memory (RSS) and processor time are its own. `one`: that process
 * has one core; the database has what it takes.
 */
const WORK = [
  { work: 'csv-parse', sheet: 'clean', flags: [] },
  { work: 'copy', sheet: 'clean', flags: [] },
  { work: 'pgloader', sheet: 'clean', flags: [] },
  { work: 'read', sheet: 'clean', flags: SMALL },
  { work: 'check', sheet: 'clean', flags: SMALL },
  { work: 'seal', sheet: 'clean', flags: SMALL },
  { work: 'intake', sheet: 'clean', flags: SMALL },
  { work: 'intake', sheet: 'broken', flags: SMALL },
  { work: 'pgloader', sheet: 'clean', flags: [], one: true },
  { work: 'intake', sheet: 'clean', flags: SMALL, one: true },
] as const;
/** Keeps a process on the first core, where the system can. */
const ONE_CORE = ['taskset', '-c', '0'];

interface Measured {
  readonly seen: number;
  readonly ms: number;
  /** User and system time of the process and its children. */
  readonly cpuMs: number;
  readonly rssMb: number;
  readonly note?: string;
}

/**
 * A CSV of 16 columns read, then also checked, then also sealed, then through the whole intake into a real Postgres, beside
 * `csv-parse` alone, COPY of the same file into a table of texts, and pgloader if it is installed; and one in which every
 * row has three problems. On all cores, then on one. 100,000 rows and then 1,000,000, to see whether memory grows;
 * `npm run bench -- intake 100000` is the short one. The Postgres is that of PAYRUN_TEST_DATABASE_URL; the bench makes a
 * database of its own in it.
 */
export async function bench(args: readonly string[]): Promise<void> {
  const most = Number(args[0] ?? ROWS);
  const only = args.slice(1);
  const folder = await mkdtemp(join(tmpdir(), 'payrun-bench-'));
  try {
    for (const rows of most > FEW ? [FEW, most] : [most]) {
      const paths = { clean: join(folder, `clean-${rows}.csv`), broken: join(folder, `broken-${rows}.csv`) };
      await writeSheet(paths.clean, rows, cleanLine);
      await writeSheet(paths.broken, rows, brokenLine);
      console.log(`${rows.toLocaleString('en')} rows, ${Math.round((await stat(paths.clean)).size / MB)} MB`);
      let [base, clean] = [0, 0];
      for (const { work, sheet, flags, ...cores } of WORK) {
        if (only.length > 0 && !only.includes(work)) continue;
        if (work === 'pgloader' && !hasCommand('pgloader')) continue;
        const one = 'one' in cores;
        if (one && !hasCommand('taskset')) continue;
        const launch = one ? [...ONE_CORE, process.execPath] : [process.execPath];
        const measured = await inDatabase((url) => child(launch, work, paths[sheet], url, flags));
        const { seen, ms, cpuMs, rssMb, note = '' } = measured;
        if (work === 'csv-parse') base = ms;
        if (work === 'intake' && sheet === 'clean' && !one) clean = ms;
        const against = sheet === 'broken' && clean > 0 ? `  ${(ms / clean).toFixed(2)} x clean` : '';
        const times = base > 0 ? `  ${(ms / base).toFixed(2)} x csv-parse` : '';
        console.log(
          `${work.padEnd(10)} ${sheet.padEnd(6)} ${seen} rows ${String(ms).padStart(7)} ms (processor ${String(cpuMs).padStart(7)} ms)${times}${against}  peak ${rssMb} MB  ${one ? 'one core ' : ''}${note}`,
        );
      }
      for (const path of Object.values(paths)) await rm(path);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const hasCommand = (name: string): boolean => spawnSync(name, ['--version']).error === undefined;

function child(
  [command = '', ...before]: readonly string[],
  work: string,
  path: string,
  url: string,
  flags: readonly string[],
): Measured {
  const script = join(import.meta.dirname, 'work', 'intake.ts');
  const profile = process.env.PAYRUN_BENCH_PROFILE ? ['--cpu-prof', `--cpu-prof-dir=${tmpdir()}/payrun-profile`] : [];
  const { status, stdout, stderr, error } = spawnSync(
    command,
    [...before, ...flags, ...profile, script, work, path, url],
    { encoding: 'utf8', timeout: LONGEST_MS, env: { ...process.env, ...(flags === SMALL && SMALL_VARIABLES) } },
  );
  if (status !== 0) throw new Error(`${work} failed: ${error?.message ?? stderr}`);
  return JSON.parse(stdout) as Measured;
}

/** A database of its own, dropped afterwards. */
async function inDatabase<T>(work: (url: string) => T): Promise<T> {
  const name = `payrun_bench_${randomBytes(6).toString('hex')}`;
  const client = new pg.Client({ connectionString: SERVER });
  await client.connect();
  try {
    await client.query(`create database ${name}`);
    return work(Object.assign(new URL(SERVER), { pathname: `/${name}` }).href);
  } finally {
    await client.query(`drop database if exists ${name} with (force)`).finally(() => client.end());
  }
}

async function writeSheet(path: string, rows: number, line: (i: number) => string): Promise<void> {
  const stream = createWriteStream(path);
  let piece = `${HEADER.join(',')}\n`;
  for (let i = 1; i <= rows; i++) {
    piece += `${line(i)}\n`;
    if (piece.length < 64_000 && i < rows) continue;
    if (!stream.write(piece)) await new Promise((resolve) => stream.once('drain', () => resolve(null)));
    piece = '';
  }
  stream.end();
  await finished(stream);
}

/** No e-mail, an amount that is none, and an IBAN whose check digits are wrong. */
const brokenLine = (i: number): string =>
  `INV-${i},recipientName${i}example.com,individual,Ana,Pérez,${i} Hauptstraße,Berlin,10115,DE,about ${i % 5000},EUR,DE00${germanIban(i).slice(4)},COBADEFFXXX,EUR,"Royalties, no. ${i}",CC-${i % 97}`;
