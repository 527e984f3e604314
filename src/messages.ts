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
    'The amount is missing. Enter an amount to debit, or a target amount for the recipient to get, for example 1240.50.',
  ),
  amount_both: error(
    'Both an amount and a target amount are filled in. Keep only one: the amount to debit, or the target amount that the recipient gets.',
  ),
  shared_account: warning(
    'Row {first} uses the same account for a different recipient. Check that the account belongs to both recipients: a shared account can be a sign of fraud.',
  ),
  account_is_own: error('This is one of your own accounts. Enter the recipient’s account.'),
  account_from_number: warning(
    'The account number is in a numeric cell, which drops leading zeros. Check that none are missing: account numbers in {country} vary in length.',
  ),
  uk_modulus: warning(
    'This sort code and account number fail the UK modulus check (Vocalink {version}, {since}). Check them with the recipient.',
  ),
  ifsc_not_listed: warning(
    'This IFSC is not on the list of Indian bank branches (ifsc {version}, {since}). Check it with the recipient: a new branch may not be listed yet.',
  ),
  bsb_not_listed: warning(
    'This BSB does not match any known Australian bank (list as of {since}). Check it with the recipient: a new bank may not be listed yet.',
  ),
  amount_form: error('This amount can’t be read as a number. Enter it in digits, for example 1240.50.'),
  amount_negative: error('The amount is negative. Enter a positive amount, for example 1240.50.'),
  amount_zero: error('The amount is zero. Enter a positive amount, for example 1240.50.'),
  amount_scale: error('The amount has too many decimal places. {currency} allows {decimals}, for example {example}.'),
  amount_below_minimum: error(
    'The amount is below the {minimum} minimum for payments to {country} by {route}. Pay a larger amount, or remove the row.',
  ),
  amount_below_route_minimum: error(
    'The amount is below the payout service’s minimum of {minimum} for this recipient by {route}. Pay a larger amount, or remove the row.',
  ),
  currency_missing: error('The currency is missing. Enter the currency of the balance to debit, for example EUR.'),
  target_currency_missing: error(
    'The currency of the target amount is missing. Enter the target currency as a three-letter code, for example EUR.',
  ),
  currency_unknown: error(
    'This is not a currency code. Use a three-letter ISO 4217 code, for example EUR, USD or GBP.',
  ),
  currency_withdrawn: error(
    '{withdrawn} has been replaced by {successor}. Enter the amount in {successor}, and {successor} as its currency.',
  ),
  target_currency_not_account: error(
    'The account is in {currency}, so it can’t receive {target}. Correct the target currency, or the account currency if the account is in {target}.',
  ),

  // Reference and merchant
  duplicate_in_sheet: error(
    'Row {first} has the same reference and the same details. Only row {first} is paid. Remove this row, or give it its own reference, for example INV-2026-0418.',
  ),
  reference_conflict: error(
    'Row {first} has the same reference but different details. Neither row is paid. Give each payment its own reference, for example INV-2026-0418.',
  ),
  similar_reference: warning(
    'The reference of row {first} differs from this one only in its spelling. If both are intended, an approver can release this one; otherwise remove this one.',
  ),
  possible_duplicate: warning(
    'Possible duplicate of row {first}: same recipient, amount and memo. If it is a duplicate, remove this row.',
  ),
  merchant_other: error(
    'This row names another merchant, but this run is for {merchant}. Move it to a separate sheet.',
  ),
  merchant_not_known: error('No merchant has this name. Check the spelling, for example acme.'),
  merchant_missing: error(
    'The merchant is missing. Each row in this sheet must name the merchant that pays, for example acme.',
  ),

  amount_side_missing: error(
    'This could be the amount to debit or the amount the recipient gets. Move it to target amount, or set amount currency to source or target.',
  ),
  amount_side_unknown: error(
    'Enter source if this is the amount to debit, or target if it is the amount the recipient gets.',
  ),
  unseen_removed: warning('Payrun removed an invisible character. Check that the rest of the value is right.'),

  // Text
  text_too_long: error('This text has {length} characters, and the limit is {most}. Shorten it.'),
  text_characters: error(
    'This text contains a line break, or a garbled or unprintable character. Retype it on one line.',
  ),
  text_unseen: error(
    'This contains an invisible character, or an unusual space or hyphen, so it won’t match the same value typed by hand. Clear the cell and type the value.',
  ),
  memo_too_long: error('The memo has {length} characters, and the limit is 1024. Shorten it.'),
  category_unknown: error('This is not a payment category. Use one of these: {allowed}.'),

  placeholder: error('This is a placeholder. Replace it with the actual value.'),
  reference_id_placeholder: error(
    'This is a placeholder, not a recipient number. Clear the cell, or enter the number, for example V-1042.',
  ),
  only_digits: error('This has only digits, but a name or city needs letters. Enter the correct name or city.'),

  // Recipient
  recipient_missing: error(
    'The recipient is missing. Enter the type, name and email, or the recipient number of an existing recipient.',
  ),
  type_missing: error('Is this an individual or a business? Enter the type.'),
  type_unknown: error('This is not a recipient type. Use individual for a person or business for a company.'),
  name_missing: error(
    'The name of the business is missing. Enter it in the name column, for example Lovelace Engines Ltd.',
  ),
  first_name_missing: error(
    'The first name is missing. An individual needs a first name and a last name, for example Ada and Lovelace.',
  ),
  last_name_missing: error(
    'The last name is missing. An individual needs a first name and a last name, for example Ada and Lovelace.',
  ),
  email_missing: error('The recipient’s email address is missing. Enter one, for example ada@example.com.'),
  email_form: error('This is not a valid email address. Enter one in a form such as ada@example.com.'),
  full_name_missing: error(
    'The full name is in the name column. For an individual, split it into first name and last name, for example Ada and Lovelace.',
  ),
  business_name_missing: error(
    'The recipient is a business, but only a person’s name is given. Enter the business name, for example Lovelace Engines Ltd, or set the type to individual.',
  ),
  business_dob: warning(
    'A business can’t have a date of birth. Clear it, or set the type to individual if the recipient is a person.',
  ),
  bank_characters: warning(
    'Banks don’t support {characters}: they drop such characters or reject the payment. Use the bank’s spelling, {proposal}.',
  ),
  pay_on_form: error('This is not a valid pay date. Enter the year, month and day, for example 2026-12-01.'),
  pay_on_far: error('The pay date is more than a year away. Check the year. A valid date looks like 2026-12-01.'),
  pay_on_past: warning(
    'The pay date is in the past, so the payment is sent as soon as it is approved. To pay later, enter a future date, for example 2026-12-01.',
  ),
  dob_form: error('This is not a valid date of birth. Enter the year, month and day, for example 1985-12-31.'),
  dob_order: error(
    'The parts of this date of birth are in the wrong order. Enter the year, month and day, for example 1985-12-31.',
  ),
  dob_swapped: error(
    'The date of birth has month {month}, so the day and month are probably swapped. Enter the year, month and day, for example 1985-12-31.',
  ),
  dob_no_day: error(
    'This date of birth is not a real date. Enter the correct year, month and day, for example 1985-12-31.',
  ),
  dob_impossible: error(
    'This date of birth is too long ago or in the future. Check the year. A valid date looks like 1985-12-31.',
  ),
  dob_under_age: warning(
    'According to this date of birth, the recipient is younger than {age}. Check the year. A valid date looks like 1985-12-31.',
  ),
  language_unknown: error(
    'This is not a language code. Use two letters such as en or de, with a country if needed, for example en-GB.',
  ),
  phone_form: warning('This is not a valid phone number. Include the country code, for example +44 20 7946 0000.'),
  phone_advised: warning(
    'Banks in {country} ask for the recipient’s phone number. Enter it with the country code, for example +44 20 7946 0000.',
  ),
  government_id_form: error(
    'This is not a valid {names} for {country}: it should have {form}, for example {example}. Check it against the original document.',
  ),
  government_id_check_digits: error(
    'This {name} is not valid: the check digits don’t match. Check it against the original document.',
  ),
  government_id_zeros_lost: error(
    'This {name} has lost a leading zero, probably in a spreadsheet. Check it against the original document and type it in a text cell.',
  ),
  government_id_doubtful: warning(
    'This may not be a valid {names} for {country}: it should have {form}, for example {example}. Check it.',
  ),
  government_id_missing: warning('Banks in {country} ask for the recipient’s {name}. Enter it, for example {example}.'),

  // Address
  street_missing: error('The street address is missing. Bank transfers require one, for example 12 High Street.'),
  city_missing: error('The city is missing. Bank transfers require one, for example London.'),
  country_missing: error('The recipient’s country is missing. Enter its two-letter code, for example GB.'),
  country_unknown: error('This is not a country code. Use a two-letter ISO 3166 code, for example DE, GB or US.'),
  country_by_name: error('Enter the country as a two-letter code: {code} for {country}.'),
  po_box: error(
    'This is a PO box, which banks don’t accept. Enter the street address where the recipient lives or works.',
  ),
  postal_code_form: warning('This is not a valid postal code for {country}. A valid one looks like {example}.'),
  postal_code_zeros_lost: warning(
    'This is not a valid postal code for {country}. A spreadsheet probably dropped the leading zeros of {code}. Check it and type it in a text cell.',
  ),
  region_unknown: warning(
    'This is not a state or province of {country}. Use its ISO 3166-2 code or its full name, for example {example}.',
  ),
  country_never_receives: error(
    'Bank transfers to {country} are not possible. Ask the payout service for another payment method, or remove the row.',
  ),
  country_not_enabled: error(
    'Bank transfers to {country} are not enabled for your account. Ask the payout service to enable {code}, or use another payout method.',
  ),
  country_restricted: warning(
    'Bank transfers to {country} are restricted: they may be rejected or delayed. Ask the payout service before you send one.',
  ),

  // Payout method
  payout_method_missing: error('The account is missing. Enter the bank account or the PayPal email.'),
  payout_method_ambiguous: error(
    'Both a bank account and a PayPal email are filled in. Set payout method to bank-transfer or paypal.',
  ),
  payout_method_unknown: error('This is not a payout method. Use bank-transfer or paypal, or leave it blank.'),
  payout_method_not_payable: error(
    'Recipients choose {method} as their payout method in the payout service. Ask them to do so, then enter only their recipient number, for example V-1042.',
  ),
  payout_method_elsewhere: error(
    '{method} is only available for recipients in {places}. Correct the country, or use bank-transfer or paypal.',
  ),
  mailing_missing: error(
    'This part of the address is missing. A mailed check needs a complete address. Enter it, for example {example}.',
  ),
  mailing_country: error(
    'Checks can only be mailed within the United States. Use US as the country, or pay by bank-transfer or paypal.',
  ),
  paypal_email_missing: error(
    'The PayPal email is missing. Enter the email address of the PayPal account, for example ada@example.com.',
  ),

  // IBAN
  iban_missing: error(
    'The IBAN is missing. Payments to {country} require one with {length} characters, for example {example}.',
  ),
  giro_iban_missing: error(
    'This is a Bankgiro or Plusgiro number, but payments to {country} require an IBAN. Ask the recipient for it, for example {example}.',
  ),
  bban_iban_missing: error(
    'This is a domestic account number, but payments to {country} require an IBAN with {length} characters, for example {example}.',
  ),
  iban_characters: error(
    'The IBAN contains {character}, but only letters and digits are allowed. Retype it, for example {example}.',
  ),
  iban_not_iban: error(
    'This is not an IBAN. An IBAN starts with a two-letter country code and two digits, for example {example}.',
  ),
  iban_country_unknown: error('This IBAN doesn’t start with a country code. A valid IBAN looks like {example}.'),
  iban_not_in_registry: warning(
    '{country} is not in the IBAN registry, so Payrun could verify only the check digits. Check the IBAN with the recipient.',
  ),
  iban_length: error(
    'This IBAN has {length} characters, but IBANs from {country} have {expected}. Check for missing or repeated characters.',
  ),
  iban_structure: error(
    'The IBAN has a letter where {country} uses a digit, or vice versa. Check for O and 0, or I and 1. A valid IBAN looks like {example}.',
  ),
  iban_check_digits: error(
    'This IBAN is not valid: the check digits don’t match. Check it against the original document.',
  ),
  iban_national_check: error(
    'The bank or account number in this IBAN is not valid in {country}. Check it against the original document.',
  ),
  iban_country_mismatch: error(
    'The IBAN is from {found}, but the account country is {expected}. Correct whichever is wrong.',
  ),
  iban_not_used: error('Banks in {country} do not use IBANs. Enter {needed} instead.'),
  iban_account_mismatch: error(
    'The IBAN and the {name} belong to different accounts. Correct or clear whichever is wrong.',
  ),
  account_in_iban_column: error(
    'This is an account number, not an IBAN. Enter the IBAN instead. Move it to account number only if the account has no IBAN.',
  ),
  bic_in_iban_column: error('This is a BIC, not an IBAN. Move it to the BIC column and enter the IBAN.'),
  iban_in_account_column: error('This is an IBAN. Move it to the IBAN column.'),
  iban_in_bic_column: error('This is an IBAN, not a BIC. Move it to the IBAN column.'),
  iban_in_code_column: error('This is an IBAN, not the {name}. Move it to the IBAN column.'),
  iban_bic_swapped: error('The IBAN and the BIC are in each other’s columns. Swap them.'),
  qr_reference_missing: error(
    'A QR-IBAN requires a 27-digit QR reference. Add it to the memo as it appears on the bill, or use the recipient’s regular IBAN.',
  ),
  qr_iban_currency: error(
    'A QR-IBAN accepts only CHF and EUR, not {currency}. Set account currency to CHF or EUR, or use the recipient’s regular IBAN.',
  ),
  memo_reference_check_digits: warning(
    'The check digits of the {name} in the memo don’t match. Check it against the original document.',
  ),
  account_number_ignored: warning(
    'Payments to {country} use the IBAN, which doesn’t contain this account number. Check that both are for the same account.',
  ),

  // BIC
  bic_missing: error(
    'The BIC (SWIFT code) is missing. Payments to {country} require one with 8 or 11 characters, for example {example}.',
  ),
  bic_advised: warning(
    'Banks in {country} often ask for the BIC (SWIFT code) as well as the IBAN. Enter it if you have it.',
  ),
  bic_characters: error(
    'The BIC (SWIFT code) contains {character}, but only letters and digits are allowed. Retype it, for example DEUTDEFF.',
  ),
  bic_form: error(
    'This is not a valid BIC (SWIFT code). It needs 8 or 11 characters and starts with six letters, for example DEUTDEFF or DEUTDEFF500.',
  ),
  bic_country_unknown: error(
    'The fifth and sixth letters of this BIC are not a country code. A valid BIC looks like DEUTDEFF.',
  ),
  bic_test: error('This is a test BIC: its eighth character is 0. Ask the recipient for the live BIC.'),
  bic_country_differs: warning(
    'The BIC is from {found}, but the account is in {expected}. Check that both belong to the same bank.',
  ),
  bank_address_missing: error(
    'The bank’s address is missing. Payments to {country} require one, for example 1 Market Street.',
  ),
  bank_city_missing: error('The bank’s city is missing. Payments to {country} require one, for example Springfield.'),

  // Account numbers and codes; {name} is the local term
  account_number_missing: error('The {name} is missing. For {country}, enter {form}, for example {example}.'),
  account_number_characters: error(
    'The {name} contains {character}, which is not allowed. It should have {form}, for example {example}.',
  ),
  account_number_zeros: error('The {name} is all zeros. Check it against the original document.'),
  account_number_form: error('This is not a valid {name}. It should have {form}, for example {example}.'),
  account_number_zeros_lost: error(
    'The {name} has {length} of {expected} digits. A spreadsheet probably dropped the leading {zeros}. Check it and type all {expected} digits in a text cell.',
  ),
  account_number_check_digits: error(
    'This {name} is not valid: the check digits don’t match. Check it against the original document.',
  ),
  branch_code_missing: error('The {name} is missing. For {country}, enter {form}, for example {example}.'),
  branch_code_characters: error(
    'The {name} contains {character}, which is not allowed. It should have {form}, for example {example}.',
  ),
  branch_code_form: error('This is not a valid {name}. It should have {form}, for example {example}.'),
  branch_code_zeros_lost: error(
    'The {name} has {length} of {expected} digits. A spreadsheet probably dropped the leading {zeros}. Check it and type all {expected} digits in a text cell.',
  ),
  branch_code_check_digits: error(
    'This {name} is not valid: the check digit doesn’t match. Check it against the original document.',
  ),
  branch_not_in_account: error('The account number doesn’t start with the {name}. Correct whichever is wrong.'),
  bank_code_missing: error('The {name} is missing. For {country}, enter {form}, for example {example}.'),
  bank_code_characters: error(
    'The {name} contains {character}, which is not allowed. It should have {form}, for example {example}.',
  ),
  bank_code_form: error('This is not a valid {name}. It should have {form}, for example {example}.'),
  bank_code_zeros_lost: error(
    'The {name} has {length} of {expected} digits. A spreadsheet probably dropped the leading {zeros}. Check it and type all {expected} digits in a text cell.',
  ),
  bank_code_check_digits: error(
    'This {name} is not valid: the check digit doesn’t match. Check it against the original document.',
  ),
  codes_swapped: error('The {branch} and the {bank} are in each other’s columns. Swap them.'),
  codes_joined: error(
    'The {branch} and the {bank} are in the same cell. Split them into the columns "routing number or sort code" and "bank number".',
  ),
  code_joined: error(
    'The {branch} and the {account} are in the same cell. Split them into the columns "routing number or sort code" and "account number".',
  ),
  codes_and_account_joined: error(
    'The {branch}, {bank} and {account} are in one cell. Split them into the columns "routing number or sort code", "bank number" and "account number".',
  ),
  branch_account_swapped: error('The {branch} and the {account} are in each other’s columns. Swap them.'),
  branch_in_bank_column: error('This is the {branch}. Move it to the column "routing number or sort code".'),
  bank_in_branch_column: error(
    'This is the {bank}, not the {branch}. Move it to the column "bank number", and enter the {branch}.',
  ),
  bic_in_code_column: error('This is a BIC (SWIFT code), not the {name}. Move it to the BIC column.'),
  code_not_used: warning(
    'Payments to {country} don’t use this code, so it is not sent. Check that it is not part of another number.',
  ),
  digits_converted: warning(
    'Payrun converted full-width letters, or digits from another script, to standard ones. Check the result.',
  ),
  holder_name_missing: error(
    'The account holder’s name is missing. Enter it as it appears on the account, for example Ada Lovelace.',
  ),
  holder_differs: warning(
    'The account holder’s name differs from the recipient’s. Check whose account it is, and enter the name as it appears on the account.',
  ),
} as const satisfies Record<string, Message>;

