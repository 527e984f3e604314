import { existsSync, mkdirSync, statSync } from 'node:fs';
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
