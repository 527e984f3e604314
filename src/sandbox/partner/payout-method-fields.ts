import { COUNTRIES } from '../../rules/countries/countries.ts';
import type { Body } from '../call.ts';
import type { FieldReader } from '../read-fields.ts';
import type { PayoutMethodSlug } from '../records.ts';
import { refusal } from '../refusal.ts';
import { readCheck } from './check-settings.ts';
import { WALLET_PAYERS } from './wallet-payers.ts';

const CREDENTIALS = ['mode', 'account', 'clientId', 'secret', 'webhookID'];
const METHOD_FIELDS: Readonly<Record<PayoutMethodSlug, readonly string[]>> = {
  'bank-transfer': ['enabled', 'enabledCountries'],
  paypal: ['enabled', ...CREDENTIALS, 'allowRestrictedCountries'],
  check: [
    'enabled',
    'branchId',
    'accountNum',
    'signatory',
    'startingCheck',
    'verification1',
    'verification2',
    'mailing',
  ],
  venmo: ['enabled', ...CREDENTIALS],
  'debit-card': ['enabled', 'supportedNetworks'],
  'mobile-wallet': ['enabled', 'enabledMobileWalletPayerIds'],
};
const OF_ANY_METHOD = new Set(Object.values(METHOD_FIELDS).flat());
/** Credentials of PayPal mass payments, which the service has dropped. */
const REMOVED = ['apiUsername', 'apiPassword', 'apiSignature'];

type Settings = Readonly<Record<string, unknown>>;
/** Returns the settings that a body changes; adds errors to `fields`. */
type Setter = (fields: FieldReader, body: Body, before: Settings) => Settings;

/** Refuses a field of another method, and ignores unknown ones. The old PayPal credentials are refused with 410. */
export function refuseForeignFields(slug: PayoutMethodSlug, body: Body): void {
  const sent = (field: string) => body[field] !== undefined && body[field] !== null;
  if (slug === 'paypal' && REMOVED.some(sent))
    throw refusal(
      'deprecated_functionality_error',
      'Mass payment credentials are no longer supported: send account, clientId, secret and mode',
    );
  const foreign = Object.keys(body).find(
    (field) => sent(field) && OF_ANY_METHOD.has(field) && !METHOD_FIELDS[slug].includes(field),
  );
  if (foreign !== undefined) throw refusal('invalid_field', `${foreign} is not a field of ${slug}`, { field: foreign });
}

/** The method's own fields of a body, including those in `settings`, because GET shows them in it. */
export function sentFields(slug: PayoutMethodSlug, body: Body): Body {
  const { settings } = body;
  const shown = typeof settings === 'object' && settings !== null ? (settings as Body) : {};
  const read: Record<string, unknown> = {};
  for (const field of METHOD_FIELDS[slug]) {
    const value = body[field] ?? shown[field];
    if (value !== undefined && value !== null) read[field] = value;
  }
  return read;
}

export const SETTERS: Readonly<Record<PayoutMethodSlug, Setter>> = {
  'bank-transfer': (fields) => {
    const codes = fields.texts('enabledCountries')?.map((code) => code.toUpperCase());
    for (const code of codes ?? []) {
      if (!COUNTRIES[code]) fields.wrong('invalid_field', 'enabledCountries', `${code} is not a country code`);
      else if (COUNTRIES[code].receives === 'never')
        fields.wrong('invalid_field', 'enabledCountries', `${code} cannot receive bank transfers`);
    }
    return codes ? { enabledCountries: [...new Set(codes)] } : {};
  },
  paypal: (fields, body, before) => {
    const allowRestrictedCountries = fields.flag('allowRestrictedCountries') ?? before.allowRestrictedCountries;
    return { ...readCredentials(fields, body, before), allowRestrictedCountries };
  },
  venmo: readCredentials,
  check: readCheck,
  'debit-card': (fields) => {
    const networks = fields.texts('supportedNetworks');
    if (networks?.some((one) => one !== 'visa' && one !== 'mastercard'))
      fields.wrong('invalid_field', 'supportedNetworks', 'supportedNetworks takes visa and mastercard');
    return networks ? { supportedNetworks: [...new Set(networks)] } : {};
  },
  'mobile-wallet': (fields, body) => {
    const ids = body.enabledMobileWalletPayerIds;
    if (ids === undefined) return {};
    if (!Array.isArray(ids) || !ids.every((id) => Number.isInteger(id))) {
      fields.wrong(
        'invalid_field',
        'enabledMobileWalletPayerIds',
        'enabledMobileWalletPayerIds must be an array of numbers',
      );
      return {};
    }
    // Unknown ids are dropped silently.
    const known = WALLET_PAYERS.map(({ id }) => id).filter((id) => ids.includes(id));
    return { enabledMobileWalletPayerIds: known };
  },
};

/**
 * Reads PayPal or Venmo credentials. The first time all four are required; later any of them. The secret and the
 * webhook's id are never returned, so they are not stored.
 */
function readCredentials(fields: FieldReader, body: Body, before: Settings): Settings {
  const mode = fields.text('mode', { oneOf: ['live', 'sandbox'] });
  const account = fields.text('account', { max: 255 });
  const clientId = fields.text('clientId', { max: 255 });
  fields.text('secret', { max: 1000 });
  fields.text('webhookID', { max: 255 });
  const sent = CREDENTIALS.filter((field) => body[field] !== undefined);
  if (sent.length === 0) return {};
  const first = before.credentialsConfigured !== true;
  if (first)
    for (const field of ['account', 'clientId', 'secret', 'mode'])
      if (!sent.includes(field))
        fields.wrong('invalid_field', field, `${field} is required when credentials are set for the first time`);
  return {
    mode: mode ?? before.mode,
    account: account ?? before.account,
    clientId: clientId ?? before.clientId,
    credentialsConfigured: true,
  };
}
