import { COUNTRIES } from '../../rules/countries/countries.ts';
import type { Body } from '../call.ts';
import { hasRate } from '../payments/rates.ts';
import { type FieldReader, readFields } from '../read-fields.ts';

/** A rule for a field: the requirement as text, and the test. */
interface Rule {
  readonly expects: string;
  readonly holds: (value: string) => boolean;
}

const text: Rule = { expects: 'a string', holds: () => true };
const url: Rule = { expects: 'a URL', holds: (value) => URL.canParse(value) && /^https?:\/\/[^/]/i.test(value) };
const country: Rule = { expects: 'a 2-letter country code', holds: (value) => isCountry(value) };
const currency: Rule = { expects: 'a 3-letter currency code', holds: (value) => hasRate(value.toUpperCase()) };
const whole: Rule = { expects: 'a whole number as text', holds: (value) => /^\d{1,15}$/.test(value) };
const percentage: Rule = {
  expects: 'a percentage from 0 to 100, as text',
  holds: (value) => /^\d{1,3}(\.\d+)?$/.test(value) && Number(value) <= 100,
};
const countries: Rule = {
  expects: 'country codes, separated by commas',
  holds: (value) => value.split(/[\s,;]+/).every(isCountry),
};

const CATEGORIES = [
  'online_market',
  'app_store',
  'affiliate_platform',
  'ad_network',
  'crowdfunding',
  'crowdsourcing',
  'share_economy',
  'e-commerce',
  'charity',
  'surveys',
  'rebates',
  'startup',
  'publishing',
  'entertainment',
  'travel',
  'education',
  'manufacturing',
  'business_service',
  'influencer_platform',
  'online_gambling',
  'adult_entertainment',
  'multi_level_marketing',
  'firearms',
  'money_transmitter_service',
  'credit_card_processing',
  'other',
] as const;
const category: Rule = {
  expects: `one of ${CATEGORIES.join(', ')}`,
  holds: (value) => (CATEGORIES as readonly string[]).includes(value),
};

/** An earlier version of the contract has these steps; the current version asks for a number. */
const PPM_BUCKETS = ['less-10', '10-50', '50-100', '100-500', '500-1000', '1000-10000', '10000-100000', '100000-more'];
const ppm: Rule = {
  expects: `a number as text, or one of ${PPM_BUCKETS.join(', ')}`,
  holds: (value) => /^\d{1,15}$/.test(value) || PPM_BUCKETS.includes(value),
};

const MERCHANT = { name: text, website: url, country, currency } as const;

/** In the contract's order. All are required: a missing field leaves the onboarding incomplete, but is not an error. */
const ONBOARDING: Readonly<Record<string, Rule>> = {
  businessLegalName: text,
  businessAsName: text,
  businessTaxId: text,
  businessPhone: text,
  businessWebsite: url,
  businessCategory: category,
  businessCountry: country,
  businessCity: text,
  businessAddress: text,
  businessZip: text,
  businessRegion: text,
  businessTotalMonthly: whole,
  businessPpm: ppm,
  businessIntlPercentage: percentage,
  expectedPayoutCountries: countries,
};
/** Fields of the earlier version, only for the sandbox. */
const EARLIER: Readonly<Record<string, Rule>> = { businessAveragePayout: text };

/** The currency of a merchant, by country; for the euro area it is EUR. */
const CURRENCY_OF: Readonly<Record<string, string>> = { US: 'USD', GB: 'GBP', CA: 'CAD', AU: 'AUD' };
const EURO_AREA = 'AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK'.split(' ');
const PROVINCES: Readonly<Record<string, string>> = {
  AB: 'Alberta',
  BC: 'British Columbia',
  MB: 'Manitoba',
  NB: 'New Brunswick',
  NL: 'Newfoundland and Labrador',
  NS: 'Nova Scotia',
  NT: 'Northwest Territories',
  NU: 'Nunavut',
  ON: 'Ontario',
  PE: 'Prince Edward Island',
  QC: 'Quebec',
  SK: 'Saskatchewan',
  YT: 'Yukon',
};

