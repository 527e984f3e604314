import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { PayrunError } from '../../errors.ts';
import type { Clock } from '../../platform/clock.ts';
import {
  asFullDisk,
  DISK_FAULTS,
  type FreeSpace,
  freeSpace,
  fullDisk,
  isDiskFull,
  refuseFullDisk,
} from '../../platform/disk-faults.ts';
import { makePrivateFolder } from '../../platform/folders.ts';
import type { Log } from '../../platform/log.ts';
import { durable, syncFolder, syncTree } from './durable-files.ts';
import { type EmbeddedServer, serveEmbedded } from './embedded-server.ts';
import { completionMark, databaseFolder, isRestoreCutOff } from './has-ledger.ts';
import { type HomeLock, takeHomeLock } from './home-lock.ts';
import { unpackInitialDatabase } from './initial-database.ts';

/** Address of the embedded database and the user name it accepts; stored in `home/db.address` with mode 0600. */
export interface EmbeddedAddress {
  /** A folder with the socket, or a host name, as `pg` takes it. */
  readonly host: string;
  readonly port: number;
  readonly user: string;
}

/** A process's role: it owns the embedded database or has joined the owner. */
export interface Membership {
  readonly role: 'owner' | 'joined';
  readonly address: EmbeddedAddress;
  /**
   * As owner: lets other processes finish their transactions, then closes the database. Another process can then own
   * it.
   */
  leave(): Promise<void>;
}

interface Options {
  readonly home: string;
  readonly log: Log;
  readonly clock: Clock;
  /** Another initial data directory than the packed one if none exists (PGlite's dumpDataDir). */
  readonly snapshot?: Blob;
  /** The time that a leaving owner waits for transactions of other processes, in ms. */
  readonly graceMs?: number;
  readonly free?: FreeSpace;
  /** Refuses instead of joining another process, and is joined by none. */
  readonly alone?: boolean;
}

/** The socket's file name that `pg` looks for in a folder. */
const SOCKET = '.s.PGSQL.5432';
/** Longest socket path in bytes. The system limit is 104 on macOS and 108 on Linux, including the final zero. */
const SOCKET_PATH_LIMIT = 103;
const FOLDER_PREFIX = 'payrun-socket-';
/** An owner takes 3 s to start; a leaving owner waits for other processes. */
const PATIENCE_MS = 60_000;
/** For a process that is alone: no other waits for its transactions. */
const ALONE_IDLE_MS = 86_400_000;

/**
 * Opens the embedded database of `home`, or joins the process that has it open. If several processes race, exactly one
 * opens it, and the others join as soon as it listens.
 *
 * Throws `home_open` if it is `alone` and cannot be, `file_unwritable` if `home` cannot be written to, `disk_full`,
 * `database_unreachable` if another process has the database and does not answer, and `database_damaged` if it
 * cannot be opened.
 */
export async function joinEmbedded(options: Options, tryAddress: TryAddress): Promise<Membership> {
  const { home, clock } = options;
  const until = clock.now() + PATIENCE_MS;
  for (;;) {
    const lock = lockHome(home);
    if (lock) return await own(options, lock);
    if (options.alone) throw new PayrunError('home_open', { home });
    const address = readAddress(home);
    if (address && (await tryAddress(address))) return { role: 'joined', address, leave: async () => {} };
    if (clock.now() > until)
      throw new PayrunError('database_unreachable', { detail: `another process has ${home} open and does not answer` });
    await clock.sleep(50);
  }
}

function lockHome(home: string): HomeLock | null {
  makePrivateFolder(home);
  try {
    chmodSync(home, 0o700);
    return takeHomeLock(join(home, 'db.lock'));
  } catch (cause) {
    if (isDiskFull(cause)) throw fullDisk(home);
    const { code = '', message } = cause as NodeJS.ErrnoException;
    throw new PayrunError('file_unwritable', { file: home, detail: DISK_FAULTS[code] ?? message }, { cause });
  }
}

/** Does the database answer at this address? */
export type TryAddress = (address: EmbeddedAddress) => Promise<boolean>;

