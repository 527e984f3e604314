import { chmodSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

/** A lock on a folder, held by at most one process of the machine. */
export interface HomeLock {
  release(): void;
}

/**
 * Takes the lock, or returns null when another process (or another ledger of this one) holds it. Never waits.
 *
 * The lock is SQLite's on an empty file: the kernel's own file lock, which ends with the process however it ends, is
 * taken by exactly one of two that race, and works between containers. A file with a process id in it does none of these: an
 * id is used again, is 1 in every container, and removing a stale file races.
 *
 * Nothing else may open this file in a process that holds the lock: closing any descriptor of a file lets go of all POSIX locks
 * that the process has on it. SQLite knows that and keeps its own open.
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
