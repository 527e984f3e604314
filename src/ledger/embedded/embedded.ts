import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { PayrunError } from '../../errors.ts';
import type { Clock } from '../../platform/clock.ts';
import { DISK_FAULTS, isDiskFull } from '../../platform/disk-faults.ts';
import type { Log } from '../../platform/log.ts';
import { makePrivateFolder } from '../../platform/private-folder.ts';
import { asFullDisk, type FreeSpace, freeSpace, fullDisk, refuseFullDisk } from '../db/free-space.ts';
import { durable, syncFolder, syncTree } from './durable-files.ts';
import { type EmbeddedServer, serveEmbedded } from './embedded-server.ts';
import { databaseFolder, madeMark } from './has-ledger.ts';
import { type HomeLock, takeHomeLock } from './home-lock.ts';

/** Where the embedded database listens, and the name that it lets in; in `home/db.address`, mode 0600. */
export interface EmbeddedAddress {
  /** A folder with the socket in it, or a host. As `pg` takes it. */
  readonly host: string;
  readonly port: number;
  readonly user: string;
}

/** A process's part in the embedded database: it owns it, or joined one that owns it. */
export interface Membership {
  readonly role: 'owner' | 'joined';
  readonly address: EmbeddedAddress;
  /** The owner lets others finish their transactions, then closes the database; somebody else may then own it. */
  leave(): Promise<void>;
}

interface Options {
  readonly home: string;
  readonly log: Log;
  readonly clock: Clock;
  /** A data directory to begin with where there is none yet (PGlite's dumpDataDir). Without it initdb runs, 2 to 3 s. */
  readonly snapshot?: Blob;
  /** How long an owner that leaves waits for transactions of others. */
  readonly graceMs?: number;
  readonly free?: FreeSpace;
}

/** The file name that `pg` looks for in a folder. */
const SOCKET = '.s.PGSQL.5432';
/** Bytes of a socket's path: 104 on macOS, 108 on Linux, with the final zero. */
const SOCKET_PATH_LIMIT = 103;
const FOLDER_PREFIX = 'payrun-socket-';
/** An owner that starts needs 3 s, one that ends waits for others. */
const PATIENCE_MS = 60_000;

/**
 * Opens the embedded database of `home`, or joins the process that has it open. Of several that race exactly one opens it;
 * the others join as soon as it listens.
 *
 * Throws `file_unwritable` when `home` cannot be written to, `disk_full`, `database_unreachable` when another process holds it
 * and does not answer, `database_damaged` when it cannot be opened.
 */
export async function joinEmbedded(options: Options, tryAddress: TryAddress): Promise<Membership> {
  const { home, clock } = options;
  const until = clock.now() + PATIENCE_MS;
  for (;;) {
    const lock = lockHome(home);
    if (lock) return await own(options, lock);
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

/** Does the database answer there? */
export type TryAddress = (address: EmbeddedAddress) => Promise<boolean>;

async function own(options: Options, lock: HomeLock): Promise<Membership> {
  const { home, log, graceMs = 30_000 } = options;
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
    if (process.platform === 'win32') {
      server = await serveEmbedded({ pglite, user, listen: { host: '127.0.0.1', port: 0 } });
    } else {
      folder = socketFolder(home);
      server = await serveEmbedded({ pglite, user, listen: { path: join(folder, SOCKET) } });
    }
    const address = { host: folder ?? '127.0.0.1', port: server.port ?? 5432, user };
    writeAddress(home, address);
    log.debug({ home }, 'opened the embedded database');
    return { role: 'owner', address, leave };
  } catch (error) {
    await leave().catch(() => {});
    throw error;
  }
}

/**
 * The data. What lacks the mark was never served: making it was cut off, so it holds nothing that anybody was told is
 * saved. It is put aside, not deleted.
 */
async function openData({ home, snapshot, clock, free = freeSpace }: Options): Promise<PGlite> {
  const data = databaseFolder(home);
  const mark = madeMark(home);
  if (existsSync(data) && !existsSync(mark)) renameSync(data, `${data}.unfinished-${clock.now()}`);
  try {
    // A full disk says the same as damaged files, and the files are whole.
    refuseFullDisk(home, free);
    makePrivateFolder(data);
    const isNew = !existsSync(mark);
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

/** Removes what an owner that was killed left. Only for who holds the lock. */
function forgetAddress(home: string): void {
  const old = readAddress(home);
  rmSync(addressFile(home), { force: true });
  // A folder that mkdtemp made for this alone.
  if (old && dirname(old.host) === tmpdir() && basename(old.host).startsWith(FOLDER_PREFIX))
    rmSync(old.host, { recursive: true, force: true });
}
