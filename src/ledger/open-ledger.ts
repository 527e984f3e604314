import pg from 'pg';
import { isError, PayrunError } from '../errors.ts';
import type { Clock } from '../platform/clock.ts';
import { type FreeSpace, refuseFullDisk } from '../platform/disk-faults.ts';
import type { Log } from '../platform/log.ts';
import { keyAudit } from './audit/audit-chain.ts';
import { type DatabasePlace, databaseFault } from './db/database-faults.ts';
import { asUnreachable, type Db, poolDb, rememberPlace, resultTypes, transaction } from './db/db.ts';
import { ledgerIdentity } from './db/ledger-identity.ts';
import { missingRights } from './db/missing-rights.ts';
import type { EmbeddedAddress, Membership } from './embedded/embedded.ts';
import type { Ledger } from './ledger.ts';
import { migrate } from './migrations/migrate.ts';
import { isCurrentKey } from './rotations/rotate-key.ts';
import { openVaultOf } from './vault/vault-key.ts';

export interface LedgerOptions {
  /** URL of a Postgres server; if not given, the ledger uses the embedded database in `home`. */
  readonly databaseUrl?: string | undefined;
  /** Absolute path. */
  readonly home: string;
  /** 32 bytes in base64. Required with a Postgres server. */
  readonly vaultKey?: string | undefined;
  readonly log: Log;
  readonly clock: Clock;
  /** Other initial contents of a new embedded database, made by PGlite's `dumpDataDir`. */
  readonly snapshot?: Blob;
  /** The time that a transaction on a Postgres server may be idle, in ms. The embedded database has its own limit. */
  readonly idleMs?: number;
  /** Opens the embedded database only if no other process has it open, and lets none join. */
  readonly alone?: boolean;
  /** Free bytes on the disk of the embedded database. */
  readonly free?: FreeSpace;
}

const IDLE_MS = 14_000;

const OLDEST = 15;
/** Connections of this process. Queries on the embedded database take turns, so more connections would only wait. */
const CONNECTIONS = { embedded: 4, postgres: 10 } as const;

/**
 * Opens the ledger and migrates its schema.
 *
 * Throws `database_unreachable`, `database_too_old`, `database_newer`, `database_damaged`, `migration_changed`,
 * `vault_key_required`, `vault_key_wrong` and the errors in `DATABASE_FAULTS`. No message contains the URL or a
 * password.
 */
export async function openLedger(options: LedgerOptions): Promise<Ledger> {
  const kind = options.databaseUrl ? 'postgres' : 'embedded';
  if (kind === 'postgres' && !options.vaultKey) throw new PayrunError('vault_key_required');
  const source = await poolOf(options);
  const db = poolDb(source.connect);
  try {
    const tx = <T>(work: (db: Db) => Promise<T>) =>
      transaction(source.connect, work, kind === 'postgres' ? (options.idleMs ?? IDLE_MS) : null);
    const { rows } = await db.query<{ version: string }>(`select current_setting('server_version_num') as version`);
    const found = Math.floor(Number(rows[0]!.version) / 10_000);
    if (found < OLDEST) throw new PayrunError('database_too_old', { found });
    await migrate(db, tx);
    const { key, vault } = await openVaultOf(db, { configured: options.vaultKey, kind, home: options.home });
    keyAudit(db, vault);
    const keyedTx: Ledger['tx'] = (work) =>
      tx((inside) => {
        keyAudit(inside, vault);
        return work(inside);
      });
    const identity = await ledgerIdentity(db);
    let closing: Promise<void> | null = null;
    const close = () => {
      closing ??= source.close();
      return closing;
    };
    return { kind, identity, db, tx: keyedTx, vault, keyCounts: () => isCurrentKey(db, key), close };
  } catch (error) {
    const rights = isError(error, 'database_rights') ? await missingRights(db).catch(() => null) : null;
    await source.close();
    throw rights ?? error;
  }
}

