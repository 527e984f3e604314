import { tmpdir } from 'node:os';
import { dirname } from 'node:path';
import { PayrunError } from '../errors.ts';

/** What a file system says, in words, by its code. */
export const DISK_FAULTS: Readonly<Record<string, string>> = {
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EIO: 'the disk or the network mount failed',
  ESTALE: 'the network mount is not what it was',
  ENOTCONN: 'the network mount is gone',
  ENOTDIR: 'a file stands where a folder should be',
  EEXIST: 'a file stands where a folder should be',
  ENOENT: 'it is not there',
};

/** ENOSPC and EDQUOT as WASI, under the embedded database, counts them. */
const FULL_IN_WASI = new Set([51, 19]);

/** Is there no space left for what failed? */
export function isDiskFull(error: unknown): boolean {
  const { code, errno } = (error ?? {}) as { code?: unknown; errno?: unknown };
  return code === 'ENOSPC' || code === 'EDQUOT' || (code === undefined && FULL_IN_WASI.has(Number(errno)));
}

/** `disk_full` where a file could not be written for want of space, wherever that happened; else null. */
export function diskFullError(error: unknown): PayrunError | null {
  if (!isDiskFull(error)) return null;
  const { path, dest } = error as { path?: unknown; dest?: unknown };
  const file = [dest, path].find((one) => typeof one === 'string');
  const where = typeof file === 'string' ? dirname(file) : `the folder for temporary files, ${tmpdir()}, or the home`;
  return new PayrunError('disk_full', { where, needed: '500 MB' });
}
