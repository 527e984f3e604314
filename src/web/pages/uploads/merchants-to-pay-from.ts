import type { AppContext } from '../../../engine/context/app-context.ts';
import { listMerchants } from '../../../ledger/merchants/merchant.ts';
import { seesMerchant } from '../../../permissions/access.ts';
import type { CurrentUser } from '../../current-user.ts';

/** The merchants that this visitor may pay from. */
export async function merchantsToPayFrom(
  { ledger, defaultMerchant }: Pick<AppContext, 'ledger' | 'defaultMerchant'>,
  currentUser: CurrentUser,
): Promise<readonly string[]> {
  const known = (await listMerchants(ledger.db)).filter(({ key_kind }) => key_kind === 'merchant').map(({ id }) => id);
  return [...new Set([...known, defaultMerchant])].filter((merchant) => seesMerchant(currentUser, merchant)).sort();
}
