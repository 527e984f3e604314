import { type Duplex, duplexPair } from 'node:stream';
import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import { type EmbeddedConnections, embeddedConnections } from '../../src/ledger/embedded/embedded-server.ts';
import { embeddedSnapshot } from '../support/database.ts';
import { restoreImage, takeImage } from './image.ts';
import { border, currentProcess, inDatabase, nextOrder, outside, systemWork, tell } from './kernel.ts';
import { type Plans, planOnce } from './plans.ts';
import { openServer, type Server } from './server-databases.ts';
import { breakConnections, followCopy, sendTo } from './server-work.ts';
import { makeQueue, TABLES } from './servers.ts';
import { ENDPOINT } from './untold-changes.ts';

/** The user name that the databases accept. */
export const USER = 'simulator';

/** A database for one home at a time. */
export interface SimulatedDatabase {
  /** Its address on a server; undefined if it is in memory. */
  readonly url?: string;
  /** Takes over everything that another one has. */
  copyFrom(other: SimulatedDatabase): Promise<void>;
}

interface InMemory extends SimulatedDatabase {
  /** As a new installation has it. */
  empty(): void;
  readonly pglite: PGlite;
  readonly connections: EmbeddedConnections;
  /** The statements that were planned in it. */
  plans(): Plans;
  /** From now on it is empty with the plans that all have. */
  planAgain(): Promise<void>;
}

const byHome = new Map<string, InMemory>();
const idle: InMemory[] = [];
const inUse: InMemory[] = [];
let server: Server | null = null;
/** Statements that every new database has planned. */
let planned: readonly string[] = [];

/** From now on databases are those of a PostgreSQL server, until the returned function is called. */
export async function useServer(url: string): Promise<() => Promise<void>> {
  server = await openServer(url);
  return server.close;
}

/** A database for a home: one that no home of this seed has, or a new one, which takes 2 s in memory. */
export async function databaseFor(home: string): Promise<SimulatedDatabase> {
  if (server) return server.createDatabase();
  const database = idle.pop() ?? (await makeDatabase());
  database.empty();
  inUse.push(database);
  byHome.set(home, database);
  return database;
}

export async function giveBackDatabases(): Promise<void> {
  await server?.dropDatabases();
  byHome.clear();
  idle.push(...inUse.splice(0));
}

/** From now on databases begin with the plans of all that was asked until now: planning takes longer than all else. */
export async function keepPlans(): Promise<void> {
  planned = [...new Set(idle.flatMap((one) => [...one.plans().keys()]))];
  for (const one of idle) await one.planAgain();
}

/** Less memory to copy: tables are tiny in tests. */
const SHARED_BUFFERS = '8MB';

async function makeDatabase(): Promise<InMemory> {
  const ended = systemWork();
  const startParams = [...PGlite.defaultStartParams, '-c', `shared_buffers=${SHARED_BUFFERS}`];
  const pglite = await PGlite.create({ loadDataDir: await embeddedSnapshot(), startParams }).finally(ended);
  // Planning takes most of the time: any plan will do.
  await pglite.exec('set join_collapse_limit = 1; set from_collapse_limit = 1');
  // Later loads are in no image.
  await pglite.exec('do $$ begin end $$');
  await pglite.exec(ENDPOINT);
  await makeQueue('embedded', {
    query: async (sql, params) => {
      const { rows } = params ? await pglite.query(sql, [...params]) : (await pglite.exec(sql)).at(-1)!;
      return { rows: rows as never[], rowCount: rows.length };
    },
  });
  const { backend, plans, setPlans, prepare } = planOnce(pglite);
  const { rows: tables } = await pglite.query<{ name: string }>(TABLES);
  const { rows: sequences } = await pglite.query<{ name: string }>(
    `select quote_ident(schemaname) || '.' || quote_ident(sequencename) as name from pg_sequences where schemaname = 'payrun'`,
  );
  await prepare(planned);
  let image = takeImage(pglite);
  let kept = plans();
  const database: InMemory = {
    pglite,
    plans,
    connections: embeddedConnections({ pglite: backend, user: USER }),
    empty() {
      restoreImage(pglite, image);
      setPlans(kept);
    },
    async planAgain() {
      database.empty();
      await prepare(planned.filter((text) => !kept.has(text)));
      image = takeImage(pglite);
      kept = plans();
    },
    async copyFrom(from) {
      const other = from as InMemory;
      database.empty();
      // Without triggers: the audit can only be added to.
      await pglite.exec('set session_replication_role = replica');
      for (const { name } of tables) {
        const { blob } = await other.pglite.query(`copy ${name} to '/dev/blob' with (format binary)`);
        await pglite.query(`delete from ${name}`);
        await pglite.query(`copy ${name} from '/dev/blob' with (format binary)`, [], { blob: blob! });
      }
      await pglite.exec('reset session_replication_role');
      for (const { name } of sequences) {
        const { rows } = await other.pglite.query<{ last: number; called: boolean }>(
          `select last_value::int as last, is_called as called from ${name}`,
        );
        await pglite.query('select setval($1::regclass, $2, $3)', [name, rows[0]!.last, rows[0]!.called]);
      }
    },
  };
  return database;
}

