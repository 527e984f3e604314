import { rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import type { PGlite } from '@electric-sql/pglite';
import { CLOSING } from '../db/db.ts';
import {
  type ClientMessage,
  COPY_IN,
  copyFromStdin,
  createMessageReader,
  fatalErrorMessage,
  query,
  readyStatus,
  SYNC,
  startupUser,
  WELCOME,
} from './wire-protocol.ts';

/**
 * Serves one PGlite to many connections, as a pooler in transaction mode does: a connection has the only backend from
 * its first message until the backend is idle again. A transaction blocks all other connections, which are served in
 * order of arrival.
 *
 * Why not `@electric-sql/pglite-socket`: 0.2.17 queues single protocol messages. If the messages of one statement do
 * not arrive together (those of a large one do not), another connection's Parse can come between its Parse and its
 * Bind, and it gets the answer to the other statement (tested). It also cannot do COPY FROM STDIN: this server collects
 * the data and loads it through PGlite's /dev/blob, inside the connection's transaction.
 */
export interface EmbeddedServer {
  /** The port it listens on; null for a Unix socket. */
  readonly port: number | null;
  /** Waits up to `graceMs` for every connection to finish its transaction, then disconnects it. */
  close(graceMs: number): Promise<void>;
}

/** The same without a server: connections are handed to it. */
export interface EmbeddedConnections {
  accept(socket: Pick<Socket, 'on' | 'write' | 'end' | 'destroy' | 'destroySoon' | 'setNoDelay'>): void;
  /** Waits up to `graceMs` for every connection to finish its transaction; `closed` ends when all are gone. */
  close(graceMs: number, closed: Promise<void>): Promise<void>;
}

interface ConnectionOptions {
  readonly pglite: Pick<
    PGlite,
    'runExclusive' | 'execProtocolRawStream' | 'isInTransaction' | '_handleBlob' | '_cleanupBlob'
  >;
  /** The secret user name that a client must send. */
  readonly user: string;
  /** Rolls back a transaction that is idle for this long: its process may have stopped. */
  readonly idleInTransactionMs?: number;
}

interface Options extends ConnectionOptions {
  /** A Unix socket, or a port on the loopback interface. */
  readonly listen: { readonly path: string } | { readonly port: number; readonly host: string };
}

interface Connection {
  readonly socket: Parameters<EmbeddedConnections['accept']>[0];
  readonly inbox: ClientMessage[];
  welcome: boolean;
  /** Messages since the last one that ended a protocol unit. */
  unit: Buffer[];
  copy: { readonly sql: string; readonly parts: Buffer[] } | null;
  working: boolean;
  gone: boolean;
  idle: NodeJS.Timeout | null;
}

const ENDS_UNIT = new Set(['Q', 'S', 'F', 'H']);

export async function serveEmbedded({ listen, ...options }: Options): Promise<EmbeddedServer> {
  const connections = embeddedConnections(options);
  const server = createServer(connections.accept);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(listen, resolve);
  });
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : null,
    async close(graceMs) {
      await connections.close(graceMs, new Promise<void>((resolve) => server.close(() => resolve())));
      if ('path' in listen) rmSync(listen.path, { force: true });
    },
  };
}

