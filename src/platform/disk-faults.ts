import { tmpdir } from 'node:os';
import { dirname } from 'node:path';
import { PayrunError } from '../errors.ts';

/** Texts of file system errors, by code. */
export const DISK_FAULTS: Readonly<Record<string, string>> = {
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EIO: 'the disk or the network mount failed',
  ESTALE: 'the network mount is stale',
  ENOTCONN: 'the network mount is gone',
  ENOTDIR: 'a file exists where a folder is expected',
  EEXIST: 'a file exists where a folder is expected',
  ENOENT: 'it does not exist',
};

/** The numbers of ENOSPC and EDQUOT in WASI, which the embedded database runs on. */
const FULL_IN_WASI = new Set([51, 19]);

/** Whether an operation failed because the disk or the disk quota is full. */
export function isDiskFull(error: unknown): boolean {
  const { code, errno } = (error ?? {}) as { code?: unknown; errno?: unknown };
  return code === 'ENOSPC' || code === 'EDQUOT' || (code === undefined && FULL_IN_WASI.has(Number(errno)));
}

/** `disk_full` if a file could not be written because the disk is full; null for any other error. */
export function diskFullError(error: unknown): PayrunError | null {
  if (!isDiskFull(error)) return null;
  const { path, dest } = error as { path?: unknown; dest?: unknown };
  const file = [dest, path].find((one) => typeof one === 'string');
  const where = typeof file === 'string' ? dirname(file) : `the folder for temporary files, ${tmpdir()}, or the home`;
  return new PayrunError('disk_full', { where, needed: '500 MB' });
}