/** The database works by its own clock, in no process. */
const execute = PGlite.prototype.execProtocolRawSync;
PGlite.prototype.execProtocolRawSync = function (this: PGlite, bytes: Uint8Array) {
  return inDatabase(() => execute.call(this, bytes));
};

/** The end of a new connection that a client of `pg` uses. It breaks if its process is killed. */
export function connectTo(home: string): Duplex {
  const [client, server] = duplexPair();
  const both = [client, server].map((one) =>
    Object.assign(one, {
      setNoDelay: () => one,
      setKeepAlive: () => one,
      ref: () => one,
      unref: () => one,
      destroySoon: () => one.end(() => one.destroy()),
      connect: () => process.nextTick(() => one.emit('connect')),
    }),
  );
  client.on('close', () => server.destroy());
  server.on('close', () => client.destroy());
  currentProcess()?.onKill.add(() => client.destroy());
  outside(() => byHome.get(home)!.connections.accept(both[1] as never));
  return client;
}

/** How a connection is cut at a commit: before it arrives, or after it took effect and before its answer comes. */
export type Cut = 'before' | 'after';
let drawCut: (command: string) => Cut | null = () => null;
/** Sets the draw of a cut at a commit, by the name of the process, until it is set again. */
export function setCuts(draw: typeof drawCut): void {
  drawCut = draw;
}

async function cut(client: pg.Client): Promise<never> {
  await breakConnections([client]);
  throw new Error('Connection terminated unexpectedly');
}

/** A statement of a client is a border: before it arrives, and before its answer does. */
const send = pg.Client.prototype.query as (this: pg.Client, ...args: unknown[]) => unknown;
pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
  const [asked, values] = args as [string | { text?: string; submit?: unknown; _final?: () => void }, unknown];
  if (typeof asked === 'object' && asked.submit) {
    followCopy(this, asked);
    return send.apply(this, args);
  }
  if (args.some((one) => typeof one === 'function')) return send.apply(this, args);
  if (currentProcess() === null) return sendTo(this, asked, values);
  const text = typeof asked === 'string' ? asked : (asked.text ?? '');
  const what = text.trim().replace(/\s+/g, ' ').slice(0, 60);
  return (async () => {
    await border(what);
    const fate = what === 'commit' ? drawCut(currentProcess()!.name) : null;
    if (fate) tell(currentProcess()!, `loses its connection ${fate} a commit`);
    if (fate === 'before') await cut(this);
    const place = nextOrder();
    try {
      const answer = await sendTo(this, asked, values);
      return fate === 'after' ? await cut(this) : answer;
    } finally {
      await border(`answer to ${what}`, currentProcess(), place);
    }
  })();
} as typeof pg.Client.prototype.query;
