import type { Db } from '../ledger/db/db.ts';
import { selectSheetMerchants } from '../ledger/views/sheet-merchants.ts';
import { type Person, seesMerchant } from './access.ts';

/** Whether someone may see every merchant that pays rows of a sheet. `lead`: the run that read the sheet. */
export async function maySeeSheet(db: Db, person: Pick<Person, 'merchants'>, lead: bigint): Promise<boolean> {
  if (person.merchants === null) return true;
  const merchants = await selectSheetMerchants(db, lead);
  return merchants.every((merchant) => seesMerchant(person, merchant));
}
