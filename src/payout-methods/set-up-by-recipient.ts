import type { Cells } from '../model.ts';
import { COUNTRIES } from '../rules/countries/countries.ts';
import { finding, NO_FINDINGS } from '../rules/finding.ts';
import type { PayoutMethod } from './payout-method.ts';

/** A mobile wallet. The service has the list of wallet providers, so the recipient chooses one on its website. */
export const mobileWallet = setUpByRecipient('mobile-wallet', 'a mobile wallet', {
  hint: 'mobile wallet',
  countries: null,
  good: [{ payoutMethod: 'mobile-wallet', country: 'KE' }],
});

/** A debit card of the United States. Its number is never in a sheet: the recipient enters it in the payout service. */
export const debitCard = setUpByRecipient('debit-card', 'a debit card', {
  hint: 'debit card',
  countries: ['US'],
  good: [{ payoutMethod: 'debit-card', country: 'US' }],
  bad: { payoutMethod: 'debit-card', country: 'GU' },
});

/** Venmo: the recipient must live in the United States or one of the three territories that the contract names. */
export const venmo = setUpByRecipient('venmo', 'Venmo', {
  hint: 'Venmo',
  countries: ['US', 'PR', 'GU', 'VI'],
  good: [
    { payoutMethod: 'venmo', country: 'US' },
    { payoutMethod: 'venmo', country: 'PR' },
  ],
  bad: { payoutMethod: 'venmo', country: 'DE' },
});

interface Described {
  readonly hint: string;
  /** The countries of recipients that the method reaches; null: the service decides. */
  readonly countries: readonly string[] | null;
  readonly good: readonly Cells[];
  /** Cells of a recipient who lives elsewhere. */
  readonly bad?: Cells;
}

/** A method without fields in the sheet: the recipient sets it up in the service. */
function setUpByRecipient(
  slug: PayoutMethod['slug'],
  inWords: string,
  { hint, countries, good, bad }: Described,
): PayoutMethod {
  return {
    slug,
    columns: [],
    chosenBy: [],
    setUpByRecipient: inWords,
    needsAddress: false,
    read: (_, { addressCountry }) =>
      // An address without a valid country has a finding of its own.
      countries === null || addressCountry === '' || countries.includes(addressCountry)
        ? { account: { method: slug, fields: {} }, findings: NO_FINDINGS }
        : { account: null, findings: [elsewhere(inWords, countries, addressCountry)] },
    payload: () => ({ type: slug }),
    hint: () => hint,
    examples: { good, bad: bad ? [[bad, 'payout_method_elsewhere']] : [] },
  };
}

function elsewhere(inWords: string, countries: readonly string[], country: string) {
  const names = countries.map((code) => COUNTRIES[code]!.inWords);
  const places = names.length === 1 ? names[0]! : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
  const method = inWords.charAt(0).toUpperCase() + inWords.slice(1);
  return finding('payout_method_elsewhere', 'country', { method, places }, country);
}
