import type { Db } from './db/db.ts';
import type { Ledger } from './ledger.ts';

const AWAKE_MS = 20_000;

/**
 * Passes `work` a transaction of the ledger, which stays open until `work` returns or calls `end`. On the embedded
 * database no other query runs meanwhile.
 */
export async function withSnapshot<T>(
  ledger: Pick<Ledger, 'tx'>,
  work: (read: { db: Db; end: () => void }) => Promise<T>,
): Promise<T> {
  const opened = Promise.withResolvers<Db>();
  const ended = Promise.withResolvers<void>();
  const reading = ledger.tx((db) => {
    opened.resolve(db);
    return ended.promise;
  });
  reading.catch(opened.reject);
  const db = await opened.promise;
  // The embedded database ends a transaction that is idle for a minute; building a large index there takes longer.
  const awake = setInterval(() => void db.query('select 1').catch(() => {}), AWAKE_MS);
  const end = () => {
    clearInterval(awake);
    ended.resolve();
  };
  try {
    return await work({ db, end });
  } finally {
    end();
    await reading;
  }
}
