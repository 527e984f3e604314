import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { PayrunError } from '../../errors.ts';
import type { Db } from '../db/db.ts';

export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly sql: string;
  /** SHA-256 of the text. */
  readonly hash: Buffer;
}

export interface MigrationState {
  /** The schema version of the database; 0 for a new one. */
  readonly found: number;
  /** The newest version that this Payrun knows. */
  readonly known: number;
}

/** The files of the schema, in the order of their names: migration 1. */
const SCHEMA = fileURLToPath(new URL('../schema/', import.meta.url));
/** The migrations after it. */
const FOLDER = fileURLToPath(new URL('./', import.meta.url));
const FILE = /^(\d{6})-([a-z0-9-]+)\.sql$/;

/** Key of the advisory lock: any number that nothing else in the database uses. */
const LOCK = 7_297_786n;

/** The schema, then the numbered files of `migrations/`. Throws `defect` if a number is missing or duplicate. */
export function readMigrations(folder: string = FOLDER): readonly Migration[] {
  const schema = readdirSync(SCHEMA)
    .sort()
    .map((file) => readFileSync(`${SCHEMA}/${file}`, 'utf8'));
  const migrations = [
    { version: 1, name: 'schema', sql: schema.join('\n') },
    ...readdirSync(folder)
      .flatMap((file) => {
        const [, version, name] = FILE.exec(file) ?? [];
        return name === undefined
          ? []
          : [{ version: Number(version), name, sql: readFileSync(`${folder}/${file}`, 'utf8') }];
      })
      .sort((a, b) => a.version - b.version),
  ].map((migration) => ({ ...migration, hash: createHash('sha256').update(migration.sql).digest() }));
  migrations.forEach(({ version }, index) => {
    if (version !== index + 1)
      throw new PayrunError('defect', { detail: `migration ${index + 1} is missing or there twice` });
  });
  return migrations;
}

/**
 * Migrates the schema to the newest version. Applies all missing files in one transaction, so the migration is complete
 * or has no effect, and under a lock, so several processes may start together. For a current schema it costs two
 * queries and no lock.
 *
 * Throws `database_newer` if a newer Payrun created the database, and `migration_changed` if a file differs from the
 * one that was applied.
 */
export async function migrate(
  db: Db,
  tx: <T>(work: (db: Db) => Promise<T>) => Promise<T>,
  migrations: readonly Migration[] = readMigrations(),
): Promise<MigrationState> {
  const known = migrations.length;
  const state = { found: await check(db, migrations), known };
  if (state.found === known) return state;
  return tx(async (inside) => {
    // A transaction lock also works behind a pooler and on the embedded database's single session.
    await inside.query('select pg_advisory_xact_lock($1)', [LOCK]);
    await inside.query('create schema if not exists payrun');
    await inside.query(`create table if not exists payrun.migration (
      version int primary key, name text not null, hash bytea not null, at timestamptz not null default now())`);
    const found = await check(inside, migrations);
    for (const { version, name, sql, hash } of migrations.slice(found)) {
      await inside.query(sql);
      await inside.query('insert into payrun.migration (version, name, hash) values ($1, $2, $3)', [
        version,
        name,
        hash,
      ]);
    }
    return { found: known, known };
  });
}

/** The schema version of the database and the newest known one. Throws the errors of `migrate`. */
export async function migrationState(
  db: Db,
  migrations: readonly Migration[] = readMigrations(),
): Promise<MigrationState> {
  return { found: await check(db, migrations), known: migrations.length };
}

/** The schema version, after comparing every applied migration with its file. */
async function check(db: Db, migrations: readonly Migration[]): Promise<number> {
  const exists = await db.query<{ found: boolean }>(`select to_regclass('payrun.migration') is not null as found`);
  if (!exists.rows[0]!.found) return 0;
  const { rows } = await db.query<{ version: number; hash: Buffer }>(
    'select version, hash from payrun.migration order by version',
  );
  const found = rows.at(-1)?.version ?? 0;
  if (found > migrations.length) throw new PayrunError('database_newer', { found, known: migrations.length });
  for (const { version, hash } of rows) {
    const file = migrations[version - 1];
    if (!file?.hash.equals(hash)) throw new PayrunError('migration_changed', { version });
  }
  return found;
}
