import { countryWord } from '../../references/country-word.ts';
import { COUNTRIES } from '../../rules/countries/countries.ts';
import type { Answer, Call } from '../call.ts';
import { mask } from '../mask.ts';
import { readCurrency } from '../payments/payment-input.ts';
import { readFields } from '../read-fields.ts';

const DIGITS = ['branchId', 'bankId', 'institution', 'transit', 'accountNum'] as const;

/** The account that funding transfers come from; a second call replaces it. */
export function putBankAccount({ store, body, sandbox }: Call): Answer {
  const fields = readFields(body);
  const accountName = fields.text('accountName', { required: true, max: 255 }) ?? '';
  const currency = readCurrency(fields, 'currency');
  const country = fields.text('bankCountry', { required: true, form: /^[A-Za-z]{2}$/ })?.toUpperCase() ?? '';
  if (country !== '' && !COUNTRIES[country]) fields.wrong('invalid_field', 'bankCountry', 'bankCountry is no country');
  const numbers: Record<string, string> = {};
  for (const field of DIGITS) {
    const value = fields.text(field, { required: true, max: 34 });
    if (typeof value !== 'string') continue;
    if (/^\d+$/.test(value)) numbers[field] = value;
    else fields.wrong('invalid_field', field, `${field} must have digits only`);
  }
  const enabled = fields.flag('enabled');
  if (body.enabled === undefined || body.enabled === null)
    fields.wrong('empty_field', 'enabled', 'enabled is required');
  fields.refuse();

  const value = { accountName, currency, country, enabled, ...numbers };
  sandbox.state.put('setting', { id: 'bankAccount', merchantId: store.merchant.id, value });
  return {
    merchantBankAccount: {
      currency,
      accountName,
      bankName: `Bank in ${countryWord(country)}`,
      bankAddress: '',
      bankCity: '',
      bankPostalCode: '',
      bankRegion: '',
      fileLink: null,
      completed: true,
      enabled,
      iban: '',
      accountNum: mask(numbers.accountNum ?? ''),
      swiftBic: null,
      branchId: numbers.branchId ?? null,
      bankId: numbers.bankId ?? null,
      country,
    },
  };
}