interface Source {
  connect(): Promise<pg.PoolClient>;
  close(): Promise<void>;
}

/** A pool on the database that the options name: the PostgreSQL server, or the embedded one of the home. */
export async function poolOf(options: LedgerOptions): Promise<Source> {
  return options.databaseUrl ? postgresPool(options) : embeddedPool(options);
}

function postgresPool({ databaseUrl, log }: Pick<LedgerOptions, 'databaseUrl' | 'log'>): Source {
  const place = placeOf(databaseUrl!);
  const pool = createPool(
    { connectionString: databaseUrl, max: CONNECTIONS.postgres, onConnect: withoutJit },
    log,
    place,
  );
  const connect = () =>
    pool.connect().catch((error: unknown) => {
      throw databaseFault(error, place) ?? error;
    });
  return { connect, close: async () => (pool.ending ? undefined : pool.end()) };
}

/**
 * Keeps the server from compiling statements that it expects to read many rows: that takes up to ten times as long as
 * the statement itself, and is repeated each time.
 */
const withoutJit = async (client: pg.ClientBase): Promise<void> => {
  await client.query('set jit = off');
};

/** Throws `database_certificate_file`: the driver reads the files that the URL names. */
function placeOf(databaseUrl: string): DatabasePlace {
  try {
    const { user = '', database, host } = new pg.Client({ connectionString: databaseUrl });
    return { user, database: database || user, host, home: null };
  } catch (error) {
    throw databaseFault(error, { user: '', database: '', host: '', home: null }) ?? error;
  }
}

/**
 * A pool on the embedded database. When the owner process ends, this process opens the database itself or joins the new
 * owner.
 */
async function embeddedPool(options: LedgerOptions): Promise<Source> {
  const { joinEmbedded } = await import('./embedded/embedded.ts');
  let membership: Membership = await joinEmbedded(options, answers);
  let pool = poolAt(membership.address, options);
  let rejoining: Promise<void> | null = null;
  let closed = false;

  const rejoin = async () => {
    const old = pool;
    membership = await joinEmbedded(options, answers);
    pool = poolAt(membership.address, options);
    void old.end().catch(() => {});
  };

  return {
    async connect() {
      refuseFullDisk(options.home, options.free);
      const used = pool;
      try {
        return await used.connect();
      } catch (error) {
        // Nothing was sent yet, so a retry is safe. If several queries find the owner gone, only the first one rejoins.
        if (closed || membership.role === 'owner' || !asUnreachable(error)) throw error;
        if (pool === used)
          rejoining ??= rejoin().finally(() => {
            rejoining = null;
          });
        await rejoining;
        return pool.connect();
      }
    },
    async close() {
      closed = true;
      await rejoining?.catch(() => {});
      await pool.end();
      await membership.leave();
    },
  };
}

function poolAt(address: EmbeddedAddress, { log, home }: LedgerOptions): pg.Pool {
  const place = { ...address, database: 'postgres', home };
  return createPool({ ...address, database: 'postgres', password: '', max: CONNECTIONS.embedded }, log, place);
}

function createPool(config: pg.PoolConfig, log: Log, place: DatabasePlace): pg.Pool {
  const pool = new pg.Pool({
    connectionTimeoutMillis: 10_000,
    application_name: 'payrun',
    keepAlive: true,
    ...config,
    types: resultTypes,
  });
  // A connection can emit an error while it is idle, or after its query already failed with it. The query reports it to
  // its caller; the listener keeps the process from ending on the others.
  pool.on('connect', (client) => {
    rememberPlace(client, place);
    client.on('error', () => {});
  });
  pool.on('error', (error) => {
    if (!pool.ending) log.info({ detail: asUnreachable(error)?.details.detail }, 'a database connection was cut');
  });
  return pool;
}

async function answers(address: EmbeddedAddress): Promise<boolean> {
  const client = new pg.Client({ ...address, database: 'postgres', password: '', connectionTimeoutMillis: 2_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}
