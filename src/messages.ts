import type { Severity } from './model.ts';

interface Message {
  readonly severity: Severity;
  readonly text: string;
}

const error = (text: string): Message => ({ severity: 'error', text });
const warning = (text: string): Message => ({ severity: 'warning', text });

/**
 * Every sentence that the checks and the hold rules say of a row, by its stable code. Details are in braces; none
 * of them is ever the full value of a bank detail or an identity number. The part of a code after a point is a variant.
 */

/** Sentences of the rules. */
export const ROW_MESSAGES = {
  // Amounts and currencies
  amount_missing: error(
    'The amount is missing. Fill in amount (what is debited) or target amount (what recipients get), for example 1240.50.',
  ),
  amount_both: error(
    'Both amount and target amount are filled in. Keep amount (what is debited) or target amount (what recipients get).',
  ),
  shared_account: warning(
    'Row {first} pays someone else into the same account. Check that it belongs to both: one account for several people is a sign of fraud.',
  ),
  account_is_own: error('This is one of your own accounts, not the recipient’s. Fill in the account of the recipient.'),
  account_from_number: warning(
    'The account number comes from a numeric cell, which drops leading zeros. Check that none is missing; in {country} the length varies.',
  ),
  uk_modulus: warning(
    'The sort code and account number fail the UK modulus check (Vocalink {version}, {since}). Check them with the recipient.',
  ),
  ifsc_not_listed: warning(
    'The IFSC is not in the list of Indian branches (ifsc {version}, {since}). Check it with the recipient; the list may not include a new branch.',
  ),
  bsb_not_listed: warning(
    'This BSB does not match any known Australian bank (list as of {since}). Check it with the recipient; the list may not include a new bank.',
  ),
  amount_form: error('The amount is not a readable number. Enter it in digits, for example 1240.50.'),
  amount_negative: error('The amount is negative. A payment needs a positive amount, for example 1240.50.'),
  amount_zero: error('The amount is zero. A payment needs a positive amount, for example 1240.50.'),
  amount_scale: error('The amount has too many decimals. {currency} allows {decimals}, for example {example}.'),
  amount_below_minimum: error(
    'The amount is below {minimum}, the minimum for {country} on this route ({route}). Pay at least that much in one payment.',
  ),
  amount_below_route_minimum: error(
    'The amount is below {minimum}, the payout service’s minimum for this recipient on this route ({route}). Pay at least that much in one payment.',
  ),
  currency_missing: error('The currency is missing. Fill in the currency of the balance to debit, for example EUR.'),
  target_currency_missing: error(
    'The currency of the target amount is missing. Fill in the target currency as three letters, for example EUR.',
  ),
  currency_unknown: error(
    'This is not a currency code. Use a three-letter ISO 4217 code, for example EUR, USD or GBP.',
  ),
  currency_withdrawn: error(
    'The currency {withdrawn} no longer exists. Use {successor}, with the amount in {successor}.',
  ),
  target_currency_not_account: error(
    'The account is in {currency}, so it cannot receive {target}. Correct the target currency, or the account currency if the account is in {target}.',
  ),

  // Reference and merchant
  duplicate_in_sheet: error(
    'Row {first} has the same reference and the same data. Only that row is paid; remove this one, or give it its own reference, for example INV-2026-0418.',
  ),
  reference_conflict: error(
    'Row {first} has the same reference but differs. Neither is paid: give each payment its own reference, for example INV-2026-0418.',
  ),
  similar_reference: warning(
    'The reference of row {first} differs from this one only in its spelling. If both are intended, an approver can release this one; otherwise remove this one.',
  ),
  possible_duplicate: warning(
    'Possible duplicate of row {first}: same recipient, amount and memo. If only one is intended, remove this one.',
  ),
  merchant_other: error(
    'This row names another merchant, but this run is for {merchant}. Put the row into a separate sheet.',
  ),
  merchant_not_known: error('There is no merchant with this name. Correct the name, for example acme.'),
  merchant_missing: error(
    'The merchant is missing. In this sheet, each row names the merchant that pays, for example acme.',
  ),

  amount_side_missing: error(
    'The amount could be the debit or what the recipient gets. Move it to target amount, or set amount currency to source or target.',
  ),
  amount_side_unknown: error(
    'Use source or target: source if the amount is debited, target if it is what the recipient gets.',
  ),
  unseen_removed: warning('An invisible character was removed. Check that the rest is right.'),

  // Text
  text_too_long: error('The text has {length} characters; the limit is {most}. Shorten it.'),
  text_characters: error('The text has a line break, or a garbled or unprintable character. Retype it on one line.'),
  text_unseen: error(
    'This has an invisible character, or one that looks like a space or hyphen, so it would not match the value typed normally. Clear the cell and type the value.',
  ),
  memo_too_long: error('The memo has {length} characters; the limit is 1024. Shorten it.'),
  category_unknown: error('This is not a payment category. Use one of {allowed}.'),

  placeholder: error('This is a placeholder, not a value. Type the value.'),
  reference_id_placeholder: error(
    'This is a placeholder, not a recipient number. Clear the cell, or type the number, for example V-1042.',
  ),
  only_digits: error('This has only digits, but a name or city has letters. Type the value.'),

  // Recipient
  recipient_missing: error(
    'The recipient is missing. Fill in the type, name and email, or the recipient number of a known recipient.',
  ),
  type_missing: error('Is this an individual or a business? Fill in the type.'),
  type_unknown: error(
    'The type is neither individual nor business. Use individual for a person or business for a company.',
  ),
  name_missing: error('The name of the business is missing. Fill in name, for example Lovelace Engines Ltd.'),
  first_name_missing: error(
    'The first name is missing. A person needs a first name and a last name, for example Ada and Lovelace.',
  ),
  last_name_missing: error(
    'The last name is missing. A person needs a first name and a last name, for example Ada and Lovelace.',
  ),
  email_missing: error('The email address of the recipient is missing. Fill in email, for example ada@example.com.'),
  email_form: error('This is not an email address. It needs a name, one @ and a domain, for example ada@example.com.'),
  full_name_missing: error(
    'The name of a person is in the wrong column. Move it from name to first name and last name, for example Ada and Lovelace.',
  ),
  business_name_missing: error(
    'The recipient is a business, but only a person is named. Fill in name, for example Lovelace Engines Ltd, or set type to individual.',
  ),
  business_dob: warning(
    'A business has no date of birth. Clear it, or set type to individual if the recipient is a person.',
  ),
  bank_characters: warning(
    'Banks do not support {characters}: they drop unsupported characters or refuse the payment. Use the bank’s spelling, {proposal}.',
  ),
  pay_on_form: error('This is not a valid pay date. Enter year, month and day, for example 2026-12-01.'),
  pay_on_far: error(
    'This day is more than a year away. Check the year of the pay date. A valid date looks like 2026-12-01.',
  ),
  pay_on_past: warning(
    'This date is in the past, so the payment is sent once approved. Check the pay date, for example 2026-12-01.',
  ),
  dob_form: error('This is not a date of birth. Enter year, month and day, for example 1985-12-31.'),
  dob_order: error('The date of birth is in the wrong order. Enter year, month and day, for example 1985-12-31.'),
  dob_swapped: error(
    'The date of birth has month {month}: day and month are probably swapped. Enter year, month and day, for example 1985-12-31.',
  ),
  dob_no_day: error('This day does not exist. Check the date of birth: year, month and day, for example 1985-12-31.'),
  dob_impossible: error(
    'This date of birth is too far in the past or in the future. Check the year. A valid date looks like 1985-12-31.',
  ),
  dob_under_age: warning(
    'This person is younger than {age}. Check the year of the date of birth. A valid date looks like 1985-12-31.',
  ),
  language_unknown: error(
    'This is not a language code. Use two letters such as en or de, with a country if needed, for example en-GB.',
  ),
  phone_form: warning(
    'This is not a valid phone number. Enter it with its country code, for example +44 20 7946 0000.',
  ),
  phone_advised: warning(
    'Banks in {country} ask for the recipient’s phone number. Fill in phone, for example +44 20 7946 0000.',
  ),
  government_id_form: error(
    'This is not a valid {names} for {country}: it should have {form}, for example {example}. Check it against the original.',
  ),
  government_id_check_digits: error(
    'This {name} is not valid: the check digits don’t match. Check it against the original.',
  ),
  government_id_zeros_lost: error(
    'The {name} has lost a leading zero, which spreadsheets drop. Check it against the original and type it in a text cell.',
  ),
  government_id_doubtful: warning(
    'This may not be a valid {names} for {country}: it should have {form}, for example {example}. Check it.',
  ),
  government_id_missing: warning(
    'Banks in {country} ask for the recipient’s {name}. Fill it in, for example {example}.',
  ),

  // Address
  street_missing: error('The street is missing. A bank transfer needs one, for example 12 High Street.'),
  city_missing: error('The city is missing. A bank transfer needs one, for example London.'),
  country_missing: error('The country of the recipient is missing. Enter the two-letter code, for example GB.'),
  country_unknown: error('This is not a country code. Use a two-letter ISO 3166 code, for example DE, GB or US.'),
  country_by_name: error('Countries are written as two letters. Use {code} for {country}.'),
  po_box: error(
    'This is a PO box, which banks do not accept. Fill in the street and house number where the recipient lives or works.',
  ),
  postal_code_form: warning(
    'This is not a valid postal code for {country}. Check it: a valid one looks like {example}.',
  ),
  postal_code_zeros_lost: warning(
    'This is not a valid postal code for {country}. It is probably {code}: spreadsheets drop leading zeros. Check it and use a text cell.',
  ),
  region_unknown: warning(
    'This is not a state or province of {country}. Use its ISO 3166-2 code or full name, for example {example}.',
  ),
  country_never_receives: error(
    'Bank transfers to {country} are not possible. Ask the payout service which methods it allows, or remove the row.',
  ),
  country_not_enabled: error(
    'Bank transfers to {country} are not enabled for your account. Have {code} enabled in the service, or pay another way.',
  ),
  country_restricted: warning(
    'Bank transfers to {country} are restricted: they may be refused or take longer. Ask the payout service before you rely on it.',
  ),

  // Payout method
  payout_method_missing: error('The account is missing. Fill in the bank account, or the PayPal email.'),
  payout_method_ambiguous: error(
    'Both a bank account and a PayPal email are filled in. Choose one in payout method: bank-transfer or paypal.',
  ),
  payout_method_unknown: error('This is not a payout method. Use bank-transfer or paypal, or leave it empty.'),
  payout_method_not_payable: error(
    'Only the recipient can set up {method}, in the payout service. Ask them to, then fill in only their recipient number, for example V-1042.',
  ),
  payout_method_elsewhere: error(
    '{method} reaches recipients in {places} only. Correct the country, or use bank-transfer or paypal.',
  ),
  mailing_missing: error(
    'A mailed check needs a complete address, and this part is missing. Fill it in, for example {example}.',
  ),
  mailing_country: error('Checks are mailed within the United States only. Use US, or pay by bank-transfer or paypal.'),
  paypal_email_missing: error(
    'The email address of the PayPal account is missing. Fill in PayPal email, for example ada@example.com.',
  ),

  // IBAN
  iban_missing: error(
    'The IBAN is missing. A payment to {country} needs one with {length} characters, for example {example}.',
  ),
  giro_iban_missing: error(
    'This is a Bankgiro or Plusgiro number, and a payment to {country} needs an IBAN. Ask the recipient for it, for example {example}.',
  ),
  bban_iban_missing: error(
    'A national account number is not enough: a payment to {country} needs an IBAN with {length} characters, for example {example}.',
  ),
  iban_characters: error(
    'The IBAN contains {character}, but only letters and digits are allowed. Type it again, for example {example}.',
  ),
  iban_not_iban: error(
    'This is not an IBAN. An IBAN starts with two letters for the country and two digits, for example {example}.',
  ),
  iban_country_unknown: error(
    'The first two letters of the IBAN are not a country code. A valid IBAN looks like {example}.',
  ),
  iban_not_in_registry: warning(
    '{country} is not in the IBAN registry, so only the check digits of this IBAN were checked.',
  ),
  iban_length: error(
    'The IBAN has {length} characters, but one from {country} has {expected}. Check for missing or repeated characters.',
  ),
  iban_structure: error(
    'The IBAN has a letter where {country} uses a digit, or the reverse. Check for O and 0, I and 1. A valid IBAN looks like {example}.',
  ),
  iban_check_digits: error('This IBAN is not valid: the check digits don’t match. Check it against the original.'),
  iban_national_check: error(
    'The bank or account number within the IBAN is not valid in {country}. Check it against the original.',
  ),
  iban_country_mismatch: error(
    'The IBAN is from {found}, but the account country is {expected}. Correct the wrong one.',
  ),
  iban_not_used: error('Banks in {country} do not use IBANs. Fill in {needed} instead.'),
  iban_account_mismatch: error('The IBAN and the {name} identify different accounts. Correct or clear the wrong one.'),
  account_in_iban_column: error(
    'This is an account number, not an IBAN. Move it to account number if the account has no IBAN; otherwise fill in the IBAN.',
  ),
  bic_in_iban_column: error('This is a BIC, not an IBAN. Move it to the BIC column and fill in the IBAN.'),
  iban_in_account_column: error('This is an IBAN. Move it to the IBAN column.'),
  iban_in_bic_column: error('This is an IBAN, not a BIC. Move it to the IBAN column.'),
  iban_in_code_column: error('This is an IBAN, not the {name}. Move it to the IBAN column.'),
  iban_bic_swapped: error('The IBAN and the BIC are in each other’s columns. Swap them.'),
  qr_reference_missing: error(
    'A QR-IBAN requires a 27-digit QR reference. Add it to the memo, or use the recipient’s regular IBAN. Check it against the bill.',
  ),
  qr_iban_currency: error(
    'A QR-IBAN accepts only CHF and EUR, not {currency}. Set account currency to CHF or EUR, for example CHF, or use the recipient’s regular IBAN.',
  ),
  memo_reference_check_digits: warning(
    'The check digits of the {name} in the memo don’t match. Check it against the original.',
  ),
  account_number_ignored: warning(
    'Payments to {country} use the IBAN, which does not contain this account number. Check that both belong to the same account.',
  ),

  // BIC
  bic_missing: error(
    'The BIC (SWIFT code) of the bank is missing. A payment to {country} needs one with 8 or 11 characters, for example {example}.',
  ),
  bic_advised: warning(
    'Banks in {country} often ask for the BIC (SWIFT code) as well as the IBAN. Fill it in if you know it.',
  ),
  bic_characters: error(
    'The BIC (SWIFT code) contains {character}, but only letters and digits are allowed. Type it again, for example DEUTDEFF.',
  ),
  bic_form: error(
    'The BIC (SWIFT code) is wrong: it needs 8 or 11 characters, six letters first, for example DEUTDEFF or DEUTDEFF500.',
  ),
  bic_country_unknown: error(
    'The fifth and sixth letters of the BIC are not a country code. A valid BIC looks like DEUTDEFF.',
  ),
  bic_test: error('This is a test BIC: its eighth character is 0. Ask the recipient for the real one.'),
  bic_country_differs: warning(
    'The BIC is from {found}, but the account is in {expected}. Check that both belong to the same bank.',
  ),
  bank_address_missing: error(
    'The address of the bank is missing. A payment to {country} needs one, for example 1 Market Street.',
  ),
  bank_city_missing: error(
    'The city of the bank is missing. A payment to {country} needs one, for example Springfield.',
  ),

  // Account numbers and codes; {name} is the local term
  account_number_missing: error('The {name} is missing. A payment to {country} needs {form}, for example {example}.'),
  account_number_characters: error(
    'The {name} contains {character}, which is not allowed. It should have {form}, for example {example}.',
  ),
  account_number_zeros: error('The {name} is all zeros. Check it against the original.'),
  account_number_form: error('The {name} is wrong: it should have {form}, for example {example}.'),
  account_number_zeros_lost: error(
    'The {name} has {length} of {expected} digits. A spreadsheet probably dropped the leading {zeros}. Check it and type all {expected} digits in a text cell.',
  ),
  account_number_check_digits: error(
    'This {name} is not valid: the check digits don’t match. Check it against the original.',
  ),
  branch_code_missing: error('The {name} is missing. A payment to {country} needs {form}, for example {example}.'),
  branch_code_characters: error(
    'The {name} contains {character}, which is not allowed. It should have {form}, for example {example}.',
  ),
  branch_code_form: error('The {name} is wrong: it should have {form}, for example {example}.'),
  branch_code_zeros_lost: error(
    'The {name} has {length} of {expected} digits. A spreadsheet probably dropped the leading {zeros}. Check it and type all {expected} digits in a text cell.',
  ),
  branch_code_check_digits: error(
    'This {name} is not valid: the check digit doesn’t match. Check it against the original.',
  ),
  branch_not_in_account: error('The {name} is not the start of the account number. Correct the wrong one.'),
  bank_code_missing: error('The {name} is missing. A payment to {country} needs {form}, for example {example}.'),
  bank_code_characters: error(
    'The {name} contains {character}, which is not allowed. It should have {form}, for example {example}.',
  ),
  bank_code_form: error('The {name} is wrong: it should have {form}, for example {example}.'),
  bank_code_zeros_lost: error(
    'The {name} has {length} of {expected} digits. A spreadsheet probably dropped the leading {zeros}. Check it and type all {expected} digits in a text cell.',
  ),
  bank_code_check_digits: error(
    'This {name} is not valid: the check digit doesn’t match. Check it against the original.',
  ),
  codes_swapped: error('The {branch} and the {bank} are in each other’s columns. Swap them.'),
  codes_joined: error(
    'The {branch} and the {bank} are together in one cell. Split them into the columns "routing number or sort code" and "bank number".',
  ),
  code_joined: error(
    'The {branch} and the {account} are together in one cell. Split them into the columns "routing number or sort code" and "account number".',
  ),
  codes_and_account_joined: error(
    'The {branch}, {bank} and {account} are together in one cell. Split them into the columns "routing number or sort code", "bank number" and "account number".',
  ),
  branch_account_swapped: error('The {branch} and the {account} are in each other’s columns. Swap them.'),
  branch_in_bank_column: error('This is the {branch}. Move it to the column "routing number or sort code".'),
  bank_in_branch_column: error(
    'This is the {bank}, not the {branch}. Move it to the column "bank number", and fill in the {branch}.',
  ),
  bic_in_code_column: error('This is a BIC (SWIFT code), not the {name}. Move it to the BIC column.'),
  code_not_used: warning(
    'Payments to {country} do not use this code, so it is not sent. Check that it is not part of another number.',
  ),
  digits_converted: warning('Payrun converted digits from another script or full-width letters. Check the result.'),
  holder_name_missing: error(
    'The name of the account holder is missing. Fill it in as the bank spells it, for example Ada Lovelace.',
  ),
  holder_differs: warning(
    'The account holder’s name differs from the recipient’s. Check whose account it is, and write the name as the bank spells it.',
  ),
} as const satisfies Record<string, Message>;

