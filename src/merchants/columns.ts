import { mask } from '../mask-bank-details.ts';
/**
 * The columns of a sheet of sub-merchants. Header matching, cell checks, masking and the tests of good and bad values
 * use this table. The contract's field rules are the source.
 */
import { BUSINESS_CATEGORIES, PPM_BUCKETS, WIDGET_COLORS } from '../service/shapes/partner-requests.ts';
import { readColors } from './color-list.ts';
import { readCovers, readStreams } from './fee-routes.ts';
import {
  type CellRule,
  centAmount,
  countriesRule,
  country,
  currencyRule,
  digitsRule,
  flag,
  numbers,
  oneOf,
  payoutCountries,
  percentage,
  someOf,
  textRule,
  url,
  wholeNumberRule,
} from './field-rules.ts';
import { readWebhooks } from './webhook-list.ts';

/**
 * `always`; `creation`: required if the sub-merchant is to be created; null: an empty cell leaves the value unchanged.
 */
type Needed = 'always' | 'creation' | null;

export interface MerchantColumn {
  /** The contract's name, if it has one. */
  readonly name: string;
  readonly needed: Needed;
  /** Its mask: `tail` keeps the last characters of a number, `whole` hides a secret. */
  readonly sensitive: false | 'tail' | 'whole';
  readonly summary: string;
  /** Other headers with the same meaning. */
  readonly aliases: readonly string[];
  /** A good value. Messages show it, so it is never a real one. */
  readonly example: string;
  /** Values that are refused. */
  readonly bad: readonly string[];
  /** The error of a value, as text that follows the column's name; null if there is none. */
  readonly wrong: (value: string) => string | null;
}

type More = Partial<Pick<MerchantColumn, 'needed' | 'sensitive' | 'aliases'>>;
const CREATION: More = { needed: 'creation' };
const NUMBER: More = { sensitive: 'tail' };
const SECRET: More = { sensitive: 'whole' };

function column(
  name: string,
  summary: string,
  rule: CellRule,
  example: string,
  bad: readonly string[],
  { needed = null, sensitive = false, aliases = [] }: More = {},
): MerchantColumn {
  const wrong = (value: string) => (rule.holds(value) ? null : `must be ${rule.expects}`);
  return { name, summary, needed, sensitive, aliases, example, bad, wrong };
}

function list(
  name: string,
  summary: string,
  read: (value: string) => object | string,
  example: string,
  bad: readonly string[],
): MerchantColumn {
  const wrong = (value: string) => {
    const found = read(value);
    return typeof found === 'string' ? `cannot be used: ${found}` : null;
  };
  return { name, summary, needed: null, sensitive: false, aliases: [], example, bad, wrong };
}

const merchantName: CellRule = {
  expects: 'a name of 1 to 64 letters, digits, dots, dashes and underscores, with a letter or digit first',
  holds: (value) => /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(value),
};
const perMonth: CellRule = {
  expects: `a whole number, or one of ${PPM_BUCKETS.join(', ')}`,
  holds: (value) => wholeNumberRule.holds(value) || (PPM_BUCKETS as readonly string[]).includes(value),
};
const LONG = 'x'.repeat(501);

