import { createHash, randomBytes } from 'node:crypto';
import {
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  openAsBlob,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import pg from 'pg';
import { afterAll, beforeAll, describe, vi } from 'vitest';
import type { Db } from '../../src/ledger/db/db.ts';
import { joinEmbedded } from '../../src/ledger/embedded/embedded.ts';
import { completionMark, databaseFolder } from '../../src/ledger/embedded/has-ledger.ts';
import type { Ledger } from '../../src/ledger/ledger.ts';
import { type Migration, migrate, readMigrations } from '../../src/ledger/migrations/migrate.ts';
import { type LedgerOptions, openLedger } from '../../src/ledger/open-ledger.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { createLog } from '../../src/platform/log.ts';
import { beginInMemory, endInMemory } from './databases-in-memory.ts';
import { missingTools } from './tools.ts';

/** A database that only this test file has. */
export interface TestDatabase {
  readonly kind: 'embedded' | 'postgres';
  /** Settings for a process that shall use it too. */
  readonly env: Readonly<Record<string, string>>;
  readonly home: string;
  /**
   * Opens a ledger on it; each call one of its own, as another process would. The first one on an embedded database owns
   * it, the others join. All are closed after the tests.
   */
  open(options?: Partial<LedgerOptions>): Promise<Ledger>;
}

/** The URL of a real Postgres, whose user may create databases. Unset: the embedded one is used. */
const SERVER = process.env.PAYRUN_TEST_DATABASE_URL;

/** How databases are called on a server whose statements are planned once a connection: see `test-setup.ts`. */
export const PLANNED = 'payrun_test_';

interface How {
  /** Without a schema, as a database is on its first day. */
  readonly empty?: boolean;
}

/** Runs the tests on the embedded database; on a real Postgres instead where the environment names one. */
export function describeDatabases(name: string, tests: (database: TestDatabase) => void, how: How = {}): void {
  if (!SERVER) describe(`${name} (embedded)`, () => tests(testDatabase('embedded', how)));
  else describe(`${name} (Postgres)`, () => tests(testDatabase('postgres', how)));
}

/** A database for the tests of the `describe` around it; with the newest schema, copied from one that has it. */
export function testDatabase(kind: 'embedded' | 'postgres', { empty = false }: How = {}): TestDatabase {
  const home = join(tmpdir(), `payrun-test-${randomBytes(6).toString('hex')}`);
  const vaultKey = randomBytes(32).toString('base64');
  const ledgers: Ledger[] = [];
  const log = createLog('silent');
  let databaseUrl: string | undefined;

  if (kind === 'postgres') {
    const name = `${empty ? 'payrun_empty_' : PLANNED}${randomBytes(6).toString('hex')}`;
    databaseUrl = Object.assign(new URL(SERVER!), { pathname: `/${name}` }).href;
    const template = empty ? undefined : process.env[TEMPLATE];
    beforeAll(async () => {
      mkdirSync(home, { mode: 0o700 });
      await onServer(`create database ${name}${template ? ` template ${template} strategy file_copy` : ''}`);
      if (!empty) await onServer(`alter database ${name} set plan_cache_mode = force_generic_plan`);
    });
    afterAll(() => onServer(`drop database if exists ${name} with (force)`));
  } else {
    beforeAll(async () => {
      if (empty) return cpSync(await embeddedHome([]), home, { recursive: true });
      beginInMemory(databaseFolder(home));
      mkdirSync(databaseFolder(home), { mode: 0o700, recursive: true });
      writeFileSync(completionMark(home), '');
    });
  }
  afterAll(async () => {
    endInMemory(databaseFolder(home));
    // The owner last: it waits for the others.
    for (const ledger of ledgers.reverse()) await ledger.close();
    rmSync(home, { recursive: true, force: true });
  });

  return {
    kind,
    home,
    env: { PAYRUN_HOME: home, PAYRUN_VAULT_KEY: vaultKey, ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}) },
    async open(options = {}) {
      // For a home of the caller's own; the one of these tests is made already.
      const snapshot = kind === 'embedded' ? { snapshot: await embeddedSnapshot() } : {};
      const given = { home, vaultKey, databaseUrl, log, clock: systemClock };
      const ledger = await openLedger({ ...given, ...snapshot, ...options });
      ledgers.push(ledger);
      return ledger;
    },
  };
}

/**
 * For the tests of the `describe` around it: an embedded database that this process makes has the newest schema at once. Making one
 * takes 4 s of processor time. `payrun demo` in `test/cli/commands.long.test.ts` makes one from nothing.
 */
