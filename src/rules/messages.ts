import type { Severity } from '../model.ts';

interface Message {
  readonly severity: Severity;
  readonly text: string;
}

const error = (text: string): Message => ({ severity: 'error', text });
const warning = (text: string): Message => ({ severity: 'warning', text });

/**
 * Every sentence that a rule can say, by its stable code. A translation is another table with the same codes. Details stand in
 * braces; none of them is ever the full value of a bank detail or an ID.
 */
export const MESSAGES = {
  // Amounts and currencies
  amount_missing: error(
    'The amount is missing. Fill in amount (what leaves the balance) or targetAmount (what must arrive), for example 1240.50.',
  ),
  amount_both: error(
    'Both amount and targetAmount are filled in. Keep amount (what leaves the balance) or targetAmount (what must arrive).',
  ),
  amount_form: error(
    'The amount is not a plain number. Write digits with a point before the decimals and nothing between the thousands, for example 1240.50.',
  ),
  amount_negative: error('The amount is negative. A payment needs a positive amount, for example 1240.50.'),
  amount_zero: error('The amount is zero. A payment needs a positive amount, for example 1240.50.'),
  amount_scale: error('The amount has too many decimals. {currency} is paid with {decimals}, for example {example}.'),
  amount_below_minimum: error(
    'The amount is below {minimum}, the least that can be sent to {country} by this route ({route}). Pay at least that much.',
  ),
  currency_missing: error(
    'The currency is missing. Fill in the three letters of the balance that pays, for example EUR.',
  ),
  target_currency_missing: error(
    'The currency of targetAmount is missing. Fill in targetCurrency with three letters, for example EUR.',
  ),
  currency_unknown: error(
    'This is not a currency code. Use the three letters of ISO 4217, for example EUR, USD or GBP.',
  ),
  currency_withdrawn: error(
    'The currency {withdrawn} no longer exists. Use {successor}, with the amount in {successor}.',
  ),
  target_currency_not_account: error(
    'The account is in {currency}, so {target} cannot arrive on it. Correct targetCurrency, or accountCurrency if the account is in {target}.',
  ),

  // Text
  text_too_long: error('The text has {length} characters, and at most {most} fit. Shorten it.'),
  text_characters: error(
    'The text has a line break, a damaged letter or a character that cannot be printed. Type it again on one line.',
  ),
  memo_too_long: error('The memo has {length} characters, and at most 1024 fit. Shorten it.'),
  category_unknown: error('This is not a payment category. Use one of {allowed}.'),

  // Who is paid
  recipient_missing: error(
    'It is not said who is paid. Fill in the recipient with type, name and e-mail, or the referenceId of a recipient who is known already.',
  ),
  type_missing: error('The type is missing. Fill in individual for a person or business for a company.'),
  type_unknown: error(
    'The type is neither individual nor business. Use individual for a person or business for a company.',
  ),
  name_missing: error('The name of the business is missing. Fill in name, for example Lovelace Engines Ltd.'),
  first_name_missing: error(
    'The first name is missing. A person needs firstName and lastName, for example Ada and Lovelace.',
  ),
  last_name_missing: error(
    'The last name is missing. A person needs firstName and lastName, for example Ada and Lovelace.',
  ),
  email_missing: error('The e-mail address of the recipient is missing. Fill in email, for example ada@example.com.'),
  email_form: error('This is not an e-mail address. It needs a name, one @ and a domain, for example ada@example.com.'),
  dob_form: error('This is not a date of birth. Use year, month and day as 1985-12-31.'),
  dob_impossible: error('Nobody alive was born on this day. Correct the date of birth, for example 1985-12-31.'),
  language_unknown: error(
    'This is not a language code. Use two letters such as en or de, with a country if needed, for example en-GB.',
  ),
  phone_form: warning(
    'This does not look like a telephone number. Use the international form, for example +44 20 7946 0000.',
  ),
  government_id_missing: warning('Banks in {country} ask for the {name} of whoever is paid. Fill in governmentId.'),

  // Address
  street_missing: error('The street is missing. A bank transfer needs street1, for example 12 High Street.'),
  city_missing: error('The city is missing. A bank transfer needs city, for example London.'),
  country_missing: error('The country of the recipient is missing. Fill in two letters, for example GB.'),
  country_unknown: error('This is not a country code. Use the two letters of ISO 3166, for example DE, GB or US.'),
  country_by_name: error('Countries are written as two letters. Use {code} for {country}.'),
  po_box: error(
    'This is a PO box, and banks refuse those. Fill in the street and house number where the recipient lives or works.',
  ),
  postal_code_form: warning('This does not look like a postal code of {country}. Check it.'),
  country_never_receives: error('Bank transfers to {country} are not possible. Pay this recipient in another way.'),
  country_restricted: warning('Bank transfers to {country} are restricted and may be refused or take longer.'),

  // Payout method
  payout_method_missing: error(
    'It is not said where the money goes. Fill in the bank account, or paypalEmail for PayPal.',
  ),
  payout_method_ambiguous: error(
    'Both a bank account and paypalEmail are filled in. Say which one to use in payoutMethod: bank-transfer or paypal.',
  ),
  payout_method_unknown: error('This is not a payout method. Use bank-transfer or paypal.'),
  payout_method_not_payable: error('{refusal}. Use bank-transfer or paypal.'),
  paypal_email_missing: error(
    'The e-mail address of the PayPal account is missing. Fill in paypalEmail, for example ada@example.com.',
  ),

  // IBAN
  iban_missing: error(
    'The IBAN is missing. A payment to {country} needs one of {length} characters that starts with {code}.',
  ),
  iban_characters: error(
    'The IBAN has a character that is neither a letter nor a digit. Type it again, for example {example}.',
  ),
  iban_not_iban: error(
    'This is not an IBAN. An IBAN starts with two letters for the country and two digits, for example {example}.',
  ),
  iban_country_unknown: error('The first two letters of the IBAN are not a country. Check it, for example {example}.'),
  iban_not_in_registry: warning(
    'The IBAN registry does not have {country}, so only the check digits of this IBAN were checked.',
  ),
  iban_length: error(
    'The IBAN has {length} characters, and one of {country} has {expected}. Check for characters that are missing or doubled.',
  ),
  iban_structure: error(
    'The IBAN has a letter where {country} has a digit, or a digit where it has a letter. Check for O and 0, I and 1. An IBAN of {country} looks like {example}.',
  ),
  iban_check_digits: error(
    'The check digits of the IBAN do not fit, so at least one character is wrong. Check it against the original.',
  ),
  iban_national_check: error(
    'The bank or account number within the IBAN is not a valid one of {country}. Check it against the original.',
  ),
  iban_country_mismatch: error(
    'The IBAN is of {found}, but accountCountry says {expected}. Correct the one that is wrong.',
  ),
  iban_not_used: error('Banks in {country} have no IBAN. Fill in {needed} instead.'),
  iban_account_mismatch: error(
    'The IBAN and the {name} name different accounts. Correct the one that is wrong, or clear it.',
  ),
  account_in_iban_column: error(
    'This is an account number, not an IBAN. Move it to accountNum if the account has no IBAN, else fill in the IBAN.',
  ),
  bic_in_iban_column: error('This is a BIC, not an IBAN. Move it to swiftBic and fill in the IBAN.'),
  iban_in_account_column: error('This is an IBAN. Move it to the column iban.'),
  iban_in_bic_column: error('This is an IBAN, not a BIC. Move it to the column iban.'),
  account_number_ignored: warning(
    'Payments to {country} use the IBAN, and this account number is not part of it. Check that both are of the same account.',
  ),

  // BIC
  bic_missing: error(
    'The BIC (SWIFT code) of the bank is missing. A payment to {country} needs one of 8 or 11 characters, for example {example}.',
  ),
  bic_advised: warning(
    'Banks in {country} often ask for the BIC (SWIFT code) as well as the IBAN. Fill in swiftBic if you know it.',
  ),
  bic_form: error(
    'The BIC (SWIFT code) is wrong: it needs 8 or 11 characters, six letters first, for example DEUTDEFF or DEUTDEFF500.',
  ),
  bic_country_unknown: error(
    'The fifth and sixth letters of the BIC are not a country. Check it, for example DEUTDEFF.',
  ),
  bic_test: error('This is a test BIC: its eighth character is 0. Ask the recipient for the real one.'),
  bic_country_differs: warning(
    'The BIC is of {found}, but the account is in {expected}. Check that both are of the same bank.',
  ),
  bank_address_missing: error(
    'The address of the bank is missing. A payment to {country} needs bankAddress, for example 1 Market Street.',
  ),
  bank_city_missing: error(
    'The city of the bank is missing. A payment to {country} needs bankCity, for example Springfield.',
  ),

  // Account numbers and codes; {name} is the local term
  account_number_missing: error('The {name} is missing. A payment to {country} needs {form}, for example {example}.'),
  account_number_characters: error(
    'The {name} has a character that does not belong in it. It should have {form}, for example {example}.',
  ),
  account_number_zeros: error('The {name} has only zeros. Check it against the original.'),
  account_number_form: error('The {name} is wrong: it should have {form}, for example {example}.'),
  account_number_zeros_lost: error(
    'The {name} has {length} digits instead of {expected}. A zero at the start was probably lost in the spreadsheet: check it and type it in a text cell.',
  ),
  account_number_check_digits: error(
    'The check digits of the {name} do not fit, so at least one digit is wrong. Check it against the original.',
  ),
  branch_code_missing: error('The {name} is missing. A payment to {country} needs {form}, for example {example}.'),
  branch_code_characters: error(
    'The {name} has a character that does not belong in it. It should have {form}, for example {example}.',
  ),
  branch_code_form: error('The {name} is wrong: it should have {form}, for example {example}.'),
  branch_code_zeros_lost: error(
    'The {name} has {length} digits instead of {expected}. A zero at the start was probably lost in the spreadsheet: check it and type it in a text cell.',
  ),
  branch_code_check_digits: error(
    'The check digit of the {name} does not fit, so at least one digit is wrong. Check it against the original.',
  ),
  branch_not_in_account: error('The {name} is not the start of the account number. Correct the one that is wrong.'),
  bank_code_missing: error('The {name} is missing. A payment to {country} needs {form}, for example {example}.'),
  bank_code_characters: error(
    'The {name} has a character that does not belong in it. It should have {form}, for example {example}.',
  ),
  bank_code_form: error('The {name} is wrong: it should have {form}, for example {example}.'),
  bank_code_zeros_lost: error(
    'The {name} has {length} digits instead of {expected}. A zero at the start was probably lost in the spreadsheet: check it and type it in a text cell.',
  ),
  bank_code_check_digits: error(
    'The check digit of the {name} does not fit, so at least one digit is wrong. Check it against the original.',
  ),
  codes_swapped: error(
    'The {branch} and the {bank} are swapped. Put the {branch} into branchId and the {bank} into bankId.',
  ),
  holder_name_missing: error(
    'The name of the account holder is missing. Fill in accountHolderName as the bank has it.',
  ),
} as const satisfies Record<string, Message>;

export type MessageCode = keyof typeof MESSAGES;
