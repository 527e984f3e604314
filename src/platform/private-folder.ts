import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { PayrunError } from '../errors.ts';
import { DISK_FAULTS } from './disk-faults.ts';

/** Makes a folder that nobody else sees, and those above it that are not there. Throws `file_unwritable`. */
export function makePrivateFolder(path: string): void {
  try {
    make(path);
  } catch (cause) {
    const { code = '', message } = cause as NodeJS.ErrnoException;
    const detail = code === 'ENOENT' ? 'no folder can be made there' : (DISK_FAULTS[code] ?? message);
    throw new PayrunError('file_unwritable', { file: path, detail }, { cause });
  }
}

/** One at a time: below a folder that takes none, as `/proc`, Node's `recursive` tries for ever. */
function make(path: string): void {
  if (isFolder(path)) return;
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // Made by another process meanwhile.
    if (code === 'EEXIST' && isFolder(path)) return;
    const above = dirname(path);
    if (code !== 'ENOENT' || existsSync(above)) throw error;
    make(above);
    make(path);
  }
}

const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
