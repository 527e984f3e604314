import { statfsSync } from 'node:fs';
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

/**
 * Free space needed, in MB. The embedded database writes its log in files of 16 MB and stops without a message if it
 * cannot. Creating one takes 50 MB.
 */
const NEEDED_MB = 64;
const MB = 1024 * 1024;

/** Free bytes on the disk of a folder. */
export type FreeSpace = (folder: string) => number;

export const freeSpace: FreeSpace = (folder) => {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
};

/** Throws `disk_full` if the embedded database has too little space. */
export function refuseFullDisk(home: string, free: FreeSpace = freeSpace): void {
  if (free(home) < NEEDED_MB * MB) throw fullDisk(home);
}

/** `disk_full` if that is why the embedded database did not open, whatever its error says; else null. */
export function asFullDisk(error: unknown, home: string, free: FreeSpace = freeSpace): PayrunError | null {
  return isDiskFull(error) || free(home) < NEEDED_MB * MB ? fullDisk(home) : null;
}

export function fullDisk(home: string): PayrunError {
  return new PayrunError('disk_full', { where: home, needed: `${NEEDED_MB} MB` });
}
