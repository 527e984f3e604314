import type { Db } from './db.ts';

/** A transaction that stays open while its caller does other work. End it once, by `commit` or `rollback`. */
export interface OpenTransaction {
  readonly db: Db;
  commit(): Promise<void>;
  rollback(): Promise<void>;
}

class RolledBack extends Error {}

/**
 * Opens a transaction. It takes a connection of the pool until it ends; the server ends it if it is silent for longer
 * than the ledger allows. Throws what `ledger.tx` throws.
 */
export async function openTransaction(ledger: {
  tx<T>(work: (db: Db) => Promise<T>): Promise<T>;
}): Promise<OpenTransaction> {
  const opened = Promise.withResolvers<Db>();
  const end = Promise.withResolvers<void>();
  const ended = ledger.tx(async (db) => {
    opened.resolve(db);
    await end.promise;
  });
  ended.catch(opened.reject);
  return {
    db: await opened.promise,
    commit: () => {
      end.resolve();
      return ended;
    },
    rollback: () => {
      end.reject(new RolledBack());
      return ended.catch((error) => {
        if (!(error instanceof RolledBack)) throw error;
      });
    },
  };
}
