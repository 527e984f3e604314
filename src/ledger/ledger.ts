import type { Db } from './db/db.ts';
import type { Vault } from './vault/vault.ts';

/** The open database with its schema up to date. */
export interface Ledger {
  readonly kind: 'embedded' | 'postgres';
  /** Identifies this ledger: the same for every process, and written on every remote batch. */
  readonly identity: string;
  /** For single statements. Inside `tx`, use the Db that `tx` passes to `work`. */
  readonly db: Db;
  /**
   * Runs `work` in one transaction. On the embedded database it blocks every other query of every process, so make no
   * call to the payout service inside it.
   */
  tx<T>(work: (db: Db) => Promise<T>): Promise<T>;
  readonly vault: Vault;
  /** False after the vault's key was changed: the database refuses the values that this process seals from then on. */
  keyCounts(): Promise<boolean>;
  /**
   * Waits for open work. The owner of the embedded database also waits for other processes' transactions, at most 30 s.
   */
  close(): Promise<void>;
}
