import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';
import { isError, PayrunError } from '../../errors.ts';
import { type DatabasePlace, databaseFault } from './database-faults.ts';
import { movedError } from './moved-ledger-error.ts';

/** What SQL is sent through: the pool, or one transaction. int8 comes back as bigint, timestamptz as Date. */
export interface Db {
  query<R = Record<string, unknown>>(
    sql: string,
    params?: readonly unknown[],
  ): Promise<{ rows: R[]; rowCount: number }>;
}

const INT8 = 20;

/** The result types of this pool alone; nothing is set for other users of `pg` in the process. */
export const resultTypes: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === INT8 && format !== 'binary' ? BigInt : pg.types.getTypeParser(oid, format)) as never,
};

/** The connection behind a transaction's Db, for what a query cannot do (COPY). */
const clients = new WeakMap<Db, pg.PoolClient>();
/** Is this code inside a transaction? A query beside it would wait for itself on the embedded database. */
const inside = new AsyncLocalStorage<{ open: boolean }>();

export type Connect = () => Promise<pg.PoolClient>;

/**
 * A Db over the pool: each query on a connection of its own. Throws `defect` inside a transaction, where it would wait for
 * that transaction's end; `database_unreachable` when there is no connection.
 */
export function poolDb(connect: Connect): Db {
  return {
    query: <R>(sql: string, params?: readonly unknown[]) =>
      withClient(connect, (client) => send<R>(client, sql, params), isSeveral(sql, params)).then(
        ({ client, result }) => {
          client.release();
          return result;
        },
      ),
  };
}

/** A text of several statements: one that fails may leave a transaction open that an earlier one of them began. */
const isSeveral = (sql: string, params?: readonly unknown[]) => params === undefined && /;\s*\S/.test(sql);

/**
 * Runs `work` in one transaction: committed when it returns, rolled back when it throws. `idleMs`: the server ends it when
 * nothing comes for so long. A process that was stopped in its midst would keep its locks, and a second one could
 * never take its run over. In the same message as the beginning, so that it costs no round trip, and holds behind a pooler.
 */
export async function transaction<T>(
  connect: Connect,
  work: (db: Db) => Promise<T>,
  idleMs: number | null = null,
): Promise<T> {
  const begin = idleMs === null ? 'begin' : `begin; set local idle_in_transaction_session_timeout = ${idleMs}`;
  const { client } = await withClient(connect, (candidate) => send(candidate, begin));
  const db: Db = { query: (sql, params) => send(client, sql, params) };
  clients.set(db, client);
  const store = { open: true };
  let broken = false;
  try {
    const result = await inside.run(store, () => work(db));
    store.open = false;
    await send(client, 'commit');
    return result;
  } catch (error) {
    store.open = false;
    await send(client, 'rollback').catch(() => {
      broken = true;
    });
    throw error;
  } finally {
    clients.delete(db);
    // A connection that could not even roll back is closed, not used again.
    client.release(broken);
  }
}

/** More than a pool has connections: all that are idle may have been cut at once. */
const ATTEMPTS = 12;

/**
 * Runs a statement on a connection of the pool; on another one where this one was cut before anything was carried out. After an
 * error the connection is closed where it was cut, or where `closeAfterError`.
 */
async function withClient<T>(
  connect: Connect,
  statement: (client: pg.PoolClient) => Promise<T>,
  closeAfterError = false,
) {
  if (inside.getStore()?.open)
    throw new PayrunError('defect', { detail: 'a query beside the transaction that it is part of' });
  for (let attempt = 1; ; attempt += 1) {
    const client = await connect().catch((error: unknown) => {
      throw asUnreachable(error) ?? error;
    });
    try {
      return { client, result: await statement(client) };
    } catch (error) {
      const cut = isError(error, 'database_unreachable');
      client.release(cut || closeAfterError);
      if (!cut || error.retry !== 'safe' || attempt >= ATTEMPTS) throw error;
    }
  }
}

/** The connection of a transaction's Db; null for the pool's. */
export function clientOf(db: Db): pg.PoolClient | null {
  return clients.get(db) ?? null;
}

