import type { Cells, Finding, PayoutMethodSlug } from '../model.ts';
import { METHODS } from '../payout-methods/methods.ts';
import type { PayoutMethod } from '../payout-methods/payout-method.ts';
import { finding } from '../rules/finding.ts';

const LONGEST_SLUG = 20;

/**
 * The payout method of a row: payoutMethod if it is filled in, else the method whose columns are filled in, else a bank
 * transfer. A mailing address beside a bank account does not select a check: many sheets have one. Null if the method
 * is unknown or ambiguous; `found` then has the error.
 */
export function chooseMethod(cells: Cells, found: Finding[]): PayoutMethod | null {
  const { payoutMethod } = cells;
  if (payoutMethod !== undefined) {
    const slug = payoutMethod.length > LONGEST_SLUG ? '' : payoutMethod.toLowerCase().replace(/[\s_]+/g, '-');
    const method = Object.hasOwn(METHODS, slug) ? METHODS[slug as PayoutMethodSlug] : null;
    if (!method) found.push(finding('payout_method_unknown', 'payoutMethod', {}, payoutMethod));
    return method;
  }
  const byBank = isFilled(METHODS['bank-transfer'], cells);
  if (isFilled(METHODS.paypal, cells)) {
    if (!byBank) return METHODS.paypal;
    found.push(finding('payout_method_ambiguous', 'payoutMethod'));
    return null;
  }
  return !byBank && isFilled(METHODS.check, cells) ? METHODS.check : METHODS['bank-transfer'];
}

function isFilled({ chosenBy }: PayoutMethod, cells: Cells): boolean {
  for (const column of chosenBy) if (cells[column] !== undefined) return true;
  return false;
}
