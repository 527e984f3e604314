import type { Ledger } from './ledger.ts';

/**
 * Gives what was removed back for reuse. A real Postgres does that by itself; the embedded one has no process of its own for it,
 * and would grow for ever.
 */
export async function spaceForReuse({ kind, db }: Pick<Ledger, 'kind' | 'db'>): Promise<void> {
  if (kind !== 'embedded') return;
  for (const table of ['sheet_part', 'payment', 'call', 'webhook_delivery', 'inbox_file', 'notice', 'notice_delivery'])
    await db.query(`vacuum payrun.${table}`);
}
