import { NO_FINDINGS } from '../rules/finding.ts';
import type { PayoutMethod } from './payout-method.ts';

/** A mobile wallet. The service has the list of wallet providers, so the recipient chooses one on its website. */
export const mobileWallet: PayoutMethod = {
  slug: 'mobile-wallet',
  columns: [],
  chosenBy: [],
  setUpByRecipient: 'a mobile wallet',
  needsAddress: false,
  read: () => ({ account: { method: 'mobile-wallet', fields: {} }, findings: NO_FINDINGS }),
  payload: () => ({ type: 'mobile-wallet' }),
  hint: () => 'mobile wallet',
  examples: { good: [{ payoutMethod: 'mobile-wallet', country: 'KE' }], bad: [] },
};