/** Sentences of the sheet reader. */
const SHEET_MESSAGES = {
  row_hidden: error('The row is hidden, by hand or by a filter, so it is not paid. Unhide it to pay it, or delete it.'),
  row_struck: error(
    'The row or one of its cells is struck through, so it is not paid. Delete it, or remove the strikethrough to pay it.',
  ),
  row_is_header: error('The row repeats the header, so it is not paid. Delete it.'),
  row_is_total: error(
    'The row ("{label}") is a total with payments or notes below it, so it is not paid. Delete it; a total at the end may stay.',
  ),
  row_is_control_total: error(
    'The row is a control total, which Payrun reads only above the header, so it is not paid. Delete it, or move it to the first line.',
  ),
  'row_of_other_table.header': error(
    'A second table starts here: its columns differ from those in row {header}. Its rows are not paid. Put the table into a separate sheet.',
  ),
  row_of_other_table: error(
    'The row belongs to a second table, whose header is row {header}. None of that table’s rows were read. Put the table into a separate sheet.',
  ),
  'row_of_repeated_table.header': error(
    'The row repeats the header of row {header} below a gap or a title, so the rows below it are not paid. Put the rows to be paid into the first table.',
  ),
  row_of_repeated_table: error(
    'The row is in a second table, below the header of row {header}, so it is not paid. Put it into the first table to pay it.',
  ),
  row_too_long: error(
    'The row has {count} values, but the header has {width}. Put quotes around a value that contains {delimiter}; nothing in this row was read.',
  ),
  row_too_short: error(
    'The row has {count} of {width} values. A {delimiter} is missing, or a quote joins two values; nothing in this row was read.',
  ),
  cell_without_header: warning(
    'There is a value in column {letter}, which has no header. It is not used: give the column a header, or clear it.',
  ),
  number_destroyed: error(
    'A spreadsheet has turned {column} into scientific notation, and its last digits are lost. Format the column as text and type the value again.',
  ),
  'number_destroyed.amount': error(
    'A spreadsheet has turned {column} into scientific notation, and its last digits are lost. Type the amount again, for example 1240.50.',
  ),
  'amount_form.unseen': error(
    'The amount has an invisible character. Clear the cell and type the amount, for example 1240.50.',
  ),
  'amount_form.exponent': error('The amount is in scientific notation. Enter all its digits, for example 1240.50.'),
  number_not_whole: error(
    '{column} is a number with decimals, but this code has none. Format the column as text and type the value again.',
  ),
  number_scaled: error(
    'The format of {column} hides its last three or more digits, so the number shown is not the number stored. Format the column as a plain number.',
  ),
  number_too_long: error(
    '{column} has more than 15 digits, and a spreadsheet number keeps only 15. Format the column as text and type the value again.',
  ),
  cell_unseen: error(
    'The number format of {column} hides its value, so it was never visible. Show the cell with a format such as General, and check the value.',
  ),
  cell_error: error('The cell shows #N/A or a similar value. Correct its formula or type the value.'),
  cell_uncalculated: error(
    'The formula of {column} has no saved value. Open the sheet in a spreadsheet program and save it again.',
  ),
  cell_unreadable: error(
    '{column} contains characters that cannot be read. Type the value again, and save as "CSV UTF-8".',
  ),
  cell_merged: error(
    'The cell of {column} is merged with others, and only the first of them has the value. Unmerge the cells and fill in each.',
  ),
  cell_is_date: error(
    'A spreadsheet has turned {column} into a date. Format the column as text and type the value again.',
  ),
  'cell_is_date.amount': error(
    'A spreadsheet has turned {column} into a date. Format the column as a number and type the amount again, for example 1240.50.',
  ),
  cell_formula: warning(
    '{column} is calculated by a formula; its last saved value is used, here and in the rows below. Check that it is up to date.',
  ),
  account_of_payer: error(
    'This is your own account according to column {letter}. Fill in the account of the recipient.',
  ),
  amount_header_currency: error(
    'The header says "{header}", but the currency of the row is {currency}. Correct one of them.',
  ),
  amount_other_currency: error(
    'The amount is written with "{mark}", but the currency of the row is {currency}. Correct one of them.',
  ),
  pain_not_transfer: error(
    'Payment {number} ({id}) is to be paid by {method}, not by transfer (TRF), so it is not paid. Pay it another way.',
  ),
  pain_twice: error(
    '{element} occurs twice in payment {number} ({id}), and either may be wrong, so it is not paid. Include it only once.',
  ),
  pain_amount: error(
    'The amount of payment {number} ({id}) is not a valid XML number. Enter it with a decimal point and no other symbols, for example 1240.50.',
  ),
  pain_own_account: error(
    'Payment {number} ({id}) goes to the paying account (DbtrAcct), so it is not paid. Compare it with the creditor in your system.',
  ),
  pain_proxy: error(
    'Payment {number} ({id}) has a proxy (Prxy) instead of an account, and cannot be paid. Use an IBAN or account number.',
  ),
  pain_clearing: error(
    'The bank of payment {number} ({id}) is identified by a code ({system}) that cannot be used. Use a BIC, for example COBADEFFXXX.',
  ),
  pain_garbled: error(
    'Some letters in payment {number} ({id}) are garbled: the file’s encoding differs from the one it declares. Create the file again, for example in UTF-8.',
  ),
  pain_ultimate_creditor: warning(
    'Payment {number} ({id}) is ultimately for someone else: "{name}" (UltmtCdtr). Check that the creditor is the right recipient.',
  ),
  'amount_ambiguous.mixed': error(
    'The amount could be {one} or {other}: the sheet uses both formats. Enter it with two decimals.',
  ),
  'amount_ambiguous.unknown': error(
    'The amount could be {one} or {other}: no other amount shows which. Enter it with two decimals.',
  ),
  'amount_ambiguous.three': error(
    'The amount could be {one} or {other}: read like the others, it would have three decimals. Enter it with two.',
  ),
  'amount_ambiguous.typed': error('The amount could be {one} or {other}. Enter it with two decimals.'),
  'amount_other_style.declared': error(
    'The decimal separator is "{found}", but "{expected}" was declared for the sheet. Enter it like the others.',
  ),
  'amount_other_style.sheet': error(
    'The decimal separator is "{found}", but most amounts in the sheet use "{expected}". Enter it like the others.',
  ),
} as const satisfies Record<string, Message>;

