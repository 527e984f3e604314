import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, openAsBlob, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import { afterAll, beforeAll, describe } from 'vitest';
import { systemClock } from '../../src/clock.ts';
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

/** Runs the tests on the embedded database; on a real Postgres instead where the environment names one. */
export function describeDatabases(name: string, tests: (database: TestDatabase) => void): void {
  if (!SERVER) describe(`${name} (embedded)`, () => tests(testDatabase('embedded')));
  else describe(`${name} (Postgres)`, () => tests(testDatabase('postgres')));
}

/** A database for the tests of the `describe` around it. */
export function testDatabase(kind: 'embedded' | 'postgres'): TestDatabase {
  const home = mkdtempSync(join(tmpdir(), 'payrun-test-'));
  const vaultKey = randomBytes(32).toString('base64');
  const ledgers: Ledger[] = [];
  const log = createLog('silent');
  let databaseUrl: string | undefined;

  if (kind === 'postgres') {
    const name = `payrun_test_${randomBytes(6).toString('hex')}`;
    databaseUrl = Object.assign(new URL(SERVER!), { pathname: `/${name}` }).href;
    beforeAll(() => onServer(`create database ${name}`));
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
      const snapshot = kind === 'embedded' ? { snapshot: await embeddedSnapshot() } : {};
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

async function onServer(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: SERVER });
  await client.connect();
  await client.query(sql).finally(() => client.end());
}

const VERSION = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).dependencies[
  '@electric-sql/pglite'
];

/** An empty embedded database, made once per machine: opening a copy takes 0.5 s, making one 3 s. */
export async function embeddedSnapshot(): Promise<Blob> {
  const path = join(tmpdir(), `payrun-pglite-${VERSION}-${process.getuid?.() ?? 'user'}.tar`);
  if (!existsSync(path)) {
    const pglite = await PGlite.create();
    const dump = await pglite.dumpDataDir('none');
    await pglite.close();
    const temporary = `${path}.${randomBytes(6).toString('hex')}`;
    writeFileSync(temporary, Buffer.from(await dump.arrayBuffer()), { mode: 0o600 });
    renameSync(temporary, path);
  }
  return openAsBlob(path);
}
