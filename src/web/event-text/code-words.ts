import { reasonWords } from '../../outcomes/reason-words.ts';

/**
 * Words for event codes that concern a whole sheet or a call. `reason-words` has the reasons why a payment was not
 * paid.
 */
const WORDS: Readonly<Record<string, string>> = {
  // Why no payment of a sheet is made
  control_total: 'the control total does not agree with the rows',
  sheet_has_invalid_rows: 'too many of its rows have errors',
  pay_dates: 'its rows do not have the same pay date',
  dry_run: 'it was a dry run',
  declined: 'discarded',
  not_confirmed: 'not submitted before it was interrupted',
  // Codes of the service
  non_sufficient_funds: 'insufficient funds',
  expired_quote: 'the quote expired',
  invalid_status: 'the payout service was not ready',
  below_route_minimum: 'below the minimum of the route',
};

/** A code in words: from the table, otherwise from `reasonWords`. */
export function codeWords(code: string): string {
  const plain = code.replace(/^held_/, '');
  return (Object.hasOwn(WORDS, plain) ? WORDS[plain] : undefined) ?? reasonWords(plain.replaceAll('.', '_'), '');
}
