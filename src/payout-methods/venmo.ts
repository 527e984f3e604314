import type { Finding } from '../model.ts';
import { checkAvailability } from './check-availability.ts';
import type { PayoutMethod } from './payout-method.ts';

/** The United States and the three territories that the contract names. */
const TERRITORIES = ['US', 'PR', 'GU', 'VI'];

/** Venmo: the recipient connects it, and must live in the United States or one of three territories. */
export const venmo: PayoutMethod = {
  slug: 'venmo',
  columns: [],
  chosenBy: [],
  setUpByRecipient: 'Venmo',
  needsAddress: false,
  read(_, { addressCountry }) {
    const findings: Finding[] = [];
    checkAvailability(TERRITORIES, 'Venmo', addressCountry, findings);
    return { account: findings.length > 0 ? null : { method: 'venmo', fields: {} }, findings };
  },
  payload: () => ({ type: 'venmo' }),
  hint: () => 'Venmo',
  examples: {
    good: [
      { payoutMethod: 'venmo', country: 'US' },
      { payoutMethod: 'venmo', country: 'PR' },
    ],
    bad: [[{ payoutMethod: 'venmo', country: 'DE' }, 'payout_method_elsewhere']],
  },
};
