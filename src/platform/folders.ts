import { existsSync, mkdirSync, realpathSync, statSync } from 'node:fs';
import { constants, type FileHandle, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { PayrunError } from '../errors.ts';
import { DISK_FAULTS } from './disk-faults.ts';

/** Creates a folder that only this user can read, and its missing parents. Throws `file_unwritable`. */
export function makePrivateFolder(path: string): void {
  try {
    make(path);
  } catch (cause) {
    const { code = '', message } = cause as NodeJS.ErrnoException;
    const detail = code === 'ENOENT' ? 'no folder can be made there' : (DISK_FAULTS[code] ?? message);
    throw new PayrunError('file_unwritable', { file: path, detail }, { cause });
  }
}

/** One folder at a time: Node's `recursive` never returns below a folder that takes none, such as `/proc`. */
function make(path: string): void {
  if (isFolder(path)) return;
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // Another process created it meanwhile.
    if (code === 'EEXIST' && isFolder(path)) return;
    const above = dirname(path);
    if (code !== 'ENOENT' || existsSync(above)) throw error;
    make(above);
    make(path);
  }
}

const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

/** A folder that stays the one that was opened, whatever its name leads to later. */
export interface OpenFolder {
  /** Valid while the folder is open. */
  readonly path: string;
  readonly close: () => Promise<void>;
}

/** Throws ENOTDIR if the last part of the path is a link, unless `followLink`. */
export async function openFolder(path: string, followLink = false): Promise<OpenFolder> {
  const flags = constants.O_RDONLY | constants.O_DIRECTORY | (followLink ? 0 : constants.O_NOFOLLOW);
  const folder = await open(path, flags);
  return { path: openPath(folder, path), close: () => folder.close() };
}

/**
 * A path to the open file or folder itself, which works in other processes of this user too; `path`, by which it was
 * opened, if the system has no such path.
 */
export function openPath({ fd }: FileHandle, path: string): string {
  return existsSync('/proc/self/fd') ? `${realpathSync('/proc/self')}/fd/${fd}` : path;
}

/** Opens a regular file and waits for nothing: null if a link, a pipe or nothing at all has that path. */
export async function openRegularFile(path: string): Promise<FileHandle | null> {
  let file: FileHandle;
  try {
    file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'ELOOP', 'ENXIO'].includes((error as NodeJS.ErrnoException).code ?? '')) return null;
    throw error;
  }
  if ((await file.stat()).isFile()) return file;
  await file.close();
  return null;
}
