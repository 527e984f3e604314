import { reasonWords } from '../outcomes/reason-words.ts';

/**
 * Words for event codes that concern a whole sheet or a call. `reason-words` has the reasons why a payment was not
 * paid.
 */
const WORDS: Readonly<Record<string, string>> = {
  // Reasons that no payment of a sheet is created
  control_total: 'the control total does not match the rows',
  sheet_has_invalid_rows: 'too many of its rows have errors',
  pay_dates: 'its rows have different pay dates',
  dry_run: 'it was a dry run',
  declined: 'discarded',
  not_confirmed: 'not submitted before it was interrupted',
  // Codes of the service
  non_sufficient_funds: 'insufficient funds',
  expired_quote: 'the quote expired',
  invalid_status: 'the payout service was not ready',
  below_route_minimum: 'below the route minimum',
  invalid_field: 'a field is not valid',
  invalid_value: 'a value is not valid',
  missing_field: 'a field is missing',
  not_authorized: 'the keys do not allow it',
  not_authenticated: 'the keys are not valid',
  not_found: 'the payout service does not have it',
  rate_limited: 'rate limit reached',
  duplicate: 'the payout service already has it',
};

/** Names of the routes by which the payout service pays. */
const ROUTES: Readonly<Record<string, string>> = {
  ach: 'ACH',
  iach: 'international ACH',
  eft: 'EFT',
  sepa: 'SEPA',
  fps: 'Faster Payments',
  fpshk: 'FPS Hong Kong',
  npp: 'NPP',
  becs: 'BECS',
  wire: 'wire',
  wire_no_fx: 'wire without conversion',
};

/** A route as people call it. */
export const routeWords = (route: string): string =>
  (Object.hasOwn(ROUTES, route) ? ROUTES[route] : undefined) ?? plainWords(route);

/** Names of fields and models as words: `taxId` is `tax ID`, `wire_no_fx` is `wire no fx`. */
export const plainWords = (names: string): string =>
  names
    .replaceAll('_', ' ')
    .replace(/([a-z])([A-Z])/g, (_, end: string, begin: string) => `${end} ${begin.toLowerCase()}`)
    .replace(/\bid\b/g, 'ID');

/** A code as words: from the table, else from `reasonWords`. */
export function codeWords(code: string): string {
  const plain = code.replace(/^held_/, '');
  return (Object.hasOwn(WORDS, plain) ? WORDS[plain] : undefined) ?? reasonWords(plain.replaceAll('.', '_'), '');
}
