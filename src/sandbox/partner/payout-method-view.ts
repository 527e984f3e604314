import { COUNTRIES } from '../../rules/countries/countries.ts';
import { iso } from '../payments/payment-view.ts';
import type { MerchantRecord, PayoutMethodRecord, PayoutMethodSlug } from '../records.ts';

type Settings = Readonly<Record<string, unknown>>;

const VENMO_COUNTRIES = ['GU', 'PR', 'US', 'VI'];
const RESTRICTED = Object.keys(COUNTRIES).filter((code) => COUNTRIES[code]!.receives !== 'yes');

/** `settings` of each method: never contains a secret or an account number, not even masked. */
const SETTINGS: Readonly<Record<PayoutMethodSlug, (settings: Settings, merchant: MerchantRecord) => Settings>> = {
  'bank-transfer': (_, { sandbox, country }) => ({ onboardedCountry: sandbox ? null : country }),
  paypal: ({ mode, account, clientId, credentialsConfigured, allowRestrictedCountries }) => ({
    mode,
    account,
    apiUsername: null,
    clientId,
    credentialsConfigured,
    allowRestrictedCountries,
    restrictedCountries: RESTRICTED,
  }),
  venmo: ({ mode, account, clientId, credentialsConfigured }) => ({
    mode,
    account,
    apiUsername: null,
    clientId,
    credentialsConfigured,
    allowedCountries: VENMO_COUNTRIES,
  }),
  check: ({ signatory, startingCheck, verified, branchId, accountNum, mailing }) => ({
    signatory,
    startingCheck,
    verified,
    bankAccountConfigured: branchId === true && accountNum === true,
    mailing,
  }),
  'debit-card': ({ supportedNetworks }) => ({ supportedNetworks, allowedCountries: ['US'] }),
  'mobile-wallet': ({ enabledMobileWalletPayerIds }) => ({ enabledMobileWalletPayerIds }),
};

export function payoutMethodView(merchant: MerchantRecord, method: PayoutMethodRecord): Record<string, unknown> {
  const { id, enabled, status, suspended, approvedAt, updatedAt, settings } = method;
  const enabledCountries =
    id === 'bank-transfer' ? settings.enabledCountries : id === 'debit-card' ? ['US'] : undefined;
  return {
    integration: id,
    enabled,
    status,
    suspended,
    approvedAt: iso(approvedAt),
    updatedAt: iso(updatedAt),
    ...(enabledCountries === undefined ? {} : { enabledCountries }),
    settings: SETTINGS[id](settings, merchant),
  };
}
