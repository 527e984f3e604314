import { countPayments, type PaymentState } from '../states.ts';
import type { ReasonFact } from './run-outcome.ts';

/** Payments of a run that were not paid for the same reason. */
export interface Reason {
  readonly state: PaymentState;
  /** A few words: "account closed", "changed bank details". */
  readonly reason: string;
  readonly payments: number;
}

/** The ledger counts the remaining reasons together if there are too many. */
const OTHERS = 'other reasons';

/** The reason of the payments that a dry run would have paid. */
export const DRY_RUN = 'dry run';

/** Words for reasons whose code alone would not read well. */
const WORDS: Readonly<Record<string, string>> = {
  batched: 'being processed',
  processed: 'paid',
  duplicate_reference: 'reference used before',
  already_paid: 'paid by an earlier run',
  paid_differently: 'paid before with different details',
  duplicate_in_sheet: 'same reference twice in the file',
  reference_id_placeholder: 'no recipient number',
  reference_conflict: 'same reference on different rows',
  similar_reference: 'reference similar to another',
  possible_duplicate: 'possible duplicate',
  same_sheet: 'file was paid before',
  dismissed_before: 'dismissed before',
  one_account: 'same account for all names',
  account_changed: 'changed bank details',
  account_uncertain: 'possibly changed bank details',
  account_conflict: 'conflicting bank details',
  account_in_flight: 'bank details being changed',
  account_differs: 'different bank details in the payout service',
  full_name_missing: 'full name in one cell',
  bban_iban_missing: 'IBAN missing',
  giro_iban_missing: 'IBAN missing',
  account_masked: 'accounts masked differently',
  recipient_unreadable: 'unreadable recipient data',
  recipient_inactive: 'inactive recipient',
  recipient_without_account: 'recipient without an account',
  recipient_differs: 'a different recipient was paid',
  currency_differs: 'a different currency was paid',
  amount_differs: 'a different amount was paid',
  fees_differ: 'different fees were charged',
  amount_below_route_minimum: 'below the route minimum',
  return_unreadable: 'unreadable return data',
  failed_after_paid: 'reported as failed after it was paid',
  not_listed: 'not listed by the payout service',
  status_unknown: 'unclear status in the payout service',
  rejected: 'rejected by an approver',
  withdrawn: 'withdrawn by a user',
  stopped: 'stopped before they were sent',
  rejected_at_service: 'rejected in the payout service',
  declined: 'discarded',
  not_confirmed: 'not submitted',
  dry_run: DRY_RUN,
  amount_both: 'both amounts filled in',
  amount_side_missing: 'debit or recipient amount unclear',
  amount_side_unknown: 'neither source nor target',
  amount_scale: 'too many decimals',
  amount_negative: 'negative amount',
  amount_zero: 'zero amount',
  target_currency_not_account: 'not the currency of the account',
  merchant_other: 'another merchant',
  merchant_not_known: 'unknown merchant',
  account_is_own: 'your own account',
  account_of_payer: 'your own account',
  pain_own_account: 'your own account',
  text_unseen: 'invisible character',
  only_digits: 'digits only',
  pay_on_far: 'pay date too far away',
  country_by_name: 'country name instead of code',
  country_never_receives: 'no bank transfers to this country',
  po_box: 'PO box instead of a street',
  payout_method_ambiguous: 'two payout methods',
  payout_method_not_payable: 'payout method set up by recipients only',
  payout_method_elsewhere: 'payout method not available in this country',
  mailing_country: 'checks mailed only within the United States',
  iban_not_iban: 'not an IBAN',
  iban_length: 'IBAN of the wrong length',
  iban_structure: 'malformed IBAN',
  iban_national_check: 'IBAN with invalid national check digits',
  iban_country_mismatch: 'IBAN from another country',
  iban_account_mismatch: 'IBAN for another account',
  iban_bic_swapped: 'IBAN and BIC swapped',
  branch_account_swapped: 'branch code and account number swapped',
  qr_reference_missing: 'QR reference missing',
  qr_iban_currency: 'currency not allowed for QR-IBANs',
  bic_test: 'test BIC',
  account_number_zeros: 'account number all zeros',
  number_destroyed: 'digits lost in the spreadsheet',
  number_scaled: 'thousands not shown',
  number_altered: 'different number shown',
  number_not_whole: 'decimals in a code',
  cell_is_date: 'date instead of a value',
  amount_ambiguous: 'ambiguous amount',
  branch_not_in_account: 'branch code not in the account number',
  bank_in_branch_column: 'bank number in the routing number column',
  branch_in_bank_column: 'routing number in the bank number column',
  code_joined: 'two values in one cell',
  codes_joined: 'two values in one cell',
  codes_and_account_joined: 'three values in one cell',
  dob_form: 'malformed date of birth',
  dob_impossible: 'impossible date of birth',
  dob_no_day: 'impossible date of birth',
  dob_order: 'date of birth in the wrong order',
  dob_swapped: 'day and month swapped',
  dob_under_age: 'underage recipient',
  superseded: 'paid by another run',
  control_total: 'control total does not match',
  sheet_has_invalid_rows: 'too many rows with errors',
  pay_dates: 'several pay dates',
  resolved: 'outcome confirmed by a user',
  paid_after_all: 'paid after all',
  may_be_paid: 'may have been paid after all',
  paid_twice: 'reference paid twice',
  being_paid_twice: 'reference being paid twice',
  paid_meanwhile: 'paid by an earlier run',
  invalid: 'cells with errors',
  other_reasons: OTHERS,
};

