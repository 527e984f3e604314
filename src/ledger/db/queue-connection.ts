import type { Db } from './db.ts';

/** The schema of the queue's tables. They and their SQL are the library's; nothing else of Payrun writes into them. */
export const QUEUE_SCHEMA = 'payrun_queue';

/** What the queue's library sends its SQL through: the ledger's own connections, so that it is where the ledger is. */
export interface QueueConnection {
  executeSql(text: string, values?: unknown[]): Promise<{ rows: Record<string, unknown>[] }>;
}

/** Throws what `Db.query` throws: `database_unreachable` where the database is away. */
export function queueConnection(db: Db): QueueConnection {
  return {
    async executeSql(text, values) {
      const { rows } = await db.query(text, values);
      return { rows: rows.map(plainNumbers) };
    },
  };
}

/** The library knows int8 as text, as `pg` gives it where nothing else is said. */
function plainNumbers(row: Record<string, unknown>): Record<string, unknown> {
  for (const [name, value] of Object.entries(row)) if (typeof value === 'bigint') row[name] = String(value);
  return row;
}
