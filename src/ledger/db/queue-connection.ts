import type { Db } from './db.ts';

/** The schema of the queue's tables. The queue library owns them and their SQL; Payrun itself never writes to them. */
export const QUEUE_SCHEMA = 'payrun_queue';

/**
 * The queue library's connection: it uses the ledger's own connections, so that the queue is in the ledger's database.
 */
export interface QueueConnection {
  executeSql(text: string, values?: unknown[]): Promise<{ rows: Record<string, unknown>[] }>;
}

/** Throws the errors of `Db.query`, for example `database_unreachable`. */
export function queueConnection(db: Db): QueueConnection {
  return {
    async executeSql(text, values) {
      const { rows } = await db.query(text, values);
      return { rows: rows.map(plainNumbers) };
    },
  };
}

/** The library expects int8 as text, which is the default of `pg`. */
function plainNumbers(row: Record<string, unknown>): Record<string, unknown> {
  for (const [name, value] of Object.entries(row)) if (typeof value === 'bigint') row[name] = String(value);
  return row;
}
