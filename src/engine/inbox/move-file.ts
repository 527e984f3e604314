import type { BigIntStats } from 'node:fs';
import { dirname } from 'node:path';
import type { InboxDisk } from './disk.ts';

/**
 * `moved`: it is there, also where an earlier attempt brought it. `name_taken`: something else has that name; nothing was moved.
 * `gone`: it is at neither place.
 */
export type Moved = 'moved' | 'name_taken' | 'gone';

/** What a file system says that has no hard links, or does not let this user link a file of another one (`protected_hardlinks`). */
const NO_LINKS = new Set(['EPERM', 'EACCES', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EINVAL', 'UNKNOWN']);

/**
 * Moves a file to a name that nothing has, and never over anything: `rename` would replace what is there without a word. The new
 * name is made by a hard link, which only one of two can make; where there are none, by a new empty file that the
 * file then replaces. Ended at any point, it can be called again. Both paths are in one file system.
 *
 * @param again an earlier attempt may have been under way: an empty file at the new name is then its reservation.
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