/** Reasons why a payment is on hold after it was compared with others. */
const HOLD_MESSAGES = {
  held_duplicate_in_sheet: error(
    'Row {row} has the same reference {reference} and the same data. Only that row is paid; remove this one.',
  ),
  held_reference_conflict: error(
    'Rows {rows} have the same reference {reference} but differ. None of them is paid: give each payment its own reference.',
  ),
  'held_reference_conflict.replaced': error(
    'While this run was reading its sheet, another run took over row {row} of run {run}, and will pay it. Leave this row unchanged.',
  ),
  held_account_conflict: error(
    'This recipient has different bank details in rows {rows}. None of them is paid. Find out which account is right, and use it in all these rows.',
  ),
  'held_account_conflict.run': error(
    'Another run has changed the bank details of this recipient in the meantime. Check which account is right, then pay this row in a new run.',
  ),
  'held_account_conflict.service': error(
    'The bank details of this recipient were changed in the payout service in the meantime. Check which account is right, then pay this row in a new run.',
  ),
  held_duplicate_reference: error(
    'Reference {reference} was already used for row {row} of run {run} ({state}, {day}). This row is not paid: give a different payment its own reference.',
  ),
  already_paid: error(
    'Already paid on {day} by row {row} of run {run}: same reference, amount, recipient and account. It is not paid again.',
  ),
  held_dismissed_before: error(
    'Reference {reference} was dismissed by {by} on {day} (row {row} of run {run}). To pay it now, someone other than the uploader must release it.',
  ),
  held_paid_differently: error(
    'Reference {reference} was paid on {day} (row {row} of run {run}) with a different {differs}. It is not paid again: give a different payment its own reference.',
  ),
  'held_duplicate_reference.derived': error(
    'The same payment (reference {reference}) is row {row} of run {run} ({state}, {day}). This row is not paid. If this is a different payment, give it its own payment reference.',
  ),
  held_account_in_flight: error(
    'Row {row} of run {run} is about to pay this recipient using different bank details. When that run is finished, pay this row in a new run.',
  ),
  'held_account_in_flight.run': error(
    'Run {run} is about to change the bank details of this recipient. When it is finished, pay this row in a new run.',
  ),
  held_account_changed: error(
    'Bank details changed from {old} to {now}. The last payment was sent on {day} (row {row} of run {run}). Someone other than the uploader must release this payment.',
  ),
  'held_account_changed.alike': error(
    'Bank details changed for {now}: {details}. The last payment was sent on {day} (row {row} of run {run}). Someone other than the uploader must release this payment.',
  ),
  'held_account_changed.maybe': error(
    'Payrun can’t confirm that {now} is the account last paid ({old}): full number unknown. The payment was sent on {day} (row {row} of run {run}). Someone other than the uploader must release this one.',
  ),
  'held_account_changed.unpaid': error(
    'This recipient’s account ({now}) comes from another run and was never paid. Someone other than the uploader must release this payment.',
  ),
  held_possible_duplicate: error(
    'Possible duplicate of row {row} of run {run} ({state}, {day}, reference {other}): same recipient and amount. If both are intended, an approver can release it.',
  ),
  'held_possible_duplicate.account': error(
    'Possible duplicate of row {row} of run {run} ({state}, {day}, reference {other}): same amount and account, different recipient. If both are intended, an approver can release it.',
  ),
  'held_possible_duplicate.paypal': error(
    'Possible duplicate of row {row} of run {run} ({state}, {day}, reference {other}): same amount by PayPal, same name or account. If both are intended, an approver can release it.',
  ),
  'held_possible_duplicate.adopted': error(
    'Possible duplicate of row {row} of run {run} ({state}, {day}, reference {other}): same amount and name, and, as far as Payrun knows, the same account. If both are intended, an approver can release it.',
  ),
  'held_possible_duplicate.too': error(
    'Also a possible duplicate of row {row} of run {run} ({state}, {day}, reference {other}): same recipient and amount. Do not release it unless both are intended.',
  ),
  'held_possible_duplicate.account_too': error(
    'Also a possible duplicate of row {row} of run {run} ({state}, {day}, reference {other}): same amount and account, different recipient. Do not release it unless both are intended.',
  ),
  'held_possible_duplicate.paypal_too': error(
    'Also a possible duplicate of row {row} of run {run} ({state}, {day}, reference {other}): same amount by PayPal, same name or account. Do not release it unless both are intended.',
  ),
  'held_possible_duplicate.adopted_too': error(
    'Also a possible duplicate of row {row} of run {run} ({state}, {day}, reference {other}): same amount and name. Do not release it unless both are intended.',
  ),
  'held_possible_duplicate.in_sheet': error(
    'Possible duplicate of row {row} (reference {earlier}): same recipient, amount and memo. If both are intended, an approver can release it.',
  ),
  'held_possible_duplicate.person_in_sheet': error(
    'Possible duplicate of row {row} (reference {earlier}): same amount, memo, name and account, different recipient. If both are intended, an approver can release it.',
  ),
  'held_possible_duplicate.since': error(
    'It has since become a possible duplicate of row {row} of run {run} ({state}, {day}, reference {other}): same recipient and amount. Do not release it unless both are intended.',
  ),
  'held_possible_duplicate.account_since': error(
    'It has since become a possible duplicate of row {row} of run {run} ({state}, {day}, reference {other}): same amount and account, different recipient. Do not release it unless both are intended.',
  ),
  'held_possible_duplicate.name_since': error(
    'It has since become a possible duplicate of row {row} of run {run} ({state}, {day}, reference {other}): same amount and name, and perhaps the same account. Do not release it unless both are intended.',
  ),
  'held_possible_duplicate.reference_since': error(
    'Since it was put on hold, row {row} of run {run} ({state}, {day}, reference {other}) has used this reference, perhaps in another spelling. Do not release it unless both are intended.',
  ),
  held_one_account: error(
    'All rows pay into one account, although they name {names} recipients. Is the account column the right one? If so, someone other than the uploader must release this payment.',
  ),
  'held_shared_account.warned': warning(
    'Row {row} pays someone else into the same account. Check that it belongs to both: one account for several people is a sign of fraud.',
  ),
  'held_shared_account.earlier': warning(
    'Row {row} of run {run} paid someone else into the same account. Check that it belongs to both: one account for several people is a sign of fraud.',
  ),
  'held_amount_unusual.warned': warning(
    'The amount is at least ten times the most that this recipient has ever been paid in {currency} (row {row} of run {run}). Check that it is right.',
  ),
  'held_possible_duplicate.warned': warning(
    'Possible duplicate of row {row} (reference {earlier}): same recipient, amount and memo. If only one is intended, remove this one.',
  ),
  'held_possible_duplicate.person_warned': warning(
    'Possible duplicate of row {row} (reference {earlier}): same amount, memo, name and account. If only one is intended, remove this one.',
  ),
  held_similar_reference: error(
    'Reference {reference} differs only in its spelling from {other}, row {row} of run {run} ({state}, {day}). If both are intended, an approver can release it.',
  ),
  'held_similar_reference.in_sheet': error(
    'Reference {reference} differs only in its spelling from {other} in row {row}. If both are intended, an approver can release it.',
  ),
  held_same_sheet: error(
    'Most rows without a reference were already paid; this one matches row {row} of run {run} ({state}, {day}). To pay all these rows again, an approver must release it.',
  ),
} as const satisfies Record<string, Message>;