async function own(options: Options, lock: HomeLock): Promise<Membership> {
  const { home, log, graceMs = 30_000, alone = false } = options;
  let pglite: PGlite | undefined;
  let server: EmbeddedServer | undefined;
  let folder: string | undefined;
  const leave = async () => {
    try {
      await server?.close(graceMs);
      await pglite?.close();
      rmSync(addressFile(home), { force: true });
      if (folder && folder !== home) rmSync(folder, { recursive: true, force: true });
    } finally {
      lock.release();
    }
  };
  try {
    forgetAddress(home);
    pglite = await openData(options);
    const user = `payrun-${randomBytes(16).toString('hex')}`;
    const patience = alone ? { idleInTransactionMs: ALONE_IDLE_MS } : {};
    if (process.platform === 'win32') {
      server = await serveEmbedded({ pglite, user, ...patience, listen: { host: '127.0.0.1', port: 0 } });
    } else {
      folder = socketFolder(home);
      server = await serveEmbedded({ pglite, user, ...patience, listen: { path: join(folder, SOCKET) } });
    }
    const address = { host: folder ?? '127.0.0.1', port: server.port ?? 5432, user };
    if (!alone) writeAddress(home, address);
    log.debug({ home }, 'opened the embedded database');
    return { role: 'owner', address, leave };
  } catch (error) {
    await leave().catch(() => {});
    throw error;
  }
}

/**
 * Opens or creates the database. A folder without the mark was interrupted during creation and never served, so it
 * holds no committed data. It is renamed, not deleted.
 */
async function openData({ home, snapshot, clock, free = freeSpace }: Options): Promise<PGlite> {
  if (isRestoreCutOff(home)) throw new PayrunError('restore_cut_off', { home });
  const data = databaseFolder(home);
  const mark = completionMark(home);
  if (existsSync(data) && !existsSync(mark)) renameSync(data, `${data}.unfinished-${clock.now()}`);
  try {
    // Check first: a full disk causes the same error as damaged files.
    refuseFullDisk(home, free);
    makePrivateFolder(data);
    const isNew = !existsSync(mark);
    if (isNew && !snapshot) await unpackInitialDatabase(data);
    const pglite = await PGlite.create({
      ...durable(data),
      ...(isNew && snapshot ? { loadDataDir: snapshot } : {}),
    });
    if (isNew) {
      await syncTree(data);
      writeFileSync(mark, '', { mode: 0o600, flush: true });
      syncFolder(data);
    }
    return pglite;
  } catch (cause) {
    const full = asFullDisk(cause, home, free);
    if (full) throw full;
    const detail = cause instanceof Error ? cause.message : 'its files cannot be read';
    throw new PayrunError('database_damaged', { home, detail }, { cause });
  }
}

function socketFolder(home: string): string {
  const path = join(home, SOCKET);
  if (Buffer.byteLength(path) > SOCKET_PATH_LIMIT) return mkdtempSync(join(tmpdir(), FOLDER_PREFIX));
  rmSync(path, { force: true });
  return home;
}

const addressFile = (home: string) => join(home, 'db.address');

function writeAddress(home: string, address: EmbeddedAddress): void {
  const temporary = `${addressFile(home)}.new`;
  writeFileSync(temporary, JSON.stringify(address), { mode: 0o600 });
  renameSync(temporary, addressFile(home));
}

function readAddress(home: string): EmbeddedAddress | null {
  try {
    return JSON.parse(readFileSync(addressFile(home), 'utf8')) as EmbeddedAddress;
  } catch {
    return null;
  }
}

/** Removes the address and socket folder of a killed owner. Only the holder of the lock may call it. */
function forgetAddress(home: string): void {
  const old = readAddress(home);
  rmSync(addressFile(home), { force: true });
  // Only a folder that mkdtemp created for the socket.
  if (old && dirname(old.host) === tmpdir() && basename(old.host).startsWith(FOLDER_PREFIX))
    rmSync(old.host, { recursive: true, force: true });
}
