import type { Db } from './db/db.ts';
import type { Ledger } from './ledger.ts';

const AWAKE_MS = 20_000;

/** Hands `work` a transaction of the ledger in which nothing else writes, until `work` or `end` ends it. */
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
  // The embedded database ends a transaction that is silent for a minute, and building a large index there takes longer.
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