/** Corrections that would make a bank number valid; they follow the sentence about the error. */
const REPAIR_MESSAGES = {
  'repair.swapped': warning(
    'The check digits match if characters {first} and {second} are swapped. Check it with the recipient; Payrun changes nothing.',
  ),
  'repair.character': warning(
    'The check digits match if character {place} is {character}. Check it with the recipient; Payrun changes nothing.',
  ),
  'repair.zero': warning(
    'The check digits match with a 0 in front. Check it with the recipient; Payrun changes nothing.',
  ),
  'repair.zeros': warning(
    'The check digits match with 00 in front. Check it with the recipient; Payrun changes nothing.',
  ),
} as const satisfies Record<string, Message>;

/** Reasons why a recipient is not brought to the service. Their payments fail, or are put on hold. */
const RECIPIENT_MESSAGES = {
  recipient_unknown: error(
    'The payout service has no recipient with this recipient number. Add the name, email, address and bank details to the row.',
  ),
  recipient_account_in_flight: error(
    'Another run is about to pay this recipient using different bank details. When that run is finished, pay this row in a new run.',
  ),
  recipient_account_differs: error(
    'The payout service received these bank details, but {doubt}. Nothing is paid. Compare both accounts; releasing the payment sends them again.',
  ),
  account_masked: error(
    'The payout service masks accounts differently now: {shown}. That matches the row{fewer}. Compare both accounts; releasing accepts the new mask for all.',
  ),
  recipient_unreadable: error(
    'Payrun cannot interpret the payout service’s data about this recipient. Check the recipient in the service, then release the payment.',
  ),
  recipient_inactive: error(
    'The payout service has {status} this recipient. Someone other than the uploader must release the payment, which reactivates the recipient.',
  ),
  'recipient_inactive.blocked': error(
    'The payout service does not pay this recipient ({status}). Resolve that with the service, then someone other than the uploader must release the payment.',
  ),
  recipient_without_account: error(
    'The payout service has no account for this recipient. Fill in the bank details, then retry the row.',
  ),
  recipient_refused: error('The service refuses this recipient: {reason}'),
  'recipient_refused.read': error(
    'The payout service refuses this recipient: {reason} If the row is correct, retry it: Payrun then reads the recipient from the payout service first.',
  ),
  recipient_rows_differ: error(
    'Several rows in this sheet give conflicting details for this person. Give the same details in all of these rows, and pay the corrected sheet in a new run.',
  ),
  recipient_paid_elsewhere: warning(
    'This is not the account last paid: compare it with the recipient’s. Payments to it stay on hold until another approver releases them.',
  ),
} as const satisfies Record<string, Message>;

