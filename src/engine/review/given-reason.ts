import { PayrunError } from '../../errors.ts';
import { withoutAccountNumbers } from '../../reports/without-account-numbers.ts';

/**
 * The reason of a user's or program's decision: recorded, and shown to others, so account numbers are masked. Throws
 * `because_missing` for a blank one.
 */
export function givenReason(because: string): string {
  const given = because.trim();
  if (!given) throw new PayrunError('because_missing');
  return withoutAccountNumbers(given);
}
