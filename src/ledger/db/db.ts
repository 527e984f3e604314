import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';
import { isError, PayrunError } from '../../errors.ts';
import { type DatabasePlace, databaseFault } from './database-faults.ts';

/** Executes SQL on the pool or in one transaction. Returns int8 as bigint and timestamptz as Date. */
export interface Db {
  query<R = Record<string, unknown>>(
    sql: string,
    params?: readonly unknown[],
  ): Promise<{ rows: R[]; rowCount: number }>;
}

const INT8 = 20;

/** Result types of this pool only; other users of `pg` in the process keep theirs. */
export const resultTypes: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === INT8 && format !== 'binary' ? BigInt : pg.types.getTypeParser(oid, format)) as never,
};

/** The connection of a transaction's Db, for operations that are not queries (COPY). */
const clients = new WeakMap<Db, pg.PoolClient>();
/**
 * Tells whether this code runs inside a transaction: on the embedded database a query outside it would wait for itself.
 */
const inside = new AsyncLocalStorage<{ open: boolean }>();

export type Connect = () => Promise<pg.PoolClient>;

/**
 * A Db over the pool that runs each query on any free connection. Throws `defect` inside a transaction, for whose end
 * it would wait, and `database_unreachable` if it gets no connection.
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

/** Several statements in one text: a failing one may leave open a transaction that an earlier one started. */
const isSeveral = (sql: string, params?: readonly unknown[]) => params === undefined && /;\s*\S/.test(sql);

/**
 * Runs `work` in one transaction: commits if it returns, rolls back if it throws. `idleMs`: the server ends the
 * transaction after this long without a statement. Otherwise a stopped process would keep its locks, and no other
 * process could take its run over. The setting is in the same message as `begin`, so that it costs no round trip and
 * works behind a pooler.
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
    // A connection whose rollback failed is closed, not reused.
    client.release(broken);
  }
}

/** More than the connections of a pool: all idle ones may have been cut at once. */
const ATTEMPTS = 12;

/**
 * Runs a statement on a connection of the pool. Retries it on another connection if the first was cut before the
 * statement was executed. After an error, closes the connection if it was cut or if `closeAfterError` is set.
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
export function getClient(db: Db): pg.PoolClient | null {
  return clients.get(db) ?? null;
}

async function send<R>(client: pg.PoolClient, sql: string, params?: readonly unknown[]) {
  try {
    const answered: pg.QueryResult | pg.QueryResult[] = await client.query(sql, params as unknown[]);
    // Several statements in one text return a list of results.
    const results = Array.isArray(answered) ? answered : [answered];
    return {
      rows: results.flatMap(({ rows }) => rows as R[]),
      rowCount: results.reduce((sum, { rowCount }) => sum + (rowCount ?? 0), 0),
    };
  } catch (error) {
    throw statementError(client, error);
  }
}

/** The error to throw for an error of a statement on this connection. */
export function statementError(client: pg.ClientBase, error: unknown): unknown {
  return (
    asUnreachable(error) ??
    databaseFault(error, placeOf(client)) ??
    otherKey(error) ??
    ofMoved(error) ??
    withoutRow(error)
  );
}

const NOWHERE: DatabasePlace = { user: '', database: '', host: '', home: null };
const places = new WeakMap<pg.ClientBase, DatabasePlace>();

/** Records the user, database and host of a connection, for its error messages. */
export function rememberPlace(client: pg.ClientBase, place: DatabasePlace): void {
  places.set(client, place);
}

const placeOf = (client: pg.ClientBase) => places.get(client) ?? NOWHERE;

/**
 * Error of the trigger that checks the vault key: the key was rotated, this process seals with the old one, and nothing
 * was written.
 */
function otherKey(error: unknown): PayrunError | null {
  return (error as { code?: unknown }).code === 'PR002' ? new PayrunError('vault_key_changed') : null;
}

/** Error of the triggers of a ledger that was moved or is being moved: nothing was written. */
function ofMoved(error: unknown): PayrunError | null {
  const { code, message, detail } = error as Partial<pg.DatabaseError>;
  if (code !== 'PR003' && code !== 'PR004') return null;
  return movedError({ place: message ?? '', at: detail ?? '', moved: code === 'PR003' });
}

/** Postgres quotes the whole row in the detail of a constraint violation; it must not get into a log. */
function withoutRow(error: unknown): unknown {
  if (error instanceof pg.DatabaseError && error.detail?.startsWith('Failing row')) error.detail = undefined;
  return error;
}

/**
 * Error code of the embedded database when it closes a connection on which it has executed nothing since its last
 * answer.
 */
export const CLOSING = 'PR001';

/** Error codes with which nothing was executed: the statement did not arrive completely, or was refused unread. */
const NOT_CARRIED_OUT = new Set([CLOSING, 'EPIPE', 'ECONNREFUSED', 'ENOENT', 'ENOTFOUND', 'EAI_AGAIN']);

/** Reasons for a missing connection, by Node's error code or SQLSTATE; without the URL or the password. */
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

/** `database_unreachable` if that is the meaning of the error, else null. `retry` is `safe` if nothing was executed. */
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
  // Node tries every address of a host name and reports all errors together.
  const first = error.errors?.[0];
  return first instanceof Error ? reasonOf(first) : null;
}

/** The error for payments from a ledger that was moved, or is being moved, to `place`. */
export function movedError({ place, at, moved }: { place: string; at: string; moved: boolean }): PayrunError {
  return moved ? new PayrunError('ledger_moved', { place, at }) : new PayrunError('ledger_moving', { place, at });
}