export const MESSAGES = {
  ...ROW_MESSAGES,
  ...SHEET_MESSAGES,
  ...HOLD_MESSAGES,
  ...REPAIR_MESSAGES,
  ...RECIPIENT_MESSAGES,
} as const;

export type MessageCode = keyof typeof MESSAGES;
export type HoldCode = keyof typeof HOLD_MESSAGES;
export type SheetCode = keyof typeof SHEET_MESSAGES;
export type MessageDetails = Readonly<Record<string, string | number>>;

export function sentence(code: MessageCode, details: MessageDetails = {}): string {
  return MESSAGES[code].text.replace(/\{(\w+)\}/g, (_, key: string) => String(details[key] ?? ''));
}

/** Code, severity and sentence of a finding; the code has no variant. */
export function createProblem(code: MessageCode, details: MessageDetails = {}) {
  return { code: code.replace(/\..*/, ''), severity: MESSAGES[code].severity, message: sentence(code, details) };
}

/** The code that is stored with a payment on hold, for reasons that an approver can release. */
const RELEASED_BY_COMMAND: ReadonlySet<string> = new Set([
  'account_changed',
  'account_masked',
  'dismissed_before',
  'one_account',
  'possible_duplicate',
  'recipient_inactive',
  'same_sheet',
  'similar_reference',
]);

/** Next steps that are typed, by the code that is stored with an error. Pages and files have other means for them. */
const TYPED_STEPS: Readonly<Record<string, string>> = {
  amount_ambiguous: 'Or run the command with --decimal point or --decimal comma.',
  merchant_missing: 'Or name who pays such rows with --merchant.',
  merchant_not_known: '`payrun merchants list` shows them.',
};

/**
 * The sentence of a row on the command line, with the next step that is typed.
 *
 * @param heldReference the reference of the payment, if it is on hold
 */
export function onCommandLine(message: string, code: string | null, heldReference: string | null = null): string {
  const step =
    heldReference !== null && RELEASED_BY_COMMAND.has(code ?? '')
      ? `\`payrun release ${heldReference} --as NAME\` releases it.`
      : TYPED_STEPS[code ?? ''];
  return step === undefined ? message : `${message} ${step}`;
}
