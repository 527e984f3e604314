import { createHash, randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdtempSync, openAsBlob, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import { afterAll, beforeAll, describe } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import type { Db } from '../../src/ledger/db.ts';
import { type Migration, migrate, readMigrations } from '../../src/ledger/migrate.ts';
import { type Ledger, type LedgerOptions, openLedger } from '../../src/ledger/open-ledger.ts';
import { createLog } from '../../src/log.ts';

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

/** Where the tests find a real Postgres: a URL whose user may create databases. Unset: the embedded one is used. */
const SERVER = process.env.PAYRUN_TEST_DATABASE_URL;

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
  const home = mkdtempSync(join(tmpdir(), 'payrun-test-'));
  const vaultKey = randomBytes(32).toString('base64');
  const ledgers: Ledger[] = [];
  const log = createLog('silent');
  let databaseUrl: string | undefined;

  if (kind === 'postgres') {
    const name = `payrun_test_${randomBytes(6).toString('hex')}`;
    databaseUrl = Object.assign(new URL(SERVER!), { pathname: `/${name}` }).href;
    const template = empty ? undefined : process.env[TEMPLATE];
    beforeAll(() => onServer(`create database ${name}${template ? ` template ${template}` : ''}`));
    afterAll(() => onServer(`drop database if exists ${name} with (force)`));
  }
  afterAll(async () => {
    // The owner last: it waits for the others.
    for (const ledger of ledgers.reverse()) await ledger.close();
    rmSync(home, { recursive: true, force: true });
  });

  return {
    kind,
    home,
    env: { PAYRUN_HOME: home, PAYRUN_VAULT_KEY: vaultKey, ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}) },
    async open(options = {}) {
      const snapshot = kind === 'embedded' ? { snapshot: await embeddedSnapshot(empty ? [] : undefined) } : {};
      const ledger = await openLedger({
        home,
        vaultKey,
        databaseUrl,
        log,
        clock: systemClock,
        ...snapshot,
        ...options,
      });
      ledgers.push(ledger);
      return ledger;
    },
  };
}

/** The variable that names a database with the newest schema, on the server of the tests. */
const TEMPLATE = 'PAYRUN_TEST_TEMPLATE';

/** Before all tests: the schema is made once, and copied for each file. What this returns removes it again. */
export default async function prepare(): Promise<() => Promise<void>> {
  if (!SERVER) {
    await embeddedSnapshot();
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

const onServer = async (sql: string) => void (await withClient(SERVER!, (client) => client.query(sql)));

async function withClient<T>(connectionString: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  return work(client).finally(() => client.end());
}

const VERSION = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).dependencies[
  '@electric-sql/pglite'
];

/** An embedded database with the newest schema, made once per machine: opening a copy takes 0.5 s, making one 4 s. */
export async function embeddedSnapshot(migrations: readonly Migration[] = readMigrations()): Promise<Blob> {
  const schema = createHash('sha256').update(Buffer.concat(migrations.map(({ hash }) => hash)));
  const made = `${VERSION}-${schema.digest('hex').slice(0, 12)}-${process.getuid?.() ?? 'user'}`;
  const path = join(tmpdir(), `payrun-pglite-${made}.tar`);
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
    // Never in place of one that somebody else made meanwhile: whoever reads that would find it changed.
    try {
      linkSync(temporary, path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    rmSync(temporary);
  }
  return openAsBlob(path);
}