export interface Profile {
  readonly name: string;
  readonly website: string;
  readonly country: string;
  readonly currency: string;
  readonly onboarding: Readonly<Record<string, string>>;
  /** Whether all required onboarding fields were sent. */
  readonly complete: boolean;
}

/** The parent's own data, as defaults for a sandbox sub-merchant; null if no defaults apply. */
export type Fallback = {
  readonly name: string;
  readonly website: string;
  readonly country: string;
  readonly currency: string;
};

/** Reads the body of a sub-merchant create. Errors are added to `fields` by their path: "merchant.country". */
export function readProfile(fields: FieldReader, fallback: Fallback | null): Profile {
  const merchant = readGroup(fields, 'merchant', fields.object('merchant') ?? {}, MERCHANT, !fallback);
  const onboarding = readGroup(fields, 'onboarding', fields.object('onboarding') ?? {}, {
    ...ONBOARDING,
    ...(fallback ? EARLIER : {}),
  });
  const business = onboarding.businessCountry?.toUpperCase();
  const stated = merchant.country?.toUpperCase();
  const money = merchant.currency?.toUpperCase() ?? fallback?.currency ?? '';
  const where = stated ?? (fallback ? (business ?? countryOf(money, fallback.country)) : '');
  if (stated && business && stated !== business)
    fields.wrong('invalid_field', 'onboarding.businessCountry', 'businessCountry must be equal to merchant.country');
  if (where !== '' && money !== '' && currencyOf(where) !== money)
    fields.wrong('invalid_field', 'merchant.currency', `the currency of a merchant in ${where} is not ${money}`);
  if (business === 'CA' && onboarding.businessRegion !== undefined && !isProvince(onboarding.businessRegion))
    fields.wrong('invalid_field', 'onboarding.businessRegion', 'businessRegion must be a province of Canada');
  return {
    name: merchant.name ?? fallback?.name ?? '',
    website: merchant.website ?? fallback?.website ?? '',
    country: where,
    currency: money,
    onboarding,
    complete: Object.keys(ONBOARDING).every((field) => onboarding[field] !== undefined),
  };
}

/** Reads the two fields that can be changed later. */
export function readOnboardingChange(body: Body): Record<string, string> {
  const fields = readFields(body);
  const { businessTotalMonthly, businessPpm } = ONBOARDING as Record<string, Rule>;
  const change = readRules(fields, body, { businessTotalMonthly: businessTotalMonthly!, businessPpm: businessPpm! });
  fields.refuse();
  return change;
}

function readGroup(
  fields: FieldReader,
  group: string,
  body: Body,
  rules: Readonly<Record<string, Rule>>,
  required = false,
): Record<string, string> {
  const inner = readFields(body);
  const read = readRules(inner, body, rules, required);
  for (const { code, field, message } of inner.errors) fields.wrong(code, `${group}.${field}`, message);
  return read;
}

function readRules(
  fields: FieldReader,
  body: Body,
  rules: Readonly<Record<string, Rule>>,
  required = false,
): Record<string, string> {
  const read: Record<string, string> = {};
  for (const [field, { expects, holds }] of Object.entries(rules)) {
    // An empty onboarding field is treated as missing.
    if (body[field] === '' && !required) continue;
    const value = fields.text(field, { required, max: 500 });
    if (typeof value !== 'string') continue;
    if (holds(value)) read[field] = value;
    else fields.wrong('invalid_field', field, `${field} must be ${expects}`);
  }
  return read;
}

function isCountry(value: string): boolean {
  return value.length === 2 && COUNTRIES[value.toUpperCase()] !== undefined;
}

function currencyOf(code: string): string | undefined {
  return EURO_AREA.includes(code) ? 'EUR' : CURRENCY_OF[code];
}

/** A country for a currency, if none was sent: the parent's if its currency matches. */
function countryOf(money: string, parents: string): string {
  if (currencyOf(parents) === money) return parents;
  const found = Object.entries(CURRENCY_OF).find(([, value]) => value === money)?.[0];
  return found ?? (money === 'EUR' ? 'DE' : parents);
}

function isProvince(region: string): boolean {
  const code = region.trim().toUpperCase().replace(/^CA-/, '');
  return Object.entries(PROVINCES).some(([short, name]) => short === code || name.toUpperCase() === code);
}
