/** What codes of events stand for, where the code alone is not plain enough. */
const WORDS: Readonly<Record<string, string>> = {
  // Why nothing of a sheet is paid
  control_total: 'the control total does not agree with the rows',
  sheet_has_invalid_rows: 'more of its rows are wrong than is allowed',
  dry_run: 'it was a dry run',
  declined: 'the answer was no',
  not_confirmed: 'nobody confirmed it before it was interrupted',
  // Why a payment was held
  account_changed: 'changed bank details',
  account_conflict: 'different bank details in its rows',
  account_in_flight: 'bank details that another run is about to change',
  account_differs: 'another account at the payout service than in the row',
  recipient_unreadable: 'recipient at the payout service cannot be read',
  duplicate_in_sheet: 'same reference twice in the sheet',
  duplicate_reference: 'reference that was used before',
  paid_differently: 'reference that was paid with other details',
  possible_duplicate: 'possible duplicate',
  similar_reference: 'reference that differs only in its spelling',
  same_sheet: 'same payments as an earlier sheet',
  reference_conflict: 'rows with one reference that differ',
  // What the service says
  non_sufficient_funds: 'the balance is too small',
  expired_quote: 'the price does not hold any more',
  invalid_status: 'the service was not ready',
  below_route_minimum: 'below the least that the service takes',
  amount_below_route_minimum: 'below the least that the service takes',
};

/** A code in words: as the table has it, else its own. */
export function codeWords(code: string): string {
  const plain = code.replace(/^held_/, '');
  return (Object.hasOwn(WORDS, plain) ? WORDS[plain] : undefined) ?? plain.replaceAll(/[_.]/g, ' ');
}
