import type { Finding } from '../model.ts';
import { checkAvailability } from './check-availability.ts';
import type { PayoutMethod } from './payout-method.ts';

/** A debit card of the United States. Its number is never in a sheet: the recipient enters it in the payout service. */
export const debitCard: PayoutMethod = {
  slug: 'debit-card',
  columns: [],
  chosenBy: [],
  setUpByRecipient: 'a debit card',
  needsAddress: false,
  read(_, { addressCountry }) {
    const findings: Finding[] = [];
    checkAvailability(['US'], 'A debit card', addressCountry, findings);
    return { account: findings.length > 0 ? null : { method: 'debit-card', fields: {} }, findings };
  },
  payload: () => ({ type: 'debit-card' }),
  hint: () => 'debit card',
  examples: {
    good: [{ payoutMethod: 'debit-card', country: 'US' }],
    bad: [[{ payoutMethod: 'debit-card', country: 'GU' }, 'payout_method_elsewhere']],
  },
};
