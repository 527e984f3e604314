import type { BigIntStats } from 'node:fs';
import { dirname } from 'node:path';
import type { InboxDisk } from './inbox-disk.ts';

/**
 * `moved`: the file has its new name, possibly by an earlier attempt. `name_taken`: another file has that name, and
 * nothing was moved. `gone`: the file is in neither place.
 */
export type Moved = 'moved' | 'name_taken' | 'gone';

/**
 * Error codes of a file system without hard links, or one that forbids this user to link another user's file
 * (`protected_hardlinks`).
 */
const NO_LINKS = new Set(['EPERM', 'EACCES', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EINVAL', 'UNKNOWN']);

/**
 * Moves a file to a free name and never replaces a file, as `rename` would silently do. A hard link creates the new
 * name, so that only one of two processes can; without hard links, a new empty file reserves the name and the file then
 * replaces it. Can be called again after an interruption at any point. Both paths must be on one file system.
 *
 * @param again an earlier attempt may have been interrupted: an empty file at the new name is then its reservation.
 */
export async function moveFile(disk: InboxDisk, from: string, to: string, again: boolean): Promise<Moved> {
  const [source, target] = [await disk.look(from), await disk.look(to)];
  if (!source) return target ? 'moved' : 'gone';
  if (target && !isSame(source, target)) {
    const reserved = again && target.isFile() && target.size === 0n && source.size > 0n;
    return reserved ? renameOver(disk, from, to) : 'name_taken';
  }
  if (!target) {
    try {
      await disk.link(from, to);
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException;
      if (code === 'EEXIST') return 'name_taken';
      if (code === 'ENOENT' && (await disk.look(dirname(to)))) return 'gone';
      if (!NO_LINKS.has(code)) throw error;
      return moveByReservation(disk, from, to);
    }
  }
  await disk.remove(from);
  return 'moved';
}

async function moveByReservation(disk: InboxDisk, from: string, to: string): Promise<Moved> {
  try {
    await disk.reserve(to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return 'name_taken';
    throw error;
  }
  return renameOver(disk, from, to);
}

async function renameOver(disk: InboxDisk, from: string, to: string): Promise<Moved> {
  try {
    await disk.rename(from, to);
    return 'moved';
  } catch (error) {
    await disk.remove(to);
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 'gone';
    throw error;
  }
}

function isSame(one: BigIntStats, other: BigIntStats): boolean {
  return one.ino !== 0n && one.ino === other.ino && one.dev === other.dev;
}
