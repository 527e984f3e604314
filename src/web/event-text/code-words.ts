import { reasonWords } from '../../outcomes/reason-words.ts';

/** What codes of events stand for in a sentence about a whole sheet or a call; why a payment was not paid is in reason-words. */
const WORDS: Readonly<Record<string, string>> = {
  // Why nothing of a sheet is paid
  control_total: 'the control total does not agree with the rows',
  sheet_has_invalid_rows: 'more of its rows are wrong than is allowed',
  dry_run: 'it was a dry run',
  declined: 'the answer was no',
  not_confirmed: 'nobody confirmed it before it was interrupted',
  // What the service says
  non_sufficient_funds: 'the balance is too small',
  expired_quote: 'the price does not hold any more',
  invalid_status: 'the service was not ready',
  below_route_minimum: 'below the minimum of the route',
};

/** A code in words: as the table has it, else its own. */
export function codeWords(code: string): string {
  const plain = code.replace(/^held_/, '');
  return (Object.hasOwn(WORDS, plain) ? WORDS[plain] : undefined) ?? reasonWords(plain.replaceAll('.', '_'), '');
}
