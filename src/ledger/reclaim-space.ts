import type { Ledger } from './ledger.ts';

/** Tables whose rows are deleted. */
export const RECLAIMED = [
  'sheet_part',
  'payment_row',
  'call',
  'webhook_delivery',
  'inbox_file',
  'notification',
  'notification_delivery',
  'endpoint_message',
] as const;

/**
 * Makes the space of deleted rows available again. A Postgres server does this automatically; the embedded database has
 * no autovacuum and would grow forever.
 */
export async function reclaimSpace({ kind, db }: Pick<Ledger, 'kind' | 'db'>): Promise<void> {
  if (kind !== 'embedded') return;
  for (const table of RECLAIMED) await db.query(`vacuum payrun.${table}`);
}