export function embeddedConnections({
  pglite,
  user,
  idleInTransactionMs = 60_000,
}: ConnectionOptions): EmbeddedConnections {
  const connections = new Set<Connection>();
  const waiting: { connection: Connection; start: () => void }[] = [];
  let holder: Connection | null = null;
  let closing = false;
  let dead = false;

  const acquire = (connection: Connection): Promise<void> => {
    if (holder === connection) return Promise.resolve();
    if (holder === null) {
      holder = connection;
      return Promise.resolve();
    }
    return new Promise((start) => waiting.push({ connection, start }));
  };

  const release = (): void => {
    const next = waiting.shift();
    holder = next?.connection ?? null;
    next?.start();
  };

  /**
   * Sends protocol bytes to the backend and its answer to the connection. Returns the ready status at the end of the
   * answer.
   */
  const execute = async (connection: Connection, bytes: Buffer): Promise<string | null> => {
    let tail: Buffer = Buffer.alloc(0);
    await pglite.runExclusive(() =>
      pglite.execProtocolRawStream(bytes, {
        onRawData: (data) => {
          // Copies the bytes: they are the backend's own memory, which it reuses for its next answer.
          const copy = Buffer.from(data);
          tail = copy.length >= 6 ? copy.subarray(-6) : Buffer.concat([tail, copy]).subarray(-6);
          if (!connection.gone) connection.socket.write(copy);
        },
      }),
    );
    return readyStatus(tail);
  };

  /** Returns the backend to idle after a connection ended, whatever state it left. */
  const cleanUp = async (connection: Connection): Promise<void> => {
    connection.gone = true;
    await execute(connection, SYNC);
    if (pglite.isInTransaction()) await execute(connection, query('rollback'));
  };

  const drop = (connection: Connection, lastWords?: Buffer): void => {
    connection.gone = true;
    if (connection.idle) clearTimeout(connection.idle);
    connections.delete(connection);
    if (lastWords) {
      connection.socket.write(lastWords);
      connection.socket.destroySoon();
    } else connection.socket.destroy();
    // A working connection notices its own end.
    if (!connection.working && holder === connection && !dead) void cleanUp(connection).then(release, fail);
  };

  const fail = (): void => {
    dead = true;
    for (const connection of connections) drop(connection);
  };

  const sendFarewell = (connection: Connection): void =>
    drop(connection, fatalErrorMessage(CLOSING, 'the database is closing'));

  const run = async (connection: Connection, bytes: Buffer): Promise<void> => {
    await acquire(connection);
    if (connection.gone) return;
    if ((await execute(connection, bytes)) === 'I' && !connection.copy) release();
  };

  const runCopy = async (connection: Connection, sql: string, parts: readonly Buffer[]): Promise<void> => {
    await pglite._handleBlob(new Blob(parts as Buffer<ArrayBuffer>[]));
    try {
      await run(connection, query(sql.replace(/\sfrom\s+stdin\b/i, " from '/dev/blob'")));
    } finally {
      await pglite._cleanupBlob();
    }
  };

  const handle = async (connection: Connection, { type, bytes }: ClientMessage): Promise<void> => {
    const { socket, copy } = connection;
    if (type === 'ssl') socket.write('N');
    else if (type === 'cancel' || type === 'X') socket.end();
    else if (type === 'startup') {
      if (startupUser(bytes) !== user) {
        socket.end(fatalErrorMessage('28000', 'unknown user'));
        return;
      }
      connection.welcome = true;
      socket.write(WELCOME);
    } else if (!connection.welcome) drop(connection);
    else if (copy && type === 'd') copy.parts.push(bytes.subarray(5));
    else if (copy && (type === 'c' || type === 'f')) {
      connection.copy = null;
      if (type === 'c') await runCopy(connection, copy.sql, copy.parts);
      else await run(connection, query("do $$ begin raise exception 'COPY was given up by the client'; end $$"));
    } else if (type === 'Q' && copyFromStdin(bytes)) {
      await acquire(connection);
      connection.copy = { sql: copyFromStdin(bytes)!, parts: [] };
      socket.write(COPY_IN);
    } else {
      connection.unit.push(bytes);
      if (!ENDS_UNIT.has(type)) return;
      const unit = connection.unit;
      connection.unit = [];
      await run(connection, unit.length === 1 ? unit[0]! : Buffer.concat(unit));
    }
  };

  const work = async (connection: Connection): Promise<void> => {
    connection.working = true;
    // A partial message too: clear its timer, so that it does not run along with the next one.
    if (connection.idle) clearTimeout(connection.idle);
    connection.idle = null;
    for (let next = connection.inbox.shift(); next && !connection.gone; next = connection.inbox.shift())
      await handle(connection, next);
    connection.working = false;
    if (connection.gone) {
      if (holder === connection) await cleanUp(connection).then(release);
    } else if (holder === connection) {
      connection.idle = setTimeout(() => sendFarewell(connection), idleInTransactionMs);
    } else if (closing) sendFarewell(connection);
  };

  return {
    accept(socket) {
      const connection: Connection = {
        socket,
        inbox: [],
        welcome: false,
        unit: [],
        copy: null,
        working: false,
        gone: false,
        idle: null,
      };
      socket.on('error', () => drop(connection));
      if (closing || dead) {
        socket.end(fatalErrorMessage(CLOSING, 'the database is closing'));
        return;
      }
      connections.add(connection);
      socket.setNoDelay(true);
      const reader = createMessageReader();
      socket.on('data', (chunk) => {
        const messages = reader.push(chunk as Buffer);
        if (messages === null) return drop(connection);
        connection.inbox.push(...messages);
        if (!connection.working) work(connection).catch(fail);
      });
      socket.on('close', () => drop(connection));
    },
    async close(graceMs, closed) {
      closing = true;
      const atWork = (connection: Connection) =>
        connection.working || holder === connection || connection.inbox.length > 0;
      for (const connection of connections) if (!atWork(connection)) sendFarewell(connection);
      const deadline = setTimeout(() => {
        for (const connection of connections) drop(connection);
      }, graceMs);
      await closed;
      clearTimeout(deadline);
      // The last connection's rollback may still be running.
      while (holder !== null && !dead) await new Promise((resolve) => setTimeout(resolve, 5));
    },
  };
}