/** Sentences of the sheet reader. */
const SHEET_MESSAGES = {
  row_hidden: error(
    'This row is hidden, manually or by a filter, so it is not paid. Unhide it to pay it, or delete it.',
  ),
  row_struck: error(
    'This row, or one of its cells, is struck through, so it is not paid. Delete it, or remove the strikethrough to pay it.',
  ),
  row_is_header: error('This row repeats the header, so it is not paid. Delete it.'),
  row_is_total: error(
    'This row ("{label}") is a total with payments or notes below it, so it is not paid. Delete it. A total at the end can stay.',
  ),
  row_is_control_total: error(
    'This row is a control total, which must be above the header, so it is not paid. Delete it, or move it to the first line.',
  ),
  'row_of_other_table.header': error(
    'A second table starts here, with different columns from the header in row {header}. Its rows are not paid. Move it to a separate sheet.',
  ),
  row_of_other_table: error(
    'This row belongs to a second table, whose header is row {header}. None of that table’s rows were read. Move it to a separate sheet.',
  ),
  'row_of_repeated_table.header': error(
    'This row repeats the header in row {header} after a gap or a title, so the rows below it are not paid. Move the rows to pay into the first table.',
  ),
  row_of_repeated_table: error(
    'This row is in a second table, below the header in row {header}, so it is not paid. Move it to the first table to pay it.',
  ),
  row_too_long: error(
    'This row has {count} values, but the header has {width}, so nothing in it was read. Put quotes around any value that contains {delimiter}.',
  ),
  row_too_short: error(
    'This row has {count} of {width} values, so nothing in it was read. Check for a missing {delimiter}, or a stray quote that joins two values.',
  ),
  cell_without_header: warning(
    'There is a value in column {letter}, which has no header, so the value is not used. Give the column a header, or clear the cell.',
  ),
  number_destroyed: error(
    'A spreadsheet has turned the {column} into scientific notation and lost its last digits. Format the column as text and type the value again.',
  ),
  'number_destroyed.amount': error(
    'A spreadsheet has turned the {column} into scientific notation and lost its last digits. Type the amount again, for example 1240.50.',
  ),
  'amount_form.unseen': error(
    'The amount contains an invisible character. Clear the cell and type the amount, for example 1240.50.',
  ),
  'amount_form.exponent': error('The amount is in scientific notation. Enter it in full, for example 1240.50.'),
  number_not_whole: error(
    'The {column} has decimals, but this code must not have any. Format the column as text and type the value again.',
  ),
  number_scaled: error(
    'The number format of the {column} hides at least three digits, so the cell shows a different number from the one it stores. Format the column as a plain number.',
  ),
  number_altered: error(
    'The number format of the {column} adds digits or a sign, so the cell shows a different number from the one it stores. Format the column as a plain number.',
  ),
  number_too_long: error(
    'The {column} has more than 15 digits, but a number in a spreadsheet keeps only 15. Format the column as text and type the value again.',
  ),
  cell_unseen: error(
    'The number format of the {column} hides its value. Choose a format that shows it, such as General, and check the value.',
  ),
  cell_error: error('The cell shows #N/A or something similar. Correct the formula or type the value.'),
  cell_uncalculated: error(
    'The formula for the {column} has no saved result. Open the sheet in a spreadsheet program and save it again.',
  ),
  cell_unreadable: error(
    'The {column} contains characters that can’t be read. Type the value again, and save the file as "CSV UTF-8".',
  ),
  cell_merged: error(
    'The {column} is in a merged cell, and only the first cell keeps the value. Unmerge the cells and fill in each one.',
  ),
  cell_is_date: error(
    'A spreadsheet has turned the {column} into a date. Format the column as text and type the value again.',
  ),
  'cell_is_date.amount': error(
    'A spreadsheet has turned the {column} into a date. Format the column as a number and type the amount again, for example 1240.50.',
  ),
  cell_formula: warning(
    'The {column} comes from a formula. Payrun uses the last saved value, here and in the rows below. Check that it is up to date.',
  ),
  account_of_payer: error('According to column {letter}, this is your own account. Enter the recipient’s account.'),
  amount_header_currency: error(
    'The header says "{header}", but this row’s currency is {currency}. Correct whichever is wrong.',
  ),
  amount_other_currency: error(
    'The amount is written with "{mark}", but this row’s currency is {currency}. Correct whichever is wrong.',
  ),
  pain_not_transfer: error(
    'Payment {number} ({id}) has the payment method {method} instead of TRF (transfer), so it is not paid. Pay it another way.',
  ),
  pain_twice: error(
    '{element} appears twice in payment {number} ({id}), and either could be wrong, so it is not paid. Include it only once.',
  ),
  pain_amount: error(
    'The amount of payment {number} ({id}) is not a valid XML number. Use only digits and a decimal point, for example 1240.50.',
  ),
  pain_own_account: error(
    'Payment {number} ({id}) goes to the account that pays it (DbtrAcct), so it is not paid. Check the creditor’s account in your system.',
  ),
  pain_proxy: error(
    'Payment {number} ({id}) has a proxy (Prxy) instead of an account, so it can’t be paid. Use an IBAN or account number.',
  ),
  pain_clearing: error(
    'Payment {number} ({id}) identifies the bank by a code that Payrun can’t use ({system}). Use a BIC, for example COBADEFFXXX.',
  ),
  pain_garbled: error(
    'Payment {number} ({id}) has garbled letters, because the file is not in the encoding that it declares. Create the file again, for example in UTF-8.',
  ),
  pain_ultimate_creditor: warning(
    'Payment {number} ({id}) names "{name}" as the ultimate creditor (UltmtCdtr). Check that the creditor is the right recipient.',
  ),
  'amount_ambiguous.mixed': error(
    'The amount could be {one} or {other}, because the sheet uses both formats. Enter it with two decimals.',
  ),
  'amount_ambiguous.unknown': error(
    'The amount could be {one} or {other}, and no other amount shows which. Enter it with two decimals.',
  ),
  'amount_ambiguous.three': error(
    'The amount could be {one} or {other}. In the format of the other amounts, it would have three decimals. Enter it with two.',
  ),
  'amount_ambiguous.typed': error('The amount could be {one} or {other}. Enter it with two decimals.'),
  'amount_other_style.declared': error(
    'The decimal separator is "{found}", but "{expected}" was chosen for this sheet. Enter the amount like the others.',
  ),
  'amount_other_style.sheet': error(
    'The decimal separator is "{found}", but most amounts in the sheet use "{expected}". Enter the amount like the others.',
  ),
} as const satisfies Record<string, Message>;