export function copyNewDatabases(): void {
  const folders: string[] = [];
  beforeAll(() => {
    const create = PGlite.create.bind(PGlite) as (options?: PGliteOptions) => Promise<PGlite>;
    const beginAndOpen = (options?: PGliteOptions) => {
      const folder = (options?.fs as { readonly rootDir?: string } | undefined)?.rootDir;
      if (folder && !existsSync(join(folder, basename(completionMark(''))))) {
        for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true });
        beginInMemory(folder);
        folders.push(folder);
      }
      return create(options);
    };
    vi.spyOn(PGlite, 'create').mockImplementation(beginAndOpen as typeof PGlite.create);
  });
  afterAll(() => {
    vi.mocked(PGlite.create).mockRestore();
    for (const folder of folders) endInMemory(folder);
  });
}

/** The variable that names a database with the newest schema, on the server of the tests. */
const TEMPLATE = 'PAYRUN_TEST_TEMPLATE';

/** Before all tests: the schema is created once, and copied for each file. The returned function removes it. */
export default async function prepare(): Promise<() => Promise<void>> {
  for (const line of missingTools()) console.log(line);
  if (!SERVER) {
    for (const schema of [readMigrations(), []]) await embeddedHome(schema);
    return async () => {};
  }
  const name = `payrun_template_${randomBytes(6).toString('hex')}`;
  await onServer(`create database ${name}`);
  await withClient(Object.assign(new URL(SERVER), { pathname: `/${name}` }).href, (client) => {
    const db = { query: (sql: string, params?: readonly unknown[]) => client.query(sql, params as unknown[]) } as Db;
    return migrate(db, (work) => work(db));
  });
  process.env[TEMPLATE] = name;
  return () => onServer(`drop database if exists ${name} with (force)`);
}

/** A statement about databases, on the server of the tests. */
export const onServer = async (sql: string) => void (await withClient(SERVER!, (client) => client.query(sql)));

async function withClient<T>(connectionString: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  return work(client).finally(() => client.end());
}

const VERSION = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).dependencies[
  '@electric-sql/pglite'
];

/** The name of what tests create once per machine; it differs by PGlite, schema and user. */
function madeOnce(migrations: readonly Migration[], kind: string): string {
  const schema = createHash('sha256').update(Buffer.concat(migrations.map(({ hash }) => hash)));
  return join(
    tmpdir(),
    `payrun-pglite-${VERSION}-${schema.digest('hex').slice(0, 12)}-${process.getuid?.() ?? 'user'}${kind}`,
  );
}

/** A database of the memory with the newest schema: a copy of it needs no initdb and no migrations, 4 s together. */
export async function embeddedSnapshot(migrations: readonly Migration[] = readMigrations()): Promise<Blob> {
  const path = madeOnce(migrations, '.tar');
  if (!existsSync(path)) {
    const pglite = await PGlite.create();
    const db: Db = {
      async query(sql, params) {
        const result = params ? await pglite.query(sql, [...params]) : (await pglite.exec(sql)).at(-1)!;
        return { rows: result.rows as never[], rowCount: result.affectedRows ?? 0 };
      },
    };
    if (migrations.length > 0) await migrate(db, (work) => work(db), migrations);
    const dump = await pglite.dumpDataDir('none');
    await pglite.close();
    const temporary = `${path}.${randomBytes(6).toString('hex')}`;
    writeFileSync(temporary, Buffer.from(await dump.arrayBuffer()), { mode: 0o600 });
    // Never in place of another process's file: its readers would find it changed.
    try {
      linkSync(temporary, path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    rmSync(temporary);
  }
  return openAsBlob(path);
}

/**
 * A folder to copy as PAYRUN_HOME: with the newest schema, and nothing else in it. A copy is made and opened in 0.4 s of
 * processor time, where unpacking a snapshot takes 1.7.
 */
async function embeddedHome(migrations: readonly Migration[]): Promise<string> {
  const path = madeOnce(migrations, '');
  if (!existsSync(path)) {
    const temporary = mkdtempSync(`${path}.`);
    const log = createLog('silent');
    const snapshot = await embeddedSnapshot(migrations);
    const owner = await joinEmbedded({ home: temporary, log, clock: systemClock, snapshot }, async () => false);
    await owner.leave();
    // A folder that is not empty is not replaced either.
    try {
      renameSync(temporary, path);
    } catch (error) {
      if (!['EEXIST', 'ENOTEMPTY', 'EPERM'].includes((error as NodeJS.ErrnoException).code!)) throw error;
      rmSync(temporary, { recursive: true });
    }
  }
  return path;
}
