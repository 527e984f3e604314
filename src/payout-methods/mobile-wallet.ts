import { NOTHING } from '../rules/finding.ts';
import type { PayoutMethod } from './payout-method.ts';

/** A mobile wallet. Which ones there are is the service's list of payers, so the recipient chooses theirs at the service. */
export const mobileWallet: PayoutMethod = {
  slug: 'mobile-wallet',
  columns: [],
  chosenBy: [],
  setUpByRecipient: 'a mobile wallet',
  needsAddress: false,
  read: () => ({ account: { method: 'mobile-wallet', fields: {} }, findings: NOTHING }),
  payload: () => ({ type: 'mobile-wallet' }),
  hint: () => 'mobile wallet',
  examples: { good: [{ payoutMethod: 'mobile-wallet', country: 'KE' }], bad: [] },
};
