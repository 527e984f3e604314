import { statfsSync } from 'node:fs';
import { PayrunError } from '../../errors.ts';
import { isDiskFull } from '../../platform/disk-faults.ts';

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
