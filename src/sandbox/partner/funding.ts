import type { Answer, Call } from '../call.ts';
import { mask } from '../mask.ts';
import { BALANCE_CURRENCIES } from './fee-rows.ts';

/** The funding bank of each currency. The banks are fictitious: no transfer can be sent to them. */
const BANKS: Readonly<Record<string, { country: string; city: string; region: string; postalCode: string }>> = {
  USD: { country: 'US', city: 'New York', region: 'NY', postalCode: '10001' },
  EUR: { country: 'IE', city: 'Dublin', region: 'D', postalCode: 'D01 F5P2' },
  GBP: { country: 'GB', city: 'London', region: 'LND', postalCode: 'EC2V 7HN' },
  CAD: { country: 'CA', city: 'Toronto', region: 'ON', postalCode: 'M5H 2N2' },
  AUD: { country: 'AU', city: 'Sydney', region: 'NSW', postalCode: '2000' },
  NZD: { country: 'NZ', city: 'Auckland', region: 'AUK', postalCode: '1010' },
};
const COUNTRY_NAMES = new Intl.DisplayNames('en', { type: 'region' });

/** Wire instructions for each balance, the merchant's own currency first. `referenceMemo` identifies this merchant. */
export function fundingInfo({ store }: Call): Answer {
  const { currency, id } = store.merchant;
  const others = BALANCE_CURRENCIES.filter((one) => one !== currency);
  return { info: [currency, ...others].filter((one) => BANKS[one]).map((one) => instruction(one, memoOf(id))) };
}

function memoOf(merchantId: string): string {
  return `PR-${merchantId.slice(2, 12).toUpperCase()}`;
}

function instruction(currency: string, referenceMemo: string): Record<string, string> {
  const { country, city, region, postalCode } = BANKS[currency]!;
  return {
    accountName: 'Payout service client funds',
    accountAddress: '1 Sandbox Street',
    accountCity: city,
    accountRegion: region,
    accountPostalCode: postalCode,
    accountCountryCode: country,
    accountCurrency: currency,
    accountNum: mask(`00012345${currency.charCodeAt(0)}${currency.charCodeAt(1)}`),
    bankName: `Sandbox Bank ${currency}`,
    bankAddress: '2 Sandbox Street',
    bankCity: city,
    bankRegion: region,
    bankPostalCode: postalCode,
    bankCountry: COUNTRY_NAMES.of(country) ?? country,
    bankCountryCode: country,
    institution: '001',
    routingNumber: '021000021',
    referenceMemo,
  };
}
