/** The column catalog. Header matching, the manual's table, the template and the masking of values use it. */

/**
 * `code`: digits or letters whose leading zeros and length matter; Payrun always writes it as a text cell. `choice`:
 * one of a few words.
 */
export type ColumnKind = 'text' | 'amount' | 'currency' | 'country' | 'code' | 'date' | 'email' | 'choice';

export interface Column {
  /** Canonical name; also recognized as a header. */
  readonly name: string;
  /** Other headers with the same meaning. Case, spaces, `_`, `-` and accents are ignored. */
  readonly aliases: readonly string[];
  readonly kind: ColumnKind;
  /** The values that cells of a `choice` may have; empty if there are many, as for a language. */
  readonly choices: readonly string[];
  /** A bank detail, an ID or a date of birth: shown masked, never written to a log or an error. */
  readonly sensitive: boolean;
  /** One line for the manual and the template. */
  readonly summary: string;
  readonly example: string;
}

const column = (
  name: string,
  kind: ColumnKind,
  summary: string,
  example: string,
  aliases: readonly string[] = [],
): Column => ({ name, kind, choices: [], summary, example, aliases, sensitive: false });

const choice = (
  name: string,
  choices: readonly string[],
  summary: string,
  example: string,
  aliases: readonly string[] = [],
): Column => ({ name, kind: 'choice', choices, summary, example, aliases, sensitive: false });

const secret = (
  name: string,
  kind: ColumnKind,
  summary: string,
  example: string,
  aliases: readonly string[] = [],
): Column => ({ name, kind, choices: [], summary, example, aliases, sensitive: true });

const CATEGORIES = ['services', 'royalties', 'rent', 'royalties_film', 'prizes', 'education', 'refunds'];

