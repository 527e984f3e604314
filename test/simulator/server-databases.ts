import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import type { Db } from '../../src/ledger/db/db.ts';
import { migrate } from '../../src/ledger/migrations/migrate.ts';
import { virtualNow } from './kernel.ts';
import { ask, connect, during, end, followDatabase, followServer, forgetDatabases, query } from './server-work.ts';
import { makeQueue, TABLES } from './servers.ts';
import { ENDPOINT } from './untold-changes.ts';

/** A database of a PostgreSQL server. */
export interface ServerDatabase {
  readonly url: string;
  copyFrom(other: ServerDatabase): Promise<void>;
}

export interface Server {
  createDatabase(): Promise<ServerDatabase>;
  dropDatabases(): Promise<void>;
  close(): Promise<void>;
}

interface Opened extends ServerDatabase {
  readonly name: string;
  readonly own: pg.Client;
}

/** Its clock, and its chance, in place of those of PostgreSQL: the first schema that is searched. A sequence is no part of a transaction. */
const VIRTUAL = `create schema virtual;
  create sequence virtual.clock; create sequence virtual.chance;
  create function virtual.clock_timestamp() returns timestamptz language plpgsql as $$ begin
    return timestamptz 'epoch' + (select last_value from virtual.clock) * interval '1 millisecond'; end $$;
  create function virtual.now() returns timestamptz stable language plpgsql as $$ begin
    return timestamptz 'epoch' + coalesce(nullif(current_setting('virtual.begun', true), '')::bigint,
      (select last_value from virtual.clock)) * interval '1 millisecond'; end $$;
  create function virtual.gen_random_uuid() returns uuid language plpgsql as $$ begin
    return md5(nextval('virtual.chance')::text)::uuid; end $$`;
const CLOCK_OF_QUEUE = `create or replace function payrun_queue.job_now() returns timestamptz stable language sql as 'select virtual.now()'`;
/** Nothing on its own time. */
const WITHOUT_VACUUM = `do $$ declare one regclass; begin
  for one in select c.oid from pg_class c join pg_namespace n on n.oid = relnamespace where relkind = 'r' and nspname like 'payrun%' loop
    execute format('alter table %s set (autovacuum_enabled = false)', one); end loop; end $$`;
const SEQUENCES = `select quote_ident(schemaname) || '.' || quote_ident(sequencename) as name from pg_sequences
  where schemaname = any('{payrun,virtual}')`;
/** Who waits first has looked for a deadlock before the next one waits: that one is refused. Only a superuser may set it. */
const DEADLOCKS_AT_ONCE = '-c deadlock_timeout=1ms';
/** Planning takes most of the time: any plan will do. */
const SETTINGS = '-c search_path=virtual,pg_catalog,public -c join_collapse_limit=1 -c from_collapse_limit=1';

/** With a template of all databases of this process. `url`: its user may create databases. */
export async function openServer(url: string): Promise<Server> {
  const names = `payrun_simulator_${process.pid}_${process.hrtime.bigint().toString(36)}`;
  const admin = await clientAt(url);
  const [{ isSuperuser }] = (await ask<{ isSuperuser: boolean }>(
    admin,
    `select current_setting('is_superuser')::bool as "isSuperuser"`,
  )) as [never];
  const urlOf = (name: string) => {
    const own = Object.assign(new URL(url), { pathname: `/${name}` });
    own.searchParams.set('options', isSuperuser ? `${SETTINGS} ${DEADLOCKS_AT_ONCE}` : SETTINGS);
    return own.href;
  };
  const template = `${names}_template`;
  await ask(admin, `create database ${template}`);
  const own = await clientAt(urlOf(template));
  // Of several statements, the last one answers.
  const db = {
    query: async (sql: string, params?: readonly unknown[]) => [await query.call(own, sql, params)].flat().at(-1),
  } as Db;
  await ask(own, VIRTUAL);
  await migrate(db, (inside) => inside(db));
  await ask(own, `select setval('virtual.clock', ${virtualNow()})`);
  await ask(own, ENDPOINT);
  await makeQueue('postgres', db);
  await ask(own, CLOCK_OF_QUEUE);
  await ask(own, WITHOUT_VACUUM);
  const namesBy = async (sql: string) => (await ask<{ name: string }>(own, sql)).map(({ name }) => name);
  const [tables, sequences] = [await namesBy(TABLES), await namesBy(SEQUENCES)];
  await end.call(own);
  followServer(admin);
  const made: Opened[] = [];
  let count = 0;

  async function dropDatabases(): Promise<void> {
    forgetDatabases();
    for (const { name, own } of made.splice(0)) {
      await end.call(own);
      await ask(admin, `drop database ${name} with (force)`);
    }
  }
  async function close(): Promise<void> {
    await dropDatabases();
    await ask(admin, `drop database ${template}`);
    await end.call(admin);
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void close().finally(() => process.exit(1)));

  return {
    async createDatabase() {
      const name = `${names}_${++count}`;
      const own = await during('a new database', null, async () => {
        await ask(admin, `create database ${name} template ${template}`);
        return clientAt(urlOf(name));
      });
      const database: Opened = {
        name,
        own,
        url: urlOf(name),
        copyFrom: (other) => during('a copy', null, () => copyAll((other as Opened).own, own)),
      };
      made.push(database);
      followDatabase(name, own);
      return database;
    },
    dropDatabases,
    close,
  };

  async function copyAll(from: pg.Client, to: pg.Client): Promise<void> {
    // Without triggers: the audit can only be added to.
    await ask(to, 'set session_replication_role = replica');
    for (const name of tables) {
      await ask(to, `delete from ${name}`);
      await pipeline(
        query.call(from, copyTo(`copy ${name} to stdout with (format binary)`)) as NodeJS.ReadableStream,
        query.call(to, copyFrom(`copy ${name} from stdin with (format binary)`)) as NodeJS.WritableStream,
      );
    }
    for (const name of sequences) {
      const [{ last, called }] = (await ask(from, `select last_value as last, is_called as called from ${name}`)) as [
        { last: string; called: boolean },
      ];
      await ask(to, 'select setval($1::regclass, $2, $3)', [name, last, called]);
    }
  }
}

async function clientAt(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  client.on('error', () => {});
  await connect.call(client);
  return client;
}