async function send<R>(client: pg.PoolClient, sql: string, params?: readonly unknown[]) {
  try {
    const answered: pg.QueryResult | pg.QueryResult[] = await client.query(sql, params as unknown[]);
    // Several statements in one text are answered one by one.
    const results = Array.isArray(answered) ? answered : [answered];
    return {
      rows: results.flatMap(({ rows }) => rows as R[]),
      rowCount: results.reduce((sum, { rowCount }) => sum + (rowCount ?? 0), 0),
    };
  } catch (error) {
    throw (
      asUnreachable(error) ??
      databaseFault(error, placeOf(client)) ??
      otherKey(error) ??
      ofMoved(error) ??
      withoutRow(error)
    );
  }
}

const NOWHERE: DatabasePlace = { user: '', database: '', host: '', home: null };
const places = new WeakMap<pg.ClientBase, DatabasePlace>();

/** Where this connection leads, for what its errors say. */
export function rememberPlace(client: pg.ClientBase, place: DatabasePlace): void {
  places.set(client, place);
}

const placeOf = (client: pg.ClientBase) => places.get(client) ?? NOWHERE;

/** The trigger of a database whose vault key was changed: this process still seals with the old one, and nothing was written. */
function otherKey(error: unknown): PayrunError | null {
  return (error as { code?: unknown }).code === 'PR002' ? new PayrunError('vault_key_changed') : null;
}

/** The triggers of a ledger that was moved, or is being moved: nothing was written. */
function ofMoved(error: unknown): PayrunError | null {
  const { code, message, detail } = error as Partial<pg.DatabaseError>;
  if (code !== 'PR003' && code !== 'PR004') return null;
  return movedError({ place: message ?? '', at: detail ?? '', moved: code === 'PR003' });
}

/** Postgres quotes the whole row in the detail of a broken constraint; that is nothing for a log. */
function withoutRow(error: unknown): unknown {
  if (error instanceof pg.DatabaseError && error.detail?.startsWith('Failing row')) error.detail = undefined;
  return error;
}

/** What the embedded database says to a connection of which it has carried out nothing since its last answer. */
export const CLOSING = 'PR001';

/** With these nothing was carried out: the statement did not arrive whole, or was refused unread. */
const NOT_CARRIED_OUT = new Set([CLOSING, 'EPIPE', 'ECONNREFUSED', 'ENOENT', 'ENOTFOUND', 'EAI_AGAIN']);

/** Why there is no connection, in words without the URL or the password: by error code of Node or SQLSTATE. */
const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing answers at its address',
  ENOENT: 'nothing answers at its address',
  ENOTFOUND: 'its host name is unknown',
  EAI_AGAIN: 'its host name cannot be looked up',
  ETIMEDOUT: 'it did not answer in time',
  EHOSTUNREACH: 'there is no way to its host',
  ENETUNREACH: 'there is no way to its network',
  ECONNRESET: 'the connection was cut',
  EPIPE: 'the connection was cut',
  '25P03': 'it ended a transaction in which this process was silent for too long',
  [CLOSING]: 'it is closing',
  '57P01': 'it is shutting down',
  '57P02': 'it crashed',
  '57P03': 'it is starting up',
};

const CUT = /^(Connection terminated|Client has encountered a connection error|Client was closed)/;
const SLOW = /^(timeout exceeded when trying to connect|timeout expired)/;

/** `database_unreachable` if that is what the error means, else null. `retry` is safe where nothing was carried out. */
export function asUnreachable(error: unknown): PayrunError | null {
  if (!(error instanceof Error)) return null;
  const detail = reasonOf(error);
  if (detail === null) return null;
  const retry = NOT_CARRIED_OUT.has(String((error as { code?: unknown }).code)) ? 'safe' : 'read-first';
  return new PayrunError('database_unreachable', { detail }, { retry });
}

function reasonOf(error: Error & { code?: unknown; errors?: readonly unknown[] }): string | null {
  const code = typeof error.code === 'string' ? error.code : '';
  if (REASONS[code]) return REASONS[code];
  if (code.startsWith('08')) return 'the connection was cut';
  if (CUT.test(error.message)) return 'the connection was cut';
  if (SLOW.test(error.message)) return 'it did not answer in time';
  // Node tries every address of a name and reports them together.
  const first = error.errors?.[0];
  return first instanceof Error ? reasonOf(first) : null;
}