export const COLUMNS: readonly Column[] = [
  // The payment
  column('merchant', 'text', 'Who pays, if there are several merchants', 'acme', [
    'sub merchant',
    'merchant id',
    'payer',
  ]),
  column('paymentReference', 'text', 'Your own unique reference for this payment', 'INV-2026-0417', [
    'payment ref',
    'payment number',
    'payment no',
    'transaction reference',
  ]),
  column('amount', 'amount', 'Amount to debit', '1240.50', ['payment amount', 'amt', 'source amount', 'payout amount']),
  column('currency', 'currency', 'Currency of amount', 'EUR', [
    'currency code',
    'ccy',
    'source currency',
    'payment currency',
  ]),
  column('targetAmount', 'amount', 'Instead of amount: what the recipient gets', '100000', [
    'amount to receive',
    'receive amount',
    'destination amount',
  ]),
  column('targetCurrency', 'currency', 'Currency of the target amount', 'JPY', [
    'receive currency',
    'destination currency',
  ]),
  choice('amountCurrency', ['source', 'target'], 'source or target: the currency that amount is in', 'target', [
    'amount side',
    'amount type',
    'quote type',
  ]),
  column('memo', 'text', 'Text for the recipient', 'Royalties June', [
    'note',
    'description',
    'message',
    'remittance',
    'remittance information',
    'payment details',
  ]),
  choice(
    'category',
    CATEGORIES,
    'services, royalties, rent, royalties_film, prizes, education or refunds',
    'royalties',
    ['payment category', 'purpose'],
  ),
  column('payOn', 'date', 'Pay date, YYYY-MM-DD; the same in every row', '2026-12-01', [
    'pay on date',
    'requested execution date',
  ]),
  column('tags', 'text', 'Keywords, separated by commas or semicolons', 'june; artists', ['tag', 'labels', 'keywords']),

  // The recipient
  column('referenceId', 'text', 'Your own number for the recipient', 'V-1042', [
    'recipient id',
    'vendor id',
    'vendor number',
    'supplier id',
    'supplier number',
    'payee id',
    'employee id',
    'employee number',
  ]),
  choice('type', ['individual', 'business'], 'individual or business', 'individual', ['recipient type', 'payee type']),
  column('firstName', 'text', 'First name of a person', 'Ana', ['given name', 'forename']),
  column('lastName', 'text', 'Last name of a person', 'Pérez', ['surname', 'family name']),
  column('name', 'text', 'Name of a business', 'Muster GmbH', [
    'full name',
    'company',
    'company name',
    'business name',
    'recipient',
    'recipient name',
    'payee',
    'payee name',
    'vendor',
    'vendor name',
    'supplier',
    'supplier name',
  ]),
  column('email', 'email', 'Email of the recipient', 'ana@example.com', [
    'e-mail',
    'email address',
    'mail',
    'recipient email',
    'payee email',
  ]),
  secret('dob', 'date', 'Date of birth, YYYY-MM-DD', '1990-04-17', ['date of birth', 'birth date', 'birthday']),
  secret('governmentId', 'code', 'National or tax ID, if the country requires it', '20-12345678-6', [
    'government id number',
    'national id',
    'tax id',
    'tax number',
    'tin',
  ]),
  choice('language', [], 'Language for messages to the recipient', 'en', ['locale', 'lang']),

  // The recipient's address
  column('street1', 'text', 'Street and number; no PO box', '12 Harbour Street', [
    'street',
    'address',
    'address 1',
    'address line 1',
    'street address',
    'street 1',
  ]),
  column('street2', 'text', 'Second line of the address', 'Flat 3', ['address 2', 'address line 2', 'street 2']),
  column('city', 'text', 'City', 'Leeds', ['town', 'city town']),
  column('postalCode', 'code', 'Postal code', 'LS1 4AP', [
    'zip',
    'zip code',
    'postcode',
    'post code',
    'postal',
    'zip postal code',
  ]),
  column('region', 'text', 'State or province; ISO 3166-2 code or name', 'CA', [
    'state',
    'province',
    'state province',
    'county',
  ]),
  column('country', 'country', 'Country of the recipient, two letters', 'GB', ['country code', 'recipient country']),
  column('phone', 'code', 'Phone with country code', '+44 113 496 0000', [
    'phone number',
    'telephone',
    'mobile',
    'tel',
  ]),

  // The account
  choice('payoutMethod', ['bank-transfer', 'paypal'], 'bank-transfer (default) or paypal', 'bank-transfer', [
    'method',
    'payment method',
    'payout type',
  ]),
  column('accountHolderName', 'text', 'Name on the account, if not the recipient’s', 'Ana Pérez', [
    'account holder',
    'account name',
    'beneficiary',
    'beneficiary name',
    'name on account',
  ]),
  column('accountCountry', 'country', 'Country of the account, if it is not the recipient’s', 'MX', [
    'bank country',
    'bank country code',
  ]),
  column('accountCurrency', 'currency', 'Currency of the account', 'MXN', ['bank account currency']),
  secret('accountNum', 'code', 'Account number, CLABE or CBU; never an IBAN', '012180000118359713', [
    'account number',
    'account no',
    'account',
    'bank account',
    'bank account number',
    'beneficiary account',
    'clabe',
    'cbu',
    'acct',
    'acct no',
  ]),
  secret('iban', 'code', 'IBAN', 'DE89370400440532013000', ['iban number', 'iban code', 'account iban']),
  secret('swiftBic', 'code', 'BIC, 8 or 11 characters', 'COBADEFFXXX', [
    'bic',
    'swift',
    'swift code',
    'bic code',
    'bic swift',
    'swift bic code',
  ]),
  secret('branchId', 'code', 'Routing number, sort code, BSB, transit number or IFSC', '20-00-00', [
    'branch',
    'branch code',
    'routing number',
    'routing',
    'aba',
    'aba number',
    'aba routing number',
    'sort code',
    'bsb',
    'bsb code',
    'bsb number',
    'transit number',
    'ifsc',
    'ifsc code',
  ]),
  secret('bankId', 'code', 'Bank or institution number', '003', [
    'bank code',
    'bank number',
    'institution number',
    'institution',
  ]),
  column('bankAddress', 'text', 'Address of the bank', '1 Bank Street', ['bank street', 'address of bank']),
  column('bankCity', 'text', 'City of the bank', 'Dhaka', ['city of bank']),
  column('bankRegion', 'text', 'Region of the bank', 'Dhaka', ['bank state', 'bank province']),
  secret('paypalEmail', 'email', 'PayPal email, if it differs from the recipient’s email', 'ana@example.com', [
    'paypal',
    'paypal account',
    'paypal address',
  ]),

  // The mailing address for a check
  column('mailingName', 'text', 'Name on a mailed check', 'Ana Perez', ['mail to']),
  column('mailingStreet1', 'text', 'Street address to mail a check to', '12 Main Street', [
    'mailing street',
    'mailing address',
    'mailing address 1',
  ]),
  column('mailingStreet2', 'text', 'Second line of the mailing address', 'Apt 3', ['mailing address 2']),
  column('mailingCity', 'text', 'City to mail a check to', 'Austin'),
  column('mailingPostal', 'code', 'ZIP code to mail a check to', '73301', [
    'mailing postal code',
    'mailing zip',
    'mailing zip code',
  ]),
  column('mailingRegion', 'text', 'State to mail a check to', 'TX', ['mailing state']),
  column('mailingCountry', 'country', 'Country to mail a check to: US', 'US'),
];

const BY_NAME: ReadonlyMap<string, Column> = new Map(COLUMNS.map((entry) => [entry.name, entry]));

/** The entry of a canonical name; undefined if the catalog has none. */
export function columnNamed(name: string): Column | undefined {
  return BY_NAME.get(name);
}

/** Whether values of this canonical column are always masked. */
export function isSensitive(name: string): boolean {
  return BY_NAME.get(name)?.sensitive ?? false;
}
