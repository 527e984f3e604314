import type { Db } from './db.ts';

/**
 * Whether the database knows small and capital letters beyond ASCII. With the locale C it does not, and its own check
 * that maker and approver are different persons takes "JÖRG" and "jörg" for two.
 */
export async function lowersLetters(db: Db): Promise<boolean> {
  const { rows } = await db.query<{ lowers: boolean }>(`select lower('Ł') = 'ł' as lowers`);
  return rows[0]!.lowers;
}
