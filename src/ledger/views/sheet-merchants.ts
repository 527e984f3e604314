import type { Db } from '../db/db.ts';

/**
 * Merchants of all runs of a sheet, given its lead run. Takes no scope, because callers use it to detect merchants
 * outside one.
 */
export async function selectSheetMerchants(db: Db, lead: bigint): Promise<readonly string[]> {
  const { rows } = await db.query<{ merchant: string }>(
    `select distinct merchant_id as merchant from payrun.run where id = $1 or lead_run = $1
       or sheet_id = (select sheet_id from payrun.run where id = $1)`,
    [lead],
  );
  return rows.map(({ merchant }) => merchant);
}
