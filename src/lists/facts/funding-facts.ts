import type { CurrentShortfall } from '../../ledger/runs/shortfalls.ts';
import { countryWord } from '../../references/country-word.ts';
import { shownAccount } from '../../references/shown-account.ts';
import { as } from '../../references/value.ts';
import type { Facts } from '../list.ts';

type FundingAccount = Readonly<Record<string, string>>;

/** Labels of the fields of a funding account, in the order in which banks ask for them. */
const FIELDS: readonly (readonly [field: string, title: string])[] = [
  ['referenceMemo', 'Payment reference'],
  ['accountName', 'Account holder'],
  ['iban', 'IBAN'],
  ['accountNum', 'Account number'],
  ['swiftBic', 'BIC'],
  ['routingNumber', 'Routing number'],
  ['institution', 'Institution'],
  ['bankName', 'Bank'],
];

/** An account to which a merchant sends money, with what a run lacks in its currency. */
export function fundingFacts(account: FundingAccount, short: readonly CurrentShortfall[]): Facts {
  const lacks = short.find(
    ({ currency, isShort, missing }) => currency === account.accountCurrency && isShort && missing > 0n,
  );
  return [
    ['Minimum to send', lacks ? as.money(lacks.missing, lacks.currency) : null],
    ...FIELDS.map(([field, title]) => [title, shownAccount(account[field] ?? null) || null] as const),
    ['Bank address', addressOf(account, 'bank')],
    ['Holder address', addressOf(account, 'account')],
  ];
}

/** The address of the bank or of the holder in one line, with the name of the country. */
function addressOf(account: FundingAccount, of: 'bank' | 'account'): string | null {
  const field = (name: string) => account[`${of}${name}`]?.trim() ?? '';
  const town = [field('PostalCode'), field('City')].filter(Boolean).join(' ');
  const country = countryWord(field('Country') || field('CountryCode'));
  return [field('Address'), town, field('Region'), country].filter(Boolean).join(', ') || null;
}
