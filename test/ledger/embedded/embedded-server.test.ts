import net from 'node:net';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type EmbeddedServer, serveEmbedded } from '../../../src/ledger/embedded/embedded-server.ts';
import { message, SYNC } from '../../../src/ledger/embedded/wire-protocol.ts';
import { embeddedSnapshot } from '../../support/database.ts';
import { testFolder } from '../../support/test-folder.ts';

const folder = testFolder();
const clients: pg.Client[] = [];
let pglite: PGlite;
let server: EmbeddedServer;
let tcp: EmbeddedServer;
/** One that does not wait long for a transaction to go on. */
let impatient: EmbeddedServer;

beforeAll(async () => {
  pglite = await PGlite.create({ loadDataDir: await embeddedSnapshot() });
  server = await serveEmbedded({
    pglite,
    user: 'maria',
    listen: { path: join(folder, '.s.PGSQL.5432') },
    idleInTransactionMs: 600_000,
  });
});
afterAll(async () => {
  await Promise.all(clients.map((client) => client.end().catch(() => {})));
  await server.close(0);
  await tcp?.close(0);
  await impatient?.close(0);
  await pglite.close();
});

async function connect(user = 'maria', host = folder, port = 5432): Promise<pg.Client> {
  const client = new pg.Client({ host, port, user, database: 'postgres', password: '' });
  client.on('error', () => {});
  await client.connect();
  clients.push(client);
  return client;
}

it('refuses a client without the secret name', async () => {
  await expect(connect('postgres')).rejects.toMatchObject({ code: '28000' });
});

it('ends an idle transaction, and serves the next connection', async () => {
  const listen = { path: join(folder, '.s.PGSQL.5433') };
  impatient = await serveEmbedded({ pglite, user: 'maria', listen, idleInTransactionMs: 100 });
  const stopped = await connect('maria', folder, 5433);
  const next = await connect('maria', folder, 5433);
  await next.query('create table t (n int)');
  // In one message: between two the time could be over.
  await stopped.query('begin; insert into t values (1)');
  expect((await next.query('select n from t')).rows).toEqual([]);
  await expect(stopped.query('commit')).rejects.toThrow();
});

it('keeps a failed transaction for its connection until that rolls it back', async () => {
  const one = await connect();
  const two = await connect();
  await one.query('begin');
  await expect(one.query('select nonsense')).rejects.toMatchObject({ code: '42703' });
  const waiting = two.query('select 2 as n');
  await expect(one.query('select 1')).rejects.toMatchObject({ code: '25P02' });
  await one.query('rollback');
  expect((await waiting).rows).toEqual([{ n: 2 }]);
});

it('answers a statement with its own result even if its messages arrive apart', async () => {
  const other = await connect();
  const socket = net.connect(join(folder, '.s.PGSQL.5432'));
  const heard: string[] = [];
  let beyond: () => void;
  const done = new Promise<void>((resolve) => {
    beyond = resolve;
  });
  socket.on('data', (data) => {
    heard.push(data.toString('latin1'));
    if (heard.join('').includes('SELECT 1\0Z')) beyond();
  });
  const startup = Buffer.from('\0\0\0\0\0\x03\0\0user\0maria\0\0', 'latin1');
  startup.writeInt32BE(startup.length);
  socket.write(Buffer.concat([startup, message('P', '', `select 'mine'`, Buffer.from([0, 0]))]));
  expect((await other.query(`select $1::text as whose`, ['theirs'])).rows).toEqual([{ whose: 'theirs' }]);
  const zeros = (n: number) => Buffer.alloc(n);
  socket.write(Buffer.concat([message('B', '', '', zeros(6)), message('E', '', zeros(4)), SYNC]));
  await done;
  expect(heard.join('')).toContain('mine');
  socket.destroy();
});

it('answers several statements in one query, and large results', async () => {
  const client = await connect();
  const results = (await client.query('select 1 as a; select 2 as b')) as unknown as pg.QueryResult[];
  expect(results.map(({ rows }) => rows)).toEqual([[{ a: 1 }], [{ b: 2 }]]);
  const { rows } = await client.query(`select repeat('x', 1000) as text from generate_series(1, 20000)`);
  expect(rows).toHaveLength(20_000);
  const text = 'y'.repeat(5_000_000);
  expect((await client.query('select length($1::text) as n', [text])).rows).toEqual([{ n: 5_000_000 }]);
});

it('listens on a loopback port if there are no Unix sockets', async () => {
  tcp = await serveEmbedded({ pglite, user: 'maria', listen: { host: '127.0.0.1', port: 0 } });
  const client = await connect('maria', '127.0.0.1', tcp.port!);
  expect((await client.query('select 1 as n')).rows).toEqual([{ n: 1 }]);
});
