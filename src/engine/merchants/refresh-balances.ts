import { balancesIn } from '../../batches/prices/shortfall.ts';
import { recordBalances } from '../../ledger/merchants/balances.ts';
import { getMerchant } from '../../ledger/merchants/merchant.ts';
import type { AppContext } from '../context/app-context.ts';

/**
 * Reads the balances of a merchant from the service, with one call, and stores them. Does nothing for a platform.
 * Throws `merchant_unknown` and the errors of the call.
 */
export async function refreshBalances(
  { ledger, clock, service: serviceOf }: Pick<AppContext, 'ledger' | 'clock' | 'service'>,
  given: { readonly merchant: string; readonly by: string; readonly signal: AbortSignal },
): Promise<void> {
  const { merchant, by, signal } = given;
  const { key_kind } = await getMerchant(ledger.db, merchant);
  if (key_kind === 'parent') return;
  const service = await serviceOf(merchant);
  const { balances } = await service.call('listBalances', {}, { signal });
  await ledger.tx((db) => recordBalances(db, merchant, balancesIn(balances), { by, at: new Date(clock.now()) }));
}
