import type { Db } from './db.ts';

/**
 * Whether the database can lowercase letters beyond ASCII. With the locale C it cannot, and its own check that uploader
 * and approver are different persons treats "JÖRG" and "jörg" as two.
 */
export async function supportsLetterCase(db: Db): Promise<boolean> {
  const { rows } = await db.query<{ lowers: boolean }>(`select lower('Ł') = 'ł' as lowers`);
  return rows[0]!.lowers;
}