/** Reasons why a payment is on hold after it was compared with others. */
const HOLD_MESSAGES = {
  held_duplicate_in_sheet: error(
    'Row {row} has the same reference ({reference}) and the same details. Only row {row} is paid. Remove this row.',
  ),
  held_reference_conflict: error(
    'Rows {rows} have the same reference ({reference}) but different details. None of them is paid. Give each payment its own reference.',
  ),
  'held_reference_conflict.replaced': error(
    'While Payrun was reading this sheet, another run took over row {row} of run {run} and will pay it. Leave this row unchanged.',
  ),
  held_account_conflict: error(
    'Rows {rows} have different bank details for this recipient. None of them is paid. Find out which account is right, and use it in all these rows.',
  ),
  'held_account_conflict.run': error(
    'Another run has since changed this recipient’s bank details. Check which account is right, then pay this row in a new run.',
  ),
  'held_account_conflict.service': error(
    'This recipient’s bank details have since changed in the payout service. Check which account is right, then pay this row in a new run.',
  ),
  held_duplicate_reference: error(
    'Reference {reference} was already used for row {row} of run {run} ({state}, {day}). This row is not paid. If it is a different payment, give it its own reference.',
  ),
  already_paid: error(
    'Already paid on {day} as row {row} of run {run}, with the same reference, amount, recipient and account. It is not paid again.',
  ),
  held_dismissed_before: error(
    'Reference {reference} was dismissed by {by} on {day} (row {row} of run {run}). To pay it now, someone other than the uploader must release it.',
  ),
  held_paid_differently: error(
    'Reference {reference} was paid on {day} (row {row} of run {run}) with a different {differs}. It is not paid again. Give a different payment its own reference.',
  ),
  'held_duplicate_reference.derived': error(
    'Row {row} of run {run} is the same payment (reference {reference}, {state}, {day}). This row is not paid. If it is a different payment, give it its own payment reference.',
  ),
  held_account_in_flight: error(
    'Row {row} of run {run} is about to pay this recipient using different bank details. When that run is finished, pay this row in a new run.',
  ),
  'held_account_in_flight.run': error(
    'Run {run} is about to change this recipient’s bank details. When it is finished, pay this row in a new run.',
  ),
  held_account_changed: error(
    'Bank details changed from {old} to {now}. The last payment was sent on {day} (row {row} of run {run}). Someone other than the uploader must release this payment.',
  ),
  'held_account_changed.alike': error(
    'Bank details changed for {now}: {details}. The last payment was sent on {day} (row {row} of run {run}). Someone other than the uploader must release this payment.',
  ),
  'held_account_changed.maybe': error(
    'Payrun doesn’t have the full number, so it can’t confirm that {now} is the account last paid ({old}, on {day}, row {row} of run {run}). Someone other than the uploader must release this payment.',
  ),
  'held_account_changed.unpaid': error(
    'This recipient’s account ({now}) comes from another run and has never been paid. Someone other than the uploader must release this payment.',
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
    'Possible duplicate of row {row} of run {run} ({state}, {day}, reference {other}): same amount and name, and apparently the same account. If both are intended, an approver can release it.',
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
    'All rows pay into one account, although they name {names} recipients. Check that this is the right account column. If it is, someone other than the uploader must release this payment.',
  ),
  'held_shared_account.warned': warning(
    'Row {row} uses the same account for a different recipient. Check that the account belongs to both recipients: a shared account can be a sign of fraud.',
  ),
  'held_shared_account.earlier': warning(
    'Row {row} of run {run} used the same account for a different recipient. Check that the account belongs to both recipients: a shared account can be a sign of fraud.',
  ),
  'held_amount_unusual.warned': warning(
    'This amount is at least ten times the most this recipient has ever been paid in {currency} (row {row} of run {run}). Check that it is right.',
  ),
  'held_possible_duplicate.warned': warning(
    'Possible duplicate of row {row} (reference {earlier}): same recipient, amount and memo. If it is a duplicate, remove this row.',
  ),
  'held_possible_duplicate.person_warned': warning(
    'Possible duplicate of row {row} (reference {earlier}): same amount, memo, name and account. If it is a duplicate, remove this row.',
  ),
  held_similar_reference: error(
    'Reference {reference} differs only in its spelling from {other}, row {row} of run {run} ({state}, {day}). If both are intended, an approver can release it.',
  ),
  'held_similar_reference.in_sheet': error(
    'Reference {reference} differs only in its spelling from {other} in row {row}. If both are intended, an approver can release it.',
  ),
  held_same_sheet: error(
    'Most rows without a reference were already paid. This one matches row {row} of run {run} ({state}, {day}). An approver can release this one, which releases them all.',
  ),
} as const satisfies Record<string, Message>;