export const MERCHANT_COLUMNS: readonly MerchantColumn[] = [
  column(
    'merchant',
    'What Payrun calls it; payment sheets name it by this',
    merchantName,
    'acme',
    ['-acme', 'a b', 'x'.repeat(65)],
    {
      needed: 'always',
      aliases: ['sub merchant', 'merchant id'],
    },
  ),
  // Creation
  column('name', 'Its name in the service', textRule(500), 'Acme Studios', [LONG], {
    ...CREATION,
    aliases: ['merchant name'],
  }),
  column(
    'website',
    'Its website',
    url,
    'https://acme.example',
    ['acme.example', 'ftp://acme.example', 'https://'],
    CREATION,
  ),
  column('country', 'Its country: US, GB, CA, AU or one of the euro area', country, 'US', ['USA', 'ZZ', '1'], {
    ...CREATION,
    aliases: ['merchant country'],
  }),
  column(
    'currency',
    'The currency that goes with its country: USD, GBP, CAD, AUD or EUR',
    currencyRule,
    'USD',
    ['US$', 'XYZ'],
    {
      ...CREATION,
      aliases: ['merchant currency'],
    },
  ),
  column('businessLegalName', 'Legal name', textRule(500), 'Acme Studios Inc', [LONG], CREATION),
  column('businessAsName', 'Name that it does business as', textRule(500), 'Acme', [LONG], CREATION),
  column('businessTaxId', 'Tax number', textRule(500), '12-3456789', [LONG], { ...CREATION, ...NUMBER }),
  column('businessPhone', 'Telephone', textRule(500), '+1 512 555 0100', [LONG], CREATION),
  column('businessWebsite', 'Website of the business, if it is not its website', url, 'https://acme.example', ['acme']),
  column(
    'businessCategory',
    `Category: ${BUSINESS_CATEGORIES.join(', ')}`,
    oneOf(BUSINESS_CATEGORIES),
    'e-commerce',
    ['shop', 'E commerce'],
    CREATION,
  ),
  column('businessCountry', 'Country of the business: equal to country', country, 'US', ['USA', 'ZZ']),
  column('businessCity', 'City', textRule(500), 'Austin', [LONG], CREATION),
  column('businessAddress', 'Street and number', textRule(500), '12 Main Street', [LONG], CREATION),
  column('businessZip', 'Postal code', textRule(500), '73301', [LONG], CREATION),
  column('businessRegion', 'State or province; in Canada one of its provinces', textRule(500), 'TX', [LONG], CREATION),
  column(
    'businessTotalMonthly',
    'Expected payouts a month in USD',
    wholeNumberRule,
    '250000',
    ['250,000', '250000.00', 'many'],
    CREATION,
  ),
  column(
    'businessPpm',
    'Expected number of payouts a month',
    perMonth,
    '400',
    ['4 hundred', '100-600', '4.5'],
    CREATION,
  ),
  column(
    'businessIntlPercentage',
    'Share that goes abroad, in percent',
    percentage,
    '35',
    ['35%', '101', '-1'],
    CREATION,
  ),
  column(
    'expectedPayoutCountries',
    'Countries that it pays to',
    countriesRule,
    'US CA DE',
    ['USA', 'US, Canada', 'ZZ'],
    CREATION,
  ),

  // Funding account
  column('bankAccountName', 'Funding account: its holder', textRule(255), 'Acme Studios Inc', ['x'.repeat(256)]),
  column('bankCurrency', 'Funding account: currency', currencyRule, 'USD', ['XYZ']),
  column('bankCountry', 'Funding account: country of the bank', country, 'US', ['USA']),
  column('bankBranchId', 'Funding account: branch, digits', digitsRule(34), '021000021', ['02-1000'], NUMBER),
  column('bankId', 'Funding account: bank, digits', digitsRule(34), '021', ['ABC'], NUMBER),
  column('bankInstitution', 'Funding account: institution, digits', digitsRule(34), '021', ['ABC'], NUMBER),
  column('bankTransit', 'Funding account: transit, digits', digitsRule(34), '00021', ['00-21'], NUMBER),
  column(
    'bankAccountNum',
    'Funding account: number, digits',
    digitsRule(34),
    '000123456789',
    ['12 34', 'DE89', '1'.repeat(35)],
    NUMBER,
  ),
  column('bankEnabled', 'Funding account: whether it is used (default: yes)', flag, 'yes', ['perhaps']),

  list(
    'webhooks',
    'Subscriptions: model, action and target, separated by semicolons',
    readWebhooks,
    'payment processed http://127.0.0.1:8090/hook; batch * http://127.0.0.1:8090/hook',
    [
      'payment http://127.0.0.1:8090',
      'invoice created http://127.0.0.1:8090',
      'payment paid http://127.0.0.1:8090',
      'payment processed 127.0.0.1',
      ';',
    ],
  ),
  list(
    'widgetColors',
    `Colors of the recipient widget, separated by semicolons: ${WIDGET_COLORS.join(', ')}`,
    readColors,
    'primary #1a2b3c; success 0a0',
    ['primary red', 'primary #12345', 'accent #123456', 'primary #123; primary #456', ';'],
  ),

  // Payout methods
  column('bankTransferEnabled', 'Bank transfer: whether it is used; requires approval', flag, 'yes', ['si']),
  column('bankTransferCountries', 'Bank transfer: countries that are allowed, or all', payoutCountries, 'US CA DE', [
    'USA',
    'US, KP',
  ]),
  column('paypalEnabled', 'PayPal: whether it is used', flag, 'yes', ['si']),
  column('paypalMode', 'PayPal: live or sandbox', oneOf(['live', 'sandbox']), 'sandbox', ['test']),
  column('paypalAccount', 'PayPal: merchant account', textRule(255), 'payouts@acme.example', ['x'.repeat(256)]),
  column('paypalClientId', 'PayPal: client id', textRule(255), 'client-1', ['x'.repeat(256)], SECRET),
  column('paypalSecret', 'PayPal: secret', textRule(1000), 'secret-1', ['x'.repeat(1001)], SECRET),
  column('paypalWebhookId', 'PayPal: id of the webhook', textRule(255), 'webhook-1', ['x'.repeat(256)], SECRET),
  column('paypalRestrictedCountries', 'PayPal: whether restricted countries are allowed', flag, 'no', ['some']),
  column('venmoEnabled', 'Venmo: whether it is used', flag, 'no', ['si']),
  column('venmoMode', 'Venmo: live or sandbox', oneOf(['live', 'sandbox']), 'sandbox', ['test']),
  column('venmoAccount', 'Venmo: merchant account', textRule(255), 'payouts@acme.example', ['x'.repeat(256)]),
  column('venmoClientId', 'Venmo: client id', textRule(255), 'client-2', ['x'.repeat(256)], SECRET),
  column('venmoSecret', 'Venmo: secret', textRule(1000), 'secret-2', ['x'.repeat(1001)], SECRET),
  column('venmoWebhookId', 'Venmo: id of the webhook', textRule(255), 'webhook-2', ['x'.repeat(256)], SECRET),
  column('checkEnabled', 'Checks: whether they are used', flag, 'yes', ['si']),
  column('checkBranchId', 'Checks: routing number of the account', digitsRule(34), '021000021', ['02-1'], NUMBER),
  column('checkAccountNum', 'Checks: number of the account', digitsRule(34), '000123456789', ['12 34'], NUMBER),
  column('checkSignatory', 'Checks: who signs', textRule(255), 'Ana Perez', ['x'.repeat(256)]),
  column('checkStartingCheck', 'Checks: number of the first, up to 6 digits', digitsRule(6), '1001', ['1000001', 'A1']),
  column('checkVerification1', 'Checks: first small deposit; alone on its row, with the second', centAmount, '0.12', [
    '1.12',
    '12',
  ]),
  column('checkVerification2', 'Checks: second small deposit', centAmount, '0.34', ['0.345']),
  column('checkMailingName', 'Checks: name of the return address', textRule(40), 'Acme Studios', ['x'.repeat(41)]),
  column('checkMailingStreet1', 'Checks: street', textRule(100), '12 Main Street', ['x'.repeat(101)]),
  column('checkMailingStreet2', 'Checks: second line', textRule(100), 'Floor 3', ['x'.repeat(101)]),
  column('checkMailingCity', 'Checks: city', textRule(100), 'Austin', ['x'.repeat(101)]),
  column('checkMailingRegion', 'Checks: state', textRule(100), 'TX', ['x'.repeat(101)]),
  column('checkMailingPostal', 'Checks: ZIP code', textRule(100), '73301', ['x'.repeat(101)]),
  column('checkMailingCountry', 'Checks: country, US', oneOf(['US']), 'US', ['CA', 'us']),
  column('debitCardEnabled', 'Debit cards: whether they are used', flag, 'yes', ['si']),
  column('debitCardNetworks', 'Debit cards: visa, mastercard', someOf(['visa', 'mastercard']), 'visa mastercard', [
    'amex',
    ',',
  ]),
  column('mobileWalletEnabled', 'Mobile wallets: whether they are used; requires approval', flag, 'no', ['si']),
  column('mobileWalletPayers', 'Mobile wallets: ids of the payers that are allowed, or none', numbers, '1 3', [
    '1.5',
    'all',
  ]),

  list(
    'feeCovers',
    'Fees that it covers: route, currency and amount, separated by semicolons',
    readCovers,
    'ach USD 1.00; wire EUR 5.00; domestic USD 50% max 2.00',
    [
      'ach 1.00',
      'ach USD -1.00',
      'ach USD 1.5',
      'ach USD 10%',
      'ach USD 1.00 max 2.00',
      'pigeon USD 1.00',
      'domestic USD 101%',
      'ach USD 1.00; ach USD 2.00',
    ],
  ),
  list(
    'revenueStreams',
    'What it earns on a route: route, currency and amount, separated by semicolons',
    readStreams,
    'sepa EUR 1.00; ach USD 2%',
    ['sepa 1.00', 'sepa EUR 1.00 max 2.00', 'pigeon USD 1.00', 'sepa EUR 101%'],
  ),
];

const BY_NAME: ReadonlyMap<string, MerchantColumn> = new Map(MERCHANT_COLUMNS.map((entry) => [entry.name, entry]));

/** The value of a cell as it may be shown: masked if its column is sensitive. */
export function shownCell(column: string | null, value: string): string {
  const sensitive = column === null ? false : (BY_NAME.get(column)?.sensitive ?? false);
  return sensitive === 'whole' ? '***' : sensitive === 'tail' ? mask(value) : value;
}

export function merchantColumn(name: string): MerchantColumn | undefined {
  return BY_NAME.get(name);
}
