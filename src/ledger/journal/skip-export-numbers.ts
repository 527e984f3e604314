import type { Db } from '../db/db.ts';

/** Numbers that exports after the backup of a restored ledger may have. */
const SKIPPED = 100;

/**
 * After a restore: the exports since the backup are unknown, and no later one gets the number of one of them, so that
 * the company's ledger mistakes no entry for another.
 */
export async function skipExportNumbers(db: Db): Promise<void> {
  await db.query(
    `select setval(pg_get_serial_sequence('payrun.journal_export', 'id'), coalesce(max(id), 0) + ${SKIPPED}) from payrun.journal_export`,
  );
}
