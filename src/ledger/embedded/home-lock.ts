import { chmodSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

/** A lock on a folder, which at most one process of the machine holds. */
export interface HomeLock {
  release(): void;
}

/**
 * Takes the lock, or returns null if another process (or another ledger of this one) holds it. Never waits.
 *
 * The lock is SQLite's lock on an empty file. This is the kernel's own file lock: it ends with the process in every
 * case, only one of two racing processes gets it, and it works between containers. A file with a process id does none
 * of this: ids are reused, are 1 in every container, and removing a stale file races.
 *
 * Nothing else may open this file in a process that holds the lock: closing any descriptor of a file releases all POSIX
 * locks of the process on it. SQLite knows that and keeps its own descriptor open.
 */
export function takeHomeLock(path: string): HomeLock | null {
  const database = new DatabaseSync(path);
  try {
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    chmodSync(path, 0o600);
  } catch (error) {
    database.close();
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return null;
    throw error;
  }
  return { release: () => database.close() };
}

const SQLITE_BUSY = 5;
