import { selectSheetMerchants } from '../../../ledger/views/sheet-merchants.ts';
import { seesMerchant } from '../../../permissions/access.ts';
import type { PageDeps } from '../../components/view.ts';
import type { CurrentUser } from '../../current-user.ts';

/** Whether a visitor may see every merchant that pays rows of a sheet. `lead`: the run that read the sheet. */
export async function maySeeSheet(
  { appContext: { ledger } }: Pick<PageDeps, 'appContext'>,
  currentUser: Pick<CurrentUser, 'merchants'>,
  lead: bigint,
): Promise<boolean> {
  if (currentUser.merchants === null) return true;
  const merchants = await selectSheetMerchants(ledger.db, lead);
  return merchants.every((merchant) => seesMerchant(currentUser, merchant));
}