/** Reasons used as nouns: "2 on hold: possible duplicates". Others describe the payments. */
const COUNTED_REASON = /^(possible duplicate|unknown recipient|malformed .*[^s])$/;

const LONGEST = 60;
const NO_REASON = 'no reason given';
/** The sentence that Payrun stores if the service gives no reason. */
const REASON_MISSING = 'The service gives no reason.';

/** Reasons as text, with equal ones counted together; the most frequent of each state first. */
export function getReasons(facts: readonly ReasonFact[]): readonly Reason[] {
  const found = new Map<string, Reason>();
  for (const { state, code, sentence, payments } of facts) {
    const reason = reasonWords(code, sentence);
    const key = `${state} ${reason}`;
    found.set(key, { state, reason, payments: (found.get(key)?.payments ?? 0) + payments });
  }
  return [...found.values()].sort((a, b) => b.payments - a.payments || (a.reason < b.reason ? -1 : 1));
}

/** One reason in a few words; `longest`: the most characters of a sentence of the payout service. */
export function reasonWords(code: string | null, sentence: string, longest = LONGEST): string {
  if (code !== null)
    return (
      WORDS[code] ??
      code
        .replace(/^(.+)_form$/, 'malformed $1')
        .replace(/^(.+)_unknown$/, 'unknown $1')
        .replace(/^(.+)_zeros_lost$/, '$1 missing leading zeros')
        .replace(/^(.+)_in_(.+)_column$/, '$1 in the $2 column')
        .replace(/^(.+)_(characters|check_digits)$/, '$1 with invalid $2')
        .replaceAll('_', ' ')
        .replace(/\b(iban|bic|id)\b/g, (name) => name.toUpperCase())
        .replace('paypal', 'PayPal')
    );
  const reason = sentence.trim().replace(/(?<![.!])[.!]+$/, '');
  if (reason === '' || sentence.trim() === REASON_MISSING) return NO_REASON;
  const short = reason.length > longest ? `${reason.slice(0, longest - 1).trimEnd()}…` : reason;
  // "IBAN closed" keeps its capitals; "Account closed" becomes lowercase within a sentence.
  return /^[A-Z][a-z]/.test(short) ? short.charAt(0).toLowerCase() + short.slice(1) : short;
}

/** Of a payment on hold, its page says what it was compared with, and who may release it. */
const OF_ITS_PAGE =
  / \([^()]*\)| (?:If both are intended, an approver can|(?:To pay it now, s|S)omeone other than the uploader must) release (?:it|this one|this payment)\.| The (?:last )?payment was sent on \S+ \(row \d+ of run \d+\)\./g;

/** The reason of a payment on hold as a list of many says it. */
export const shortReason = (reason: string): string => reason.replace(OF_ITS_PAGE, '');

/** The reason as written after its count. */
export function countedReason(reason: string, payments: number): string {
  return payments !== 1 && COUNTED_REASON.test(reason) ? `${reason}s` : reason;
}

/**
 * "account closed (2), name mismatch (1)": each reason with its count, or the only one without; empty if no payment is
 * in this state. One more than `most` is named if it would be the only other one.
 */
export function reasonList(reasons: readonly Reason[], state: string, most = 4): string {
  // The status says the only reason itself.
  if (state === 'already_paid') return '';
  const mine = reasons.filter((one) => one.state === state);
  const [only] = mine;
  if (mine.length === 1 && only && only.reason !== OTHERS) return countedReason(only.reason, only.payments);
  const known = mine.filter(({ reason }) => reason !== OTHERS);
  const named = mine.length === known.length && known.length === most + 1 ? known : known.slice(0, most);
  const others = countPayments(mine.filter((one) => !named.includes(one)));
  return [...named, ...(others > 0 ? [{ reason: OTHERS, payments: others }] : [])]
    .map(({ reason, payments }) => `${reason} (${payments.toLocaleString('en-US')})`)
    .join(', ');
}

/** A reason that a user or the payout service wrote may lack a full stop. */
export const withFullStop = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text}.`);
