import type { bulkLoad } from './db/bulk-load.ts';
import type { Db } from './db/db.ts';
import type { Vault } from './vault/vault.ts';

/** The database, open and up to date. */
export interface Ledger {
  readonly kind: 'embedded' | 'postgres';
  /** Which ledger this is: the same for every process, and written on every batch at the service. */
  readonly identity: string;
  /** Single statements. Not inside `tx`: there, use the Db that `tx` hands in. */
  readonly db: Db;
  /**
   * Runs `work` in one transaction. On the embedded database it keeps every other query of every process waiting, so no
   * call to the service belongs in it.
   */
  tx<T>(work: (db: Db) => Promise<T>): Promise<T>;
  readonly bulkLoad: typeof bulkLoad;
  readonly vault: Vault;
  /** False once the vault's key was changed: what this process seals from then on is refused. */
  keyCounts(): Promise<boolean>;
  /** Waits for what is under way; the owner of the embedded database also for other processes' transactions, 30 s at most. */
  close(): Promise<void>;
}
