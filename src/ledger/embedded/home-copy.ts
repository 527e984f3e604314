import { accessSync, constants, cpSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { PayrunError } from '../../errors.ts';
import { DISK_FAULTS } from '../../platform/disk-faults.ts';
import { makePrivateFolder } from '../../platform/folders.ts';
import { usageError } from '../../references/usage-error.ts';
import { syncFolder, syncTree } from './durable-files.ts';
import { completionMark, databaseFolder, restoredFolder } from './has-ledger.ts';
import { type HomeLock, takeHomeLock } from './home-lock.ts';

const KEY = 'vault.key';
/** The state of the embedded sandbox: it is copied with a home, but never replaces that of an existing home. */
const SANDBOX = 'sandbox.journal';

/**
 * Copies the stopped `home` into a new folder, which appears complete or not at all. Throws `usage` if `folder` already
 * exists, `home_open` if a process has the home open, and `file_unwritable`.
 */
export async function copyHome(home: string, folder: string): Promise<void> {
  if (existsSync(folder)) throw usageError('folder_exists', { folder });
  const part = join(dirname(folder), `.${basename(folder)}.part`);
  try {
    rmSync(part, { recursive: true, force: true });
    await replaceHome(home, part, 'before');
    rmSync(join(part, 'db.lock'), { force: true });
    renameSync(part, folder);
    syncFolder(dirname(folder));
  } catch (error) {
    rmSync(part, { recursive: true, force: true });
    throw unwritable(error, folder);
  }
}

/** Throws `usage` if `folder` is not a copy of a home. */
export function requireBackup(folder: string): void {
  if (!existsSync(completionMark(folder))) throw usageError('backup_without_ledger', { folder });
}

/**
 * Puts the ledger of a copy into `home`. The previous ledger and key stay next to it, with `suffix`. After an
 * interruption, nothing opens the home until this was repeated. Throws `usage` if `folder` has no ledger, `home_open`
 * if another process has the home open, and `file_unwritable`. Returns the folder of the previous ledger; null if there
 * was none.
 */
export async function replaceHome(folder: string, home: string, suffix: string): Promise<string | null> {
  requireBackup(folder);
  makePrivateFolder(home);
  const lock = takeHomeLock(join(home, 'db.lock'));
  if (!lock) throw new PayrunError('home_open', { home });
  let source: HomeLock | null = null;
  try {
    // The files of a running database are not a usable copy.
    source = lockCopy(folder);
    const [fresh, data] = [restoredFolder(home), databaseFolder(home)];
    rmSync(fresh, { recursive: true, force: true });
    cpSync(databaseFolder(folder), fresh, { recursive: true });
    await syncTree(fresh);
    const before = existsSync(data) ? `${data}.${suffix}` : null;
    if (before !== null) renameSync(data, before);
    const key = join(home, KEY);
    if (existsSync(key) && !readFileSync(key).equals(readFileSync(join(folder, KEY))))
      renameSync(key, `${key}.${suffix}`);
    if (!existsSync(key)) copyPrivate(join(folder, KEY), key);
    if (!existsSync(join(home, SANDBOX))) copyPrivate(join(folder, SANDBOX), join(home, SANDBOX));
    syncFolder(home);
    renameSync(fresh, data);
    syncFolder(home);
    return before;
  } catch (error) {
    throw unwritable(error, home);
  } finally {
    source?.release();
    lock.release();
  }
}

/** Keeps a copy unchanged until the lock is released; null if the folder is read-only, so that no one can open it. */
function lockCopy(folder: string): HomeLock | null {
  try {
    accessSync(folder, constants.W_OK);
  } catch {
    return null;
  }
  const lock = takeHomeLock(join(folder, 'db.lock'));
  if (!lock) throw new PayrunError('home_open', { home: folder });
  return lock;
}

/** Written next to its place and renamed, so that it is complete or absent. */
function copyPrivate(from: string, to: string): void {
  if (!existsSync(from)) return;
  const temporary = `${to}.new`;
  rmSync(temporary, { force: true });
  writeFileSync(temporary, readFileSync(from), { mode: 0o600, flush: true });
  renameSync(temporary, to);
}

function unwritable(error: unknown, file: string): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (error instanceof PayrunError || code === undefined || !(code in DISK_FAULTS)) return error;
  return new PayrunError('file_unwritable', { file, detail: DISK_FAULTS[code]! }, { cause: error });
}
