import type { Db } from '../ledger/db/db.ts';
import { getSheet } from '../ledger/runs/sheet.ts';
import type { Understood } from '../sheets/understood-sheet.ts';

/** Whether a sheet is a pain.001, which gets a pain.002 as its answer. */
export async function isPaymentOrder(db: Db, sheet: string | null): Promise<boolean> {
  const stored = sheet === null ? null : await getSheet(db, sheet);
  return (stored?.understood as Partial<Understood> | undefined)?.message !== undefined;
}