/** Corrections that would make a bank number valid; they follow the sentence about the error. */
const REPAIR_MESSAGES = {
  'repair.swapped': warning(
    'The check digits match if characters {first} and {second} are swapped. Check it with the recipient: Payrun does not change the number.',
  ),
  'repair.character': warning(
    'The check digits match if character {place} is {character}. Check it with the recipient: Payrun does not change the number.',
  ),
  'repair.zero': warning(
    'The check digits match with a 0 in front. Check it with the recipient: Payrun does not change the number.',
  ),
  'repair.zeros': warning(
    'The check digits match with 00 in front. Check it with the recipient: Payrun does not change the number.',
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
    'The payout service received these bank details, but {doubt}. Nothing is paid. Compare both accounts. Releasing the payment sends the bank details again.',
  ),
  account_masked: error(
    'The payout service now masks accounts differently: {shown}. That matches the row{fewer}. Compare both accounts. A release accepts it for this merchant.',
  ),
  recipient_unreadable: error(
    'Payrun can’t interpret the payout service’s data on this recipient. Check the recipient in the payout service, then release the payment.',
  ),
  recipient_inactive: error(
    'The payout service has {status} this recipient. Someone other than the uploader must release the payment, which reactivates the recipient.',
  ),
  'recipient_inactive.blocked': error(
    'The payout service does not pay this recipient ({status}). Resolve this with the service. Then someone other than the uploader must release the payment.',
  ),
  recipient_without_account: error(
    'The payout service has no account for this recipient. Fill in the bank details, then retry the row.',
  ),
  recipient_refused: error('The payout service rejected this recipient: {reason}'),
  'recipient_refused.read': error(
    'The payout service rejected this recipient: {reason} If the row is correct, retry it: Payrun first rereads the recipient from the payout service.',
  ),
  recipient_rows_differ: error(
    'Several rows in this sheet have conflicting details for this person. Make them the same in all of these rows, and pay the corrected sheet in a new run.',
  ),
  recipient_paid_elsewhere: warning(
    'This is not the account last paid. Check it with the recipient. Payments to it stay on hold until another approver releases them.',
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
