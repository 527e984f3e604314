import type { PayoutMethodSlug } from '../model.ts';
import { finding } from '../rules/finding.ts';
import type { PayoutMethod } from './payout-method.ts';

/** A method that the contract knows and Payrun does not pay: every row of it is refused with the reason. */
export function notPayable(slug: PayoutMethodSlug, name: string): PayoutMethod {
  const refusal = `Payrun cannot make ${name} yet`;
  return {
    slug,
    columns: [],
    chosenBy: [],
    refusal,
    needsAddress: false,
    read: (cells) => ({
      account: null,
      findings: [finding('payout_method_not_payable', 'payoutMethod', { refusal }, cells.payoutMethod)],
    }),
    payload: () => ({ type: slug }),
    hint: () => slug,
    examples: { good: [], bad: [[{ payoutMethod: slug }, 'payout_method_not_payable']] },
  };
}
