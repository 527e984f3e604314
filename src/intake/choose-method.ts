import type { Cells, Finding, PayoutMethodSlug } from '../model.ts';
import { METHODS } from '../payout-methods/methods.ts';
import type { PayoutMethod } from '../payout-methods/payout-method.ts';
import { finding } from '../rules/finding.ts';

const LONGEST_SLUG = 20;

/**
 * How a row is paid: by payoutMethod where it is filled in, else by the method whose columns are, else by bank transfer. A mailing
 * address beside a bank account chooses nothing: many sheets have one. Null where that cannot be said, which is then in `found`.
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
