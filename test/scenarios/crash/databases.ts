import { randomBytes } from 'node:crypto';
import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { openLedger } from '../../../src/ledger/open-ledger.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import { createLog } from '../../../src/platform/log.ts';
import { embeddedSnapshot } from '../../support/database.ts';

export type DatabaseKind = 'embedded' | 'postgres';

export interface MadeDatabase {
  readonly env: Readonly<Record<string, string>>;
  drop(): Promise<void>;
}

/** Fresh databases, copied from one that is up to date. */
export interface Databases {
  readonly kind: DatabaseKind;
  /** A new one; the settings of a process that shall use it. `home` does not exist yet. */
  make(home: string): Promise<MadeDatabase>;
  /** A copy of one that no process uses. */
  copy(original: MadeDatabase, home: string): Promise<MadeDatabase>;
  close(): Promise<void>;
}

/** `server`: a Postgres whose user may create databases; required for `postgres`. */
export async function prepareDatabases(kind: DatabaseKind, folder: string, server?: string): Promise<Databases> {
  const vaultKey = randomBytes(32).toString('base64');
  const open = { vaultKey, log: createLog('silent'), clock: systemClock };
  const original = join(folder, 'original');
  if (kind === 'embedded') {
    await (await openLedger({ ...open, home: original, snapshot: await embeddedSnapshot() })).close();
    const copyFrom = (from: string, home: string): MadeDatabase => {
      mkdirSync(home, { recursive: true, mode: 0o700 });
      cpSync(join(from, 'db'), join(home, 'db'), { recursive: true });
      return { env: { PAYRUN_HOME: home, PAYRUN_VAULT_KEY: vaultKey }, drop: async () => {} };
    };
    return {
      kind,
      make: async (home) => copyFrom(original, home),
      copy: async ({ env }, home) => copyFrom(env.PAYRUN_HOME!, home),
      close: async () => {},
    };
  }

  if (!server) throw new Error('PAYRUN_TEST_DATABASE_URL says where Postgres is.');
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  const prefix = `payrun_crash_${randomBytes(4).toString('hex')}`;
  const urlOf = (name: string) => Object.assign(new URL(server), { pathname: `/${name}` }).href;
  await client.query(`create database ${prefix}`);
  await (await openLedger({ ...open, home: original, databaseUrl: urlOf(prefix) })).close();
  let made = 0;
  const copyFrom = async (template: string, home: string): Promise<MadeDatabase> => {
    mkdirSync(home, { recursive: true, mode: 0o700 });
    made += 1;
    const name = `${prefix}_${made}`;
    await client.query(`create database ${name} template ${template}`);
    return {
      env: { PAYRUN_HOME: home, PAYRUN_VAULT_KEY: vaultKey, DATABASE_URL: urlOf(name) },
      drop: async () => void (await client.query(`drop database if exists ${name} with (force)`)),
    };
  };
  return {
    kind,
    make: (home) => copyFrom(prefix, home),
    copy: ({ env }, home) => copyFrom(new URL(env.DATABASE_URL!).pathname.slice(1), home),
    async close() {
      await client.query(`drop database if exists ${prefix} with (force)`);
      await client.end();
    },
  };
}
